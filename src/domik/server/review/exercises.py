"""Learn from your mistakes: one's own moments as exercises on the real board, and all of them gathered."""

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
from domik.review import Judgement, Report
from domik.review.exercises import NOT_YET, Exercise, exercise_of, exercises_of
from domik.review.signs import sign
from domik.review.telling import verdict_phrase
from domik.server.http.asked import number_in
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.paper.answers import answered
from domik.server.paper.templates import page
from domik.server.review.pages import finished_table, own_seats, reviews_of, whole_report
from domik.server.sight import frame
from domik.server.sight.names import names_at
from domik.server.sight.pens import asked_form, words_pen
from domik.server.store import OVER
from domik.server.tables.pages import Row, game_words, row, switched, table_page
from domik.server.tables.replay import drawn
from domik.server.visitors.visitors import visitor_of
from domik.table import Table
from domik.table.history import view_at
from domik.table.log import told_again

MOST_GAMES = 60
MOST_CLAUSES = 6
PHASES = ("beginning", "middle", "end")


def seat_for(request: Request, table: Table, report: Report) -> int:
    """Whose mistakes: whom the address names, the reader's own seat, or the first one that has any."""
    asked = number_in(request.query_params.get("seat", ""))
    if asked is not None and asked in report.reviewed:
        return asked
    own = own_seats(request, table)
    return own[0] if own else next((one.seat for one in report.moments()), report.reviewed[0])


async def learn(request: Request) -> Response:
    """The exercises of one seat, one after another."""
    if switch := switched(request):
        return switch
    table = await finished_table(request)
    report = await whole_report(request, table)
    seat = seat_for(request, table, report)
    exercises = exercises_of(report, seat)
    number = place_for(request, exercises)
    say = words_pen(visitor_of(request).language, table.match.title.name).words.say
    return await table_page(
        request,
        True,
        "learn.html",
        confirm=False,
        steps=len(table.moves),
        seats=names_at(table, visitor_of(request).language),
        fair="",
        seat=seat,
        who=names_at(table, visitor_of(request).language)[seat],
        exercises=[(one.step, say(one.prompt)) for one in exercises],
        at=number,
    )


def place_for(request: Request, exercises: list[Exercise]) -> int:
    """Which exercise comes first: by its place, or by the step of the moment that somebody comes from."""
    steps = [str(one.step) for one in exercises]
    if (step := request.query_params.get("step", "")) in steps:
        return steps.index(step)
    at = number_in(request.query_params.get("at", ""))
    return min(at, len(exercises) - 1) if at is not None and exercises else 0


async def exercise_for(request: Request) -> tuple[Table, Exercise]:
    """The exercise of an address."""
    table = await finished_table(request)
    report = await whole_report(request, table)
    step = int(request.path_params["step"])
    found = next((one for one in report.moments() if one.step == step), None)
    if found is None:
        raise Refused(404, Phrase("web.review.no_exercise"))
    return table, exercise_of(found, report.seats)


async def task(request: Request) -> Response:
    """The position as the seat saw it, with everything that it could do."""
    table, exercise = await exercise_for(request)
    asked, language = request.query_params, visitor_of(request).language
    form, letters = asked_form(asked), asked.get("letters") == "1"
    drawing = drawn(table, exercise.step, exercise.seat, language, form, letters)
    pen = words_pen(language, table.match.title.name, form)
    message: dict[str, Any] = {
        "areas": drawing.areas,
        "cells": drawing.cells | {"prompt": pen.say(exercise.prompt), "acts": ""},
        "paths": [[number, *path] for number, path in drawing.paths.items()],
        "no": {id: (no.clause, pen.say(no.reason)) for id, no in drawing.refusals.items()},
        "log": [0, *(frame.log_line(table, told, pen) for told in told_again(table, exercise.step))],
    }
    return answered(message)


async def say(request: Request) -> Response:
    """What is said to a try, or who asks: a hint, the solution."""
    table, exercise = await exercise_for(request)
    asked = request.query_params
    pen = words_pen(visitor_of(request).language, table.match.title.name)
    if "solution" in asked:
        text = Phrase("web.review.solution", {"what": exercise.solution, "more": exercise.more})
        drawing = drawn(table, exercise.step, exercise.seat, pen.language, asked_form(asked), False)
        path = drawing.paths.get(exercise.best[0], ())
        return answered({"kind": "solution", "text": pen.say(text), "path": path})
    if "hint" in asked:
        number = number_in(asked["hint"]) or 0
        hints = exercise.hints or (Phrase("web.review.no_hint"),)
        text = hints[min(number, len(hints) - 1)]
        return answered({"kind": "hint", "text": pen.say(text), "more": number + 1 < len(hints)})
    action = number_in(asked.get("action", ""), MOST_ACTIONS - 1)
    view: View = view_at(table, exercise.step, exercise.seat)
    if action is None or not int(view.legal()) >> action & 1:
        raise Refused(400, Phrase("web.review.no_action"))
    kind = exercise.answer(action)
    text = exercise.reply(action)
    if kind == NOT_YET and action in exercise.played:
        text = Phrase("web.review.played_it")
    return answered({"kind": kind, "text": pen.say(text)})


# ---- over all games of this browser ---------------------------------------------------------------------


@dataclass
class Learned:
    """One game in the list: its row and the moments to learn from."""

    row: Row
    seat: int
    moments: list[tuple[int, str, Markup, str, str]]  # place, verdict, its sign, its word, what was played


async def mistakes(request: Request) -> Response:
    """Everything to learn from in the games of this browser, and where it comes from."""
    if switch := switched(request):
        return switch
    visitor = visitor_of(request)
    rooms: Rooms = request.app.state.rooms
    found: list[Learned] = []
    unseen: list[Row] = []
    clauses: Counter[tuple[str, str, str]] = Counter()
    phases: Counter[int] = Counter()
    for header, seat in [] if visitor.is_new else await rooms.house.store.tables.mine(visitor.owner, MOST_GAMES):
        if header.state != OVER or header.game not in GAMES:
            continue
        line = row(header, visitor.language, seat)
        report = await reviews_of(request).kept(header.id)
        if report is None:
            unseen.append(line)
            continue
        words = game_words(header.game, visitor.language)
        moments = report.moments(seat)
        for one in moments:
            phases[one.phase] += 1
            for clause in one.clauses:
                if clause.points > 0:
                    clauses[(header.game, clause.clause, words.say(clause.what))] += clause.points
        if moments:
            found.append(Learned(line, seat, [told(at, one, words.say) for at, one in enumerate(moments)]))
    worst = [(*key, round(points / 1000)) for key, points in clauses.most_common(MOST_CLAUSES) if points >= 1000]
    return page(request, "mistakes.html", found=found, unseen=unseen, worst=worst, phases=phases, phase_names=PHASES)


def told(at: int, one: Judgement, say: Any) -> tuple[int, str, Markup, str, str]:
    """One moment of the list."""
    return at, one.verdict, Markup(sign(one.verdict, 24)), say(verdict_phrase(one.verdict)), say(one.chosen.what)
