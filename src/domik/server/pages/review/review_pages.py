"""Review pages: the overview, which fills up while the review is computed, and single steps with their board."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.reviews import Report
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, redirect, service
from domik.server.live.live_tables import live_table_of
from domik.server.pages.review.report_view import ReviewOverview, ReviewQuery, ReviewStep
from domik.server.pages.review.review_queue import ReviewQueue, check_finished
from domik.server.rendering.renderers import requested_form
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import game_card, render_page, render_template
from domik.table import Table


async def finished_table(request: Request) -> Table:
    """Table from the URL; raises HttpError unless its game is finished. Every review route goes through here."""
    table = (await live_table_of(request)).table
    check_finished(table)
    return table


async def finished_report(request: Request, table: Table) -> Report:
    """The finished report; raises HttpError 404 if there is none yet."""
    report = await service(request, ReviewQueue).load(table.id)
    if report is None:
        raise HttpError(404, Phrase("web.review.none"))
    return report


def own_seats(request: Request, table: Table) -> list[int]:
    owner = visitor_of(request).owner
    return [number for number, seat in enumerate(table.seats) if owner in seat.owners]


def parse_review_query(request: Request, table: Table) -> ReviewQuery:
    """Parse the query string; invalid values are ignored."""
    asked = request.query_params

    def number(name: str, most: int) -> int | None:
        return parse_number(asked.get(name, ""), most)

    points = asked.get("curve") == "points"
    return ReviewQuery(points, number("seat", len(table.seats) - 1), number("step", len(table.moves)))


def overview_for(request: Request, table: Table, report: Report, wanted: ReviewQuery) -> ReviewOverview:
    return ReviewOverview(table, report, visitor_of(request).language, wanted, own_seats(request, table))


async def request_review(request: Request) -> Response:
    """POST: queue the review and redirect to its page."""
    table = await finished_table(request)
    await service(request, ReviewQueue).enqueue(table)
    return redirect(request, f"/t/{table.id}/review")


async def review_page(request: Request) -> Response:
    table = await finished_table(request)
    reviews = service(request, ReviewQueue)
    report = await reviews.load(table.id)
    wanted = parse_review_query(request, table)
    title = table.match.package
    frame: dict[str, Any] = {
        "id": table.id,
        "game": game_card(title, visitor_of(request).language),
        "here": request.scope["path"],
        "mistakes": len(report.marked_judgements(learner_seat(request, table))) if report else 0,
        "step": None,
    }
    if report is not None and wanted.step is not None:
        story = overview_for(request, table, report, wanted)
        said = ReviewStep(story, wanted.step).text_context()
        slider = {"curve": story.curve(), "curve_name": story.context()["curve_name"]}
        return render_page(request, "review.html", **frame | said | slider | {"step": wanted.step})
    return render_page(request, "review.html", **frame | overview_context(request, table, report, wanted))


def learner_seat(request: Request, table: Table) -> int | None:
    """Seat to learn from: the reader's own, or None for all seats."""
    own = own_seats(request, table)
    return own[0] if own else None


def overview_context(request: Request, table: Table, report: Report | None, wanted: ReviewQuery) -> dict[str, Any]:
    """Template context of the overview, from a finished report or as much of it as there is."""
    reviews = service(request, ReviewQueue)
    job = None if report is not None else reviews.jobs.get(table.id)
    shown = report or (job.report if job else None)
    wanted = ReviewQuery(wanted.points, wanted.seat)
    found: dict[str, Any] = {
        "job": job,
        "before": reviews.queue_position(table.id) if job else 0,
        "failed": report is None and job is None and table.id in reviews.failed,
        "percent": round(100 * shown.progress) if shown else 0,
        "shown": shown is not None and bool(shown.players_reviews),
        "id": table.id,
        "open": report is not None,
    }
    if found["shown"] and shown is not None:
        found |= overview_for(request, table, shown, wanted).context()
    return found


async def review_progress(request: Request) -> Response:
    """JSON for the page's script: progress, and the overview rendered as it is now."""
    table = await finished_table(request)
    report = await service(request, ReviewQueue).load(table.id)
    now = overview_context(request, table, report, parse_review_query(request, table))
    whole = render_template(request, "review_story.html", **now)
    return json_response({"done": now["job"] is None, "percent": now["percent"], "story": whole})


async def review_step(request: Request) -> Response:
    """JSON for the page's script: board, marks, texts and chart of one step."""
    table = await finished_table(request)
    number = int(request.path_params["step"])
    if number > len(table.moves):
        raise HttpError(404, Phrase("web.review.no_step", {"n": len(table.moves)}))
    report = await finished_report(request, table)
    asked = parse_review_query(request, table)
    story = overview_for(request, table, report, ReviewQuery(asked.points, asked.seat, number))
    moment = ReviewStep(story, number)
    query = request.query_params
    board = moment.board_message(requested_form(query), query.get("letters") == "1")
    words = render_template(request, "review_words.html", id=table.id, **moment.text_context())
    return json_response(board | {"words": words, "curve": str(story.curve()), "step": number})
