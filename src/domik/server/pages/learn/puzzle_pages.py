"""A puzzle on its board, and replies to attempts. The page itself keeps the moves so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.kernel.drawing import Drawing, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.tally import GameEvent
from domik.language.option_names import option_summary
from domik.puzzles import PAR, Puzzle, find_puzzle_by_id, load_puzzles
from domik.puzzles.attempt import ANSWER, RIGHT_SO_FAR, SOLVED, WRONG, AttemptReply, PuzzleAttempt
from domik.puzzles.explanation import (
    missing_option,
    question_phrase,
    tempting_chances,
    title_phrase,
    written_points,
)
from domik.puzzles.progress import days_in_a_row, estimate_rating, next_puzzle, rated_answers
from domik.reviews.phrases import signed_points
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables
from domik.server.pages.learn.lessons import ANIMALS, Learner, name_of_other
from domik.server.pages.learn.moved_things import played_to
from domik.server.pages.tables.forms import read_form
from domik.server.pages.tables.table_pages import board_page
from domik.server.rendering.renderers import cached_player, draw_view, requested_form, words_pen
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import game_words, render_template, web_words
from domik.server.store.repositories import PuzzleAttemptRepository
from domik.table.clock import DAY, now
from domik.web.mascot import draw_mascot

MAX_MOVES = 60  # correct moves that a page may send
EASY, HARD = 1450, 1700  # rating thresholds of the second and third dot


def find_puzzle(game: str, id: str) -> Puzzle:
    """Puzzle from the URL; raises HttpError 404."""
    found = find_puzzle_by_id(game, id) if game in GAMES else None
    if found is None:
        raise HttpError(404, Phrase("web.puzzle.none", {"id": id[:40]}))
    return found


def day_number() -> int:
    """Days since the Unix epoch in UTC."""
    return now() // DAY


def difficulty_dots(rating: int) -> int:
    """Difficulty from 1 to 3."""
    return 1 + (rating >= EASY) + (rating >= HARD)


def parse_moves(text: str) -> list[int]:
    """Correct moves so far as sent by the page, such as "3.12.7"; raises HttpError 400."""
    words = text.split(".") if text else []
    if len(words) > MAX_MOVES or not all(word.isascii() and word.isdecimal() and len(word) < 3 for word in words):
        raise HttpError(400, Phrase("web.puzzle.bad_moves"))
    return [int(word) for word in words]


class PuzzleResponse:
    """Response to one request of a puzzle page: runs the command, then renders the new state."""

    def __init__(self, puzzle: Puzzle, tried: str, reader: Learner) -> None:
        self.puzzle = puzzle
        self.learner = reader
        self.attempt = resume_attempt(puzzle, parse_moves(tried))
        self.pen = words_pen(reader.language, puzzle.game, reader.form)
        self.reply: AttemptReply | None = None
        self.tried_action = -1
        self.played: tuple[str, ...] = ()  # element ids of what the move played, where it lies now: for its ring

    def run_command(self, do: str, action: str) -> None:
        """Try a move or show the answer; raises HttpError 400 for an illegal move."""
        if do == "try":
            if not (action.isascii() and action.isdecimal() and len(action) < 3 and self.attempt.is_legal(int(action))):
                raise HttpError(400, Phrase("web.review.no_action"))
            self.tried_action = int(action)
            self.play(self.tried_action, self.attempt.try_move)
        elif do == "answer":
            number = self.attempt.solution()
            self.play(-1 if number is None else number, lambda _: self.attempt.show_answer())

    def play(self, number: int, reply: Callable[[int], AttemptReply]) -> None:
        """Reply to a move; a ring will show where what it played lies now."""
        before = self.drawing()
        self.reply = reply(number)
        self.played = played_to(before, self.drawing(), before.paths.get(number, ()))

    @property
    def state(self) -> str:
        """ "ask" before any command, then the kind of the reply."""
        return "ask" if self.reply is None else self.reply.kind

    @property
    def is_open(self) -> bool:
        """Whether the next click on the board is a try."""
        return self.state in ("ask", RIGHT_SO_FAR)

    def players(self) -> list[PlayerInfo]:
        me = cached_player(self.learner.name or self.pen.say(Phrase("web.learn.you")), ANIMALS[0], False, True)
        seats = self.attempt.match.seats
        say = self.pen.words.say
        others = [cached_player(name_of_other(say, k), ANIMALS[k], True, True) for k in range(1, seats)]
        return [*others[: self.puzzle.seat], me, *others[self.puzzle.seat :]]

    def drawing(self) -> Drawing:
        """The board: with the move that was tried, or the question's own position."""
        board = self.reply.board if self.reply is not None else None
        view, reader = board or self.attempt.view, self.learner
        match = self.attempt.match
        return draw_view(match, view, self.players(), reader.language, reader.form, reader.text_only).flatten()

    def message(self) -> dict[str, Any]:
        """The JSON message for the page's script, without the panel's markup."""
        drawing = self.drawing()
        refusals = drawing.refusals if self.is_open else {}
        ribbon = question_phrase(self.puzzle) if self.is_open else Phrase(f"web.puzzle.now_{self.state}")
        return {
            "areas": drawing.areas,
            "cells": drawing.cells | {"prompt": self.pen.say(ribbon), "acts": ""},
            "paths": [[number, *path] for number, path in drawing.paths.items()] if self.is_open else [],
            "no": {id: (no.clause, self.pen.say(no.reason)) for id, no in refusals.items()},
            "mine": self.is_open,
            "state": self.state,
            "tried": ".".join(map(str, self.attempt.tried)),
            "path": [] if self.is_open else list(self.played),
            "tag": self.ring_tag(),
        }

    def ring_tag(self) -> str:
        """What the ring is called, with a sign: colour alone says nothing."""
        if self.is_open:
            return ""
        word = Phrase("web.puzzle.the_answer" if self.state == ANSWER else "web.puzzle.your_move")
        return f"{self.pen.icon('x' if self.state == WRONG else 'check', 15, 3)}<span>{self.pen.say(word)}</span>"

    def panel_context(self) -> dict[str, Any]:
        """Template context of the panel; it tells no figures of the proof before the answer."""
        puzzle, reply = self.puzzle, self.reply
        is_known = self.state in (SOLVED, ANSWER)
        shares = puzzle.solved
        return {
            "state": self.state,
            "title": self.pen.say(title_phrase(puzzle)),
            "heading": self.pen.say(reply.said) if reply is not None and reply.why is not None else "",
            "texts": [self.pen.say(one) for one in self.text_phrases()],
            "is_wrong": self.state == WRONG,
            "is_solved": self.state == SOLVED,
            "is_shown": self.state == ANSWER,
            "is_par": puzzle.kind == PAR,
            "has_begun": bool(self.attempt.tried),
            "follows": [self.follow_line(one) for one in reply.follows] if reply is not None else [],
            "figures": self.figures() if is_known else [],
            "rows": self.cost_rows() if self.state == WRONG else [],
            "levels": (("easy", shares.easy), ("normal", shares.normal), ("hard", shares.hard)) if is_known else (),
        }

    def text_phrases(self) -> list[Phrase]:
        """The sentences of the panel: the question, what a wrong move costs, or why the answer is best."""
        if self.reply is None:
            return [question_phrase(self.puzzle)]
        if self.reply.why is None:
            return [self.reply.said]
        is_par_done = self.puzzle.kind == PAR and self.state == SOLVED
        return [self.reply.said, self.reply.why] if is_par_done else [self.reply.why]

    def follow_line(self, event: GameEvent) -> tuple[Markup, str]:
        """Portrait and text of one move that may follow."""
        player = self.players()[event.seat]
        return Markup(self.pen.face(event.seat, player.animal, 22)), self.pen.say(event.what)

    def figures(self) -> list[tuple[str, str]]:
        """Two numbers with their labels: games won of a hundred, or points, with the answer and with another move."""
        if self.puzzle.kind == PAR:
            return self.par_figures()
        chances, say = tempting_chances(self.puzzle), self.pen.say
        if not chances:
            return []
        best, other = (say(Phrase("web.puzzle.of_hundred", {"n": chances[one]})) for one in ("best", "tried"))
        return [
            (best, say(Phrase("web.puzzle.won_with_it"))),
            (other, say(Phrase("web.puzzle.won_with_tempting"))),
        ]

    def par_figures(self) -> list[tuple[str, str]]:
        """The par, and what another first move can still reach; only the first moves were measured."""
        if len(self.attempt.tried) > 0 and self.state != SOLVED:
            return []
        other, is_natural = missing_option(self.puzzle)
        label = "with_tempting" if is_natural else "after_mistake"
        return [
            (written_points(self.puzzle.par), self.pen.say(Phrase("web.puzzle.reached_with_it"))),
            (written_points(other.margin), self.pen.say(Phrase(f"web.puzzle.reached_{label}"))),
        ]

    def cost_rows(self) -> list[tuple[str, str]]:
        """Where the points go that a wrong move costs, by clause; empty where it was not measured."""
        tried = self.puzzle.option(self.tried_action)
        if tried is None or not tried.clauses:
            return []
        say = self.pen.say
        total = sum(one.points for one in tried.clauses)
        rows = [(say(one.what), say(signed_points(-one.points))) for one in tried.clauses]
        return [*rows, (say(Phrase("web.puzzle.together")), say(signed_points(-total)))]


def resume_attempt(puzzle: Puzzle, tried: list[int]) -> PuzzleAttempt:
    """Replay the moves tried so far, without the slow solver; raises HttpError 400 if they are not correct."""
    attempt = PuzzleAttempt(puzzle, may_use_solver=False)
    for action in tried:
        if not attempt.is_legal(action) or attempt.try_move(action).kind == WRONG:
            raise HttpError(400, Phrase("web.puzzle.bad_moves"))
    return attempt


RATED_REPLIES = (SOLVED, WRONG, ANSWER)  # replies that are recorded as an outcome


def attempts_repository(request: Request) -> PuzzleAttemptRepository:
    live_tables = service(request, LiveTables)
    return live_tables.services.store.puzzles


async def puzzle_page(request: Request) -> Response:
    """GET /puzzles/GAME/ID: the table page with the question in place of log and chat."""
    visitor = visitor_of(request)
    found = find_puzzle(request.path_params["game"], request.path_params["puzzle"])
    match = found.record().match
    words = game_words(found.game, visitor.language)
    ways = [puzzle_players(found, web_words(visitor.language)), *option_summary(match, words)]
    title = words.say(title_phrase(found))
    return board_page(
        request,
        "puzzle.html",
        match.package,
        ways=ways,
        puzzle=found.id,
        puzzle_title=title,
        seats_at_table=found.seats,
    )


def puzzle_players(puzzle: Puzzle, t: Callable[..., str]) -> str:
    """How many play, in words."""
    return t("puzzle.alone") if puzzle.seats == 1 else t("puzzle.players", n=puzzle.seats)


async def puzzle_step(request: Request) -> Response:
    """JSON for the page's script: position, attempt or answer; only the first outcome counts for the rating."""
    found = find_puzzle(request.path_params["game"], request.path_params["puzzle"])
    visitor, attempts, puzzles = visitor_of(request), attempts_repository(request), load_puzzles(found.game)
    wished = request.query_params if request.method == "GET" else await read_form(request)
    asked = {key: str(wished.get(key, "")) for key in ("tried", "do", "action", "form", "letters")}
    reader = Learner(visitor.language, requested_form(asked), asked["letters"] == "1", visitor.name)
    view = PuzzleResponse(found, asked["tried"], reader)
    before = await attempts.first_outcomes(visitor.owner, found.game)
    if request.method == "POST":
        view.run_command(asked["do"], asked["action"])
        if view.state in RATED_REPLIES:
            await attempts.save(visitor.owner, found.game, found.id, view.state == SOLVED)
    firsts = await attempts.first_outcomes(visitor.owner, found.game)
    tries = await attempts.final_outcomes(visitor.owner, found.game)
    following = next_puzzle(puzzles, tries | {found.id: True})
    said = view.panel_context() | {
        "next": f"/puzzles/{found.game}/{following.id}" if following else "/puzzles",
        "is_first": found.id not in before,
        "rating_before": estimate_rating(rated_answers(before, puzzles)),
        "rating": estimate_rating(rated_answers(firsts, puzzles)),
        "days": days_in_a_row(await attempts.days(visitor.owner), day_number()),
        "people": await attempts.first_try_percent(found.game, found.id),
        "dots": difficulty_dots(found.rating),
        "tobi": Markup(draw_mascot(PUZZLE_POSES.get(view.state, "talk"))),
    }
    message = view.message()
    message["cells"] |= {
        "coach-top": render_template(request, "riddle.html", **said),
        "steer": render_template(request, "riddle_steer.html", **said),
    }
    return json_response(message)


PUZZLE_POSES = {SOLVED: "cheer", WRONG: "kind", "on": "cheer"}
PAGES = (("/puzzles/{game}/{puzzle}", puzzle_page),)
READS = (("/puzzles/{game}/{puzzle}/step", puzzle_step),)
WRITES = (("/puzzles/{game}/{puzzle}/step", puzzle_step),)
