"""Puzzle pages: the list, a puzzle on its board, and replies to attempts. The page itself keeps the moves so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.kernel.drawing import Drawing
from domik.kernel.phrase import Phrase
from domik.language.option_names import option_summary
from domik.puzzles import PAR, Puzzle, find_puzzle_by_id, load_puzzles
from domik.puzzles.attempt import SOLVED, WRONG, AttemptReply, PuzzleAttempt, question_phrase, theme_phrase
from domik.puzzles.progress import estimate_rating, next_puzzle, puzzle_of_the_day, rated_answers
from domik.server.accounts.visitors import Visitor, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables
from domik.server.pages.learn.lessons import ANIMALS, NAMES, Learner
from domik.server.pages.tables.board_pages import picture_response
from domik.server.pages.tables.forms import read_form
from domik.server.pages.tables.table_pages import board_page
from domik.server.rendering.renderers import cached_player, draw_view, requested_form, words_pen
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import game_name, game_words, render_page, render_template, web_words
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


def daily_puzzle(day: int) -> Puzzle | None:
    """The puzzle of the day, with the games in rotation; None if no game has puzzles."""
    shelves = [puzzles for game in GAMES if (puzzles := load_puzzles(game))]
    return puzzle_of_the_day(shelves[day % len(shelves)], day // len(shelves)) if shelves else None


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
        self.answer_path: tuple[str, ...] = ()  # element ids of the answer's path, once it was asked for

    def run_command(self, do: str, action: str) -> None:
        """Try a move, give a hint, or show the answer; raises HttpError 400 for an illegal move."""
        if do == "try":
            if not (action.isascii() and action.isdecimal() and len(action) < 3 and self.attempt.is_legal(int(action))):
                raise HttpError(400, Phrase("web.review.no_action"))
            self.reply = self.attempt.try_move(int(action))
        elif do == "hint":
            self.reply = AttemptReply("hint", Phrase("puzzle.about", {"theme": theme_phrase(self.puzzle.theme)}))
        elif do == "answer":
            self.reply = self.show_answer()

    def show_answer(self) -> AttemptReply:
        """Reply with the correct move, and remember its path on the board."""
        number = self.attempt.solution()
        if number is None:
            return AttemptReply("answer", Phrase("puzzle.begin_again"))
        self.answer_path = tuple(self.drawing().paths.get(number, ()))
        return AttemptReply("answer", Phrase("web.puzzle.answer", {"what": self.attempt.move_phrase(number)}))

    @property
    def state(self) -> str:
        """ "ask" before any command, then the kind of the reply."""
        return "ask" if self.reply is None else self.reply.kind

    def drawing(self) -> Drawing:
        match, reader = self.attempt.match, self.learner
        me = cached_player(reader.name or self.pen.say(Phrase("web.learn.you")), ANIMALS[0], False, True)
        others = [cached_player(NAMES[k], ANIMALS[k + 1], True, True) for k in range(match.seats - 1)]
        players = [*others[: self.puzzle.seat], me, *others[self.puzzle.seat :]]
        view = self.attempt.view
        return draw_view(match, view, players, reader.language, reader.form, reader.text_only).flatten()

    def message(self) -> dict[str, Any]:
        """The JSON message for the page's script, without the panel's markup."""
        drawing, over = self.drawing(), self.state == SOLVED
        refusals = {} if over else drawing.refusals
        return {
            "areas": drawing.areas,
            "cells": drawing.cells | {"prompt": self.pen.say(question_phrase(self.puzzle)), "acts": ""},
            "paths": [] if over else [[number, *path] for number, path in drawing.paths.items()],
            "no": {id: (no.clause, self.pen.say(no.reason)) for id, no in refusals.items()},
            "mine": not over,
            "state": self.state,
            "tried": ".".join(map(str, self.attempt.tried)),
            "path": list(self.answer_path),
        }

    def panel_context(self) -> dict[str, Any]:
        """Template context of the panel; it reveals nothing about the solution before it is found or asked for."""
        say, puzzle = self.pen.say, self.puzzle
        text = self.reply.said if self.reply is not None else question_phrase(puzzle)
        shares = puzzle.solved
        levels = (("easy", shares.easy), ("normal", shares.normal), ("hard", shares.hard))
        return {
            "state": self.state,
            "text": say(text),
            "is_wrong": self.state == WRONG,
            "is_solved": self.state == SOLVED,
            "is_par": puzzle.kind == PAR,
            "levels": levels if self.state in (SOLVED, "answer") else (),
            "theme": say(theme_phrase(puzzle.theme)) if self.state == SOLVED else "",
        }


def resume_attempt(puzzle: Puzzle, tried: list[int]) -> PuzzleAttempt:
    """Replay the moves tried so far, without the slow solver; raises HttpError 400 if they are not correct."""
    attempt = PuzzleAttempt(puzzle, may_use_solver=False)
    for action in tried:
        if not attempt.is_legal(action) or attempt.try_move(action).kind == WRONG:
            raise HttpError(400, Phrase("web.puzzle.bad_moves"))
    return attempt


MAX_SHOWN = 12
RATED_REPLIES = (SOLVED, WRONG, "hint", "answer")  # replies that are recorded as an outcome


@dataclass(frozen=True)
class PuzzleCard:
    game: str
    id: str
    name: str  # localized name of the game
    title: str
    dots: int
    tried: bool | None


def attempts_repository(request: Request) -> PuzzleAttemptRepository:
    live_tables = service(request, LiveTables)
    return live_tables.services.store.puzzles


async def puzzles_page(request: Request) -> Response:
    """GET /puzzles: the puzzle of the day, and puzzles suited to the reader's rating."""
    visitor = visitor_of(request)
    chosen = request.query_params.get("game", "")
    again = request.query_params.get("show", "") == "again"
    games = [game for game in GAMES if load_puzzles(game)]
    chosen = chosen if chosen in games else ""
    rows: list[list[PuzzleCard]] = []
    ratings = []
    for game in [chosen] if chosen else games:
        tries = await attempts_repository(request).final_outcomes(visitor.owner, game)
        puzzles = load_puzzles(game)
        rating = estimate_rating(
            rated_answers(await attempts_repository(request).first_outcomes(visitor.owner, game), puzzles)
        )
        ratings.append((game_name(game, visitor.language), rating, len(tries), sum(tries.values())))
        fitting = pick_puzzles(puzzles, tries, again)
        rows.append([puzzle_card(one, visitor, tries.get(one.id)) for one in fitting])
    day = daily_puzzle(day_number())
    return render_page(
        request,
        "puzzles.html",
        here=request.scope["path"],
        day=puzzle_card(day, visitor, None) if day is not None else None,
        question=game_words(day.game, visitor.language).say(question_phrase(day)) if day is not None else "",
        cards=[one for some in zip_longest(*rows) for one in some if one is not None][:MAX_SHOWN],  # games interleaved
        games=[(game, game_name(game, visitor.language)) for game in games],
        chosen=chosen,
        again=again,
        ratings=[one for one in ratings if one[2]],
    )


def pick_puzzles(puzzles: tuple[Puzzle, ...], tries: dict[str, bool], again: bool) -> list[Puzzle]:
    """Failed puzzles if `again`, else untried ones nearest to the reader's rating."""
    if again:
        return [one for one in puzzles if tries.get(one.id) is False]
    found: list[Puzzle] = []
    seen = dict(tries)
    while len(found) < MAX_SHOWN and (one := next_puzzle(puzzles, seen)) is not None:
        found.append(one)
        seen[one.id] = True
    return found


def puzzle_card(puzzle: Puzzle, visitor: Visitor, tried: bool | None) -> PuzzleCard:
    """Entry of the list; the theme is its title only once it is solved, since it would be a hint."""
    if tried:
        title = game_words(puzzle.game, visitor.language).say(theme_phrase(puzzle.theme))
    else:
        title = puzzle_stage(puzzle, web_words(visitor.language))
    title = title[:1].upper() + title[1:]
    name = game_name(puzzle.game, visitor.language)
    return PuzzleCard(puzzle.game, puzzle.id, name, title, difficulty_dots(puzzle.rating), tried)


def puzzle_stage(puzzle: Puzzle, t: Callable[..., str]) -> str:
    """Neutral title of an unsolved puzzle: number of players and of the move."""
    return t("puzzle.alone" if puzzle.seats == 1 else "puzzle.players", n=puzzle.seats, move=len(puzzle.moves) + 1)


async def puzzle_page(request: Request) -> Response:
    """GET /puzzles/GAME/ID: the table page with the question in place of log and chat."""
    visitor = visitor_of(request)
    found = find_puzzle(request.path_params["game"], request.path_params["puzzle"])
    match = found.record().match
    t = web_words(visitor.language)
    ways = [puzzle_stage(found, t), *option_summary(match, game_words(found.game, visitor.language))]
    return board_page(request, "puzzle.html", match.package, ways=ways, puzzle=found.id, seats_at_table=found.seats)


async def puzzle_picture(request: Request) -> Response:
    """The position as a small image for lists."""
    found = find_puzzle(request.path_params["game"], request.path_params["puzzle"])
    visitor = visitor_of(request)
    return picture_response(
        request, found.game, PuzzleResponse(found, "", Learner(visitor.language, "desk", False, visitor.name)).drawing()
    )


async def puzzle_step(request: Request) -> Response:
    """JSON for the page's script: position, attempt, hint or answer; only the first outcome counts for the rating."""
    found = find_puzzle(request.path_params["game"], request.path_params["puzzle"])
    visitor = visitor_of(request)
    wished = request.query_params if request.method == "GET" else await read_form(request)
    asked = {key: str(wished.get(key, "")) for key in ("tried", "do", "action", "form", "letters")}
    reader = Learner(visitor.language, requested_form(asked), asked["letters"] == "1", visitor.name)
    view = PuzzleResponse(found, asked["tried"], reader)
    if request.method == "POST":
        view.run_command(asked["do"], asked["action"])
        if view.state in RATED_REPLIES:
            await attempts_repository(request).save(visitor.owner, found.game, found.id, view.state == SOLVED)
    tries = await attempts_repository(request).final_outcomes(visitor.owner, found.game)
    firsts = await attempts_repository(request).first_outcomes(visitor.owner, found.game)
    following = next_puzzle(load_puzzles(found.game), tries | {found.id: True})
    said = view.panel_context() | {
        "next": f"/puzzles/{found.game}/{following.id}" if following else "/puzzles",
        "rating": estimate_rating(rated_answers(firsts, load_puzzles(found.game))),
        "people": await attempts_repository(request).first_try_percent(found.game, found.id),
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
PAGES = (("/puzzles", puzzles_page), ("/puzzles/{game}/{puzzle}", puzzle_page))
READS = (
    ("/puzzles/{game}/{puzzle}/picture", puzzle_picture),
    ("/puzzles/{game}/{puzzle}/step", puzzle_step),
)
WRITES = (("/puzzles/{game}/{puzzle}/step", puzzle_step),)
