"""The pages of a review: the overview that grows while it is computed, and every moment with its board."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.kernel.phrase import Phrase
from domik.review import Report
from domik.server.http.asked import number_in
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.paper.answers import answered
from domik.server.paper.assets import asset
from domik.server.paper.templates import page, rendered
from domik.server.review.moment import ReviewMoment
from domik.server.review.reviews import Reviews, check_finished
from domik.server.review.story import ReviewStory, Wanted
from domik.server.sight.pens import asked_form
from domik.server.tables.pages import card, switched
from domik.server.visitors.visitors import visitor_of
from domik.table import Table


def reviews_of(request: Request) -> Reviews:
    """The reviews of this house."""
    reviews: Reviews = request.app.state.reviews
    return reviews


async def finished_table(request: Request) -> Table:
    """The table of a game that is over; every address of a review goes through here."""
    rooms: Rooms = request.app.state.rooms
    table = (await rooms.get(request.path_params["id"])).table
    check_finished(table)
    return table


async def whole_report(request: Request, table: Table) -> Report:
    """The finished review, or a sentence that there is none yet."""
    report = await reviews_of(request).kept(table.id)
    if report is None:
        raise Refused(404, Phrase("web.review.none"))
    return report


def own_seats(request: Request, table: Table) -> list[int]:
    """Where the reader sat."""
    owner = visitor_of(request).owner
    return [number for number, seat in enumerate(table.seats) if owner in seat.owners]


def wanted_by(request: Request, table: Table) -> Wanted:
    """What the address asks for; what it cannot mean is left out."""
    asked = request.query_params

    def number(name: str, most: int) -> int | None:
        return number_in(asked.get(name, ""), most)

    points = asked.get("curve") == "points"
    return Wanted(points, number("seat", len(table.seats) - 1), number("step", len(table.moves)))


def story_for(request: Request, table: Table, report: Report, wanted: Wanted) -> ReviewStory:
    """A report for whoever asks."""
    return ReviewStory(table, report, visitor_of(request).language, wanted, own_seats(request, table))


async def ask(request: Request) -> Response:
    """Begin a review and go to where it grows."""
    table = await finished_table(request)
    await reviews_of(request).ask(table)
    return RedirectResponse(f"/t/{table.id}/review", 303)


async def review(request: Request) -> Response:
    """The overview, or one moment with its board."""
    if switch := switched(request):
        return switch
    table = await finished_table(request)
    reviews = reviews_of(request)
    report = await reviews.kept(table.id)
    wanted = wanted_by(request, table)
    title = table.match.title
    frame: dict[str, Any] = {
        "id": table.id,
        "game": card(title, visitor_of(request).language),
        "here": request.scope["path"],
        "sheet": asset(f"game/{title.name}.css"),
        "pictures": asset(f"game/{title.name}.svg"),
        "mistakes": len(report.moments(learner(request, table))) if report else 0,
        "step": None,
    }
    if report is not None and wanted.step is not None:
        story = story_for(request, table, report, wanted)
        said = ReviewMoment(story, wanted.step).said()
        slider = {"curve": story.curve(), "curve_name": story.context()["curve_name"]}
        return page(request, "review.html", **frame | said | slider | {"step": wanted.step})
    return page(request, "review.html", **frame | under_way(request, table, report, wanted))


def learner(request: Request, table: Table) -> int | None:
    """Whose mistakes are learned from: the reader's own, or everybody's."""
    own = own_seats(request, table)
    return own[0] if own else None


def under_way(request: Request, table: Table, report: Report | None, wanted: Wanted) -> dict[str, Any]:
    """The overview of a whole review or of as much as there is."""
    reviews = reviews_of(request)
    job = None if report is not None else reviews.jobs.get(table.id)
    shown = report or (job.report if job else None)
    wanted = Wanted(wanted.points, wanted.seat)
    found: dict[str, Any] = {
        "job": job,
        "before": reviews.place(table.id) if job else 0,
        "failed": report is None and job is None and table.id in reviews.failed,
        "percent": round(100 * shown.progress) if shown else 0,
        "shown": shown is not None and bool(shown.players_reviews),
        "id": table.id,
        "open": report is not None,
    }
    if found["shown"] and shown is not None:
        found |= story_for(request, table, shown, wanted).context()
    return found


async def news(request: Request) -> Response:
    """How far a review has come, and the overview as it is now."""
    table = await finished_table(request)
    report = await reviews_of(request).kept(table.id)
    now = under_way(request, table, report, wanted_by(request, table))
    whole = rendered(request, "review_story.html", **now)
    return answered({"done": now["job"] is None, "percent": now["percent"], "story": whole})


async def step(request: Request) -> Response:
    """One moment for the script: board, marks, words, curve."""
    table = await finished_table(request)
    number = int(request.path_params["step"])
    if number > len(table.moves):
        raise Refused(404, Phrase("web.review.no_step", {"n": len(table.moves)}))
    report = await whole_report(request, table)
    asked = wanted_by(request, table)
    story = story_for(request, table, report, Wanted(asked.points, asked.seat, number))
    moment = ReviewMoment(story, number)
    query = request.query_params
    board = moment.board(asked_form(query), query.get("letters") == "1")
    words = rendered(request, "review_words.html", id=table.id, **moment.said())
    return answered(board | {"words": words, "curve": str(story.curve()), "step": number})
