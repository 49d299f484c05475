"""Learning from mistakes: marked decisions of a reviewed game as exercises on the board, and a list over all games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.reviews import Judgement, Report
from domik.reviews.charts import verdict_sign
from domik.reviews.exercises import NOT_YET, MistakeExercise, build_exercise, find_exercises
from domik.reviews.phrases import verdict_phrase
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, root_of, service
from domik.server.live.live_tables import LiveTables
from domik.server.pages.review.review_pages import finished_report, finished_table, own_seats
from domik.server.pages.review.review_queue import ReviewQueue
from domik.server.pages.tables.board_pages import draw_past_view
from domik.server.pages.tables.table_pages import FinishedGameRow, finished_game_row, table_page
from domik.server.rendering import table_chrome
from domik.server.rendering.player_names import display_names
from domik.server.rendering.renderers import requested_form, words_pen
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import game_words, render_page
from domik.server.store import OVER
from domik.table import Table
from domik.table.history import view_at
from domik.table.running_game import replay_log

MAX_GAMES = 60
MAX_CLAUSES = 6
PHASES = ("beginning", "middle", "end")


def exercise_seat(request: Request, table: Table, report: Report) -> int:
    """Seat whose mistakes are shown: from the query, the reader's own, or the first one that has any."""
    asked = parse_number(request.query_params.get("seat", ""))
    if asked is not None and asked in report.reviewed:
        return asked
    own = own_seats(request, table)
    return own[0] if own else next((one.seat for one in report.marked_judgements()), report.reviewed[0])


async def exercises_page(request: Request) -> Response:
    table = await finished_table(request)
    report = await finished_report(request, table)
    seat = exercise_seat(request, table, report)
    exercises = find_exercises(report, seat)
    number = exercise_index(request, exercises)
    say = words_pen(visitor_of(request).language, table.match.package.name).words.say
    return await table_page(
        request,
        True,
        "learn.html",
        confirm=False,
        steps=len(table.moves),
        seats=display_names(table, visitor_of(request).language),
        fair="",
        seat=seat,
        who=display_names(table, visitor_of(request).language)[seat],
        exercises=[(one.step, say(one.prompt)) for one in exercises],
        at=number,
    )


def exercise_index(request: Request, exercises: list[MistakeExercise]) -> int:
    """Which exercise to show first: by `step` or by its index `at` in the query; 0 by default."""
    steps = [str(one.step) for one in exercises]
    if (step := request.query_params.get("step", "")) in steps:
        return steps.index(step)
    at = parse_number(request.query_params.get("at", ""))
    return min(at, len(exercises) - 1) if at is not None and exercises else 0


async def find_exercise(request: Request) -> tuple[Table, MistakeExercise]:
    """Exercise from the URL; raises HttpError 404 if the step is not a marked decision."""
    table = await finished_table(request)
    report = await finished_report(request, table)
    step = int(request.path_params["step"])
    found = next((one for one in report.marked_judgements() if one.step == step), None)
    if found is None:
        raise HttpError(404, Phrase("web.review.no_exercise"))
    return table, build_exercise(found, report.seats)


async def exercise_position(request: Request) -> Response:
    """JSON for the page's script: the position as the seat saw it, with its legal moves."""
    table, exercise = await find_exercise(request)
    asked, language = request.query_params, visitor_of(request).language
    form, letters = requested_form(asked), asked.get("letters") == "1"
    drawing = draw_past_view(table, exercise.step, exercise.seat, language, form, letters)
    pen = words_pen(language, table.match.package.name, form, root_of(request))
    message: dict[str, Any] = {
        "areas": drawing.areas,
        "cells": drawing.cells | {"prompt": pen.say(exercise.prompt), "acts": ""},
        "paths": [[number, *path] for number, path in drawing.paths.items()],
        "no": {id: (no.clause, pen.say(no.reason)) for id, no in drawing.refusals.items()},
        "log": [0, *(table_chrome.log_line(table, told, pen) for told in replay_log(table, exercise.step))],
    }
    return json_response(message)


async def exercise_reply(request: Request) -> Response:
    """JSON reply to an attempt, or a hint or the solution on request."""
    table, exercise = await find_exercise(request)
    asked = request.query_params
    pen = words_pen(visitor_of(request).language, table.match.package.name)
    if "solution" in asked:
        text = Phrase("web.review.solution", {"what": exercise.solution, "more": exercise.more})
        drawing = draw_past_view(table, exercise.step, exercise.seat, pen.language, requested_form(asked), False)
        path = drawing.paths.get(exercise.best[0], ())
        return json_response({"kind": "solution", "text": pen.say(text), "path": path})
    if "hint" in asked:
        number = parse_number(asked["hint"]) or 0
        hints = exercise.hints or (Phrase("web.review.no_hint"),)
        text = hints[min(number, len(hints) - 1)]
        return json_response({"kind": "hint", "text": pen.say(text), "more": number + 1 < len(hints)})
    action = parse_number(asked.get("action", ""), MOST_ACTIONS - 1)
    view: View = view_at(table, exercise.step, exercise.seat)
    if action is None or not int(view.legal()) >> action & 1:
        raise HttpError(400, Phrase("web.review.no_action"))
    kind = exercise.grade_answer(action)
    text = exercise.answer_phrase(action)
    if kind == NOT_YET and action in exercise.played:
        text = Phrase("web.review.played_it")
    return json_response({"kind": kind, "text": pen.say(text)})


# ---- over all games of this browser ---------------------------------------------------------------------


@dataclass
class GameMistakes:
    row: FinishedGameRow
    seat: int
    moments: list[tuple[int, str, Markup, str, str]]  # index, verdict, icon, label and when, move played


async def mistakes_page(request: Request) -> Response:
    """GET /mistakes: marked decisions in all games of this browser, with sums by clause and phase."""
    visitor = visitor_of(request)
    live_tables = service(request, LiveTables)
    found: list[GameMistakes] = []
    unseen: list[FinishedGameRow] = []
    clauses: Counter[tuple[str, str, str]] = Counter()
    phases: Counter[int] = Counter()
    for header, seat in (
        [] if visitor.is_new else await live_tables.services.store.tables.list_for_owner(visitor.owner, MAX_GAMES)
    ):
        if header.state != OVER or header.game not in GAMES:
            continue
        line = finished_game_row(header, visitor.language, seat)
        report = await service(request, ReviewQueue).load(header.id)
        if report is None:
            unseen.append(line)
            continue
        words = game_words(header.game, visitor.language)
        moments = report.marked_judgements(seat)
        for one in moments:
            phases[one.phase] += 1
            for clause in one.clauses:
                if clause.points > 0:
                    clauses[(header.game, clause.clause, words.say(clause.what))] += clause.points
        if moments:
            found.append(GameMistakes(line, seat, [mistake_row(at, one, words.say) for at, one in enumerate(moments)]))
    worst = [(*key, round(points / 1000)) for key, points in clauses.most_common(MAX_CLAUSES) if points >= 1000]
    return render_page(
        request, "mistakes.html", found=found, unseen=unseen, worst=worst, phases=phases, phase_names=PHASES
    )


def mistake_row(at: int, one: Judgement, say: Any) -> tuple[int, str, Markup, str, str]:
    return (
        at,
        one.verdict,
        Markup(verdict_sign(one.verdict, 24)),
        f"{say(verdict_phrase(one.verdict))} · {say(one.when)}",
        say(one.played_candidate.what),
    )
