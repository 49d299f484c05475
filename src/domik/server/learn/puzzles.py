"""A puzzle in the browser: the board as the game draws it, and what is said to a try. The page keeps the moves."""

from __future__ import annotations

import time
from typing import Any

from domik.games import GAMES
from domik.kernel.drawing import Drawing
from domik.kernel.phrase import Phrase
from domik.puzzles import PAR, Puzzle, puzzle_of, puzzles_of
from domik.puzzles.attempt import SOLVED, WRONG, Attempt, Reply, question_phrase, theme_phrase
from domik.puzzles.tries import puzzle_of_the_day
from domik.server.http.errors import Refused
from domik.server.learn.lessons import ANIMALS, NAMES, Reader
from domik.server.sight.pens import painted, player, words_pen

MOST_TRIED = 60  # right moves that a page may bring along
SECONDS_A_DAY = 86400
EASY, HARD = 1450, 1700  # ratings between one, two and three dots


def found_puzzle(game: str, id: str) -> Puzzle:
    """The puzzle of an address, or a page that says that there is none."""
    found = puzzle_of(game, id) if game in GAMES else None
    if found is None:
        raise Refused(404, Phrase("web.puzzle.none", {"id": id[:40]}))
    return found


def todays(day: int) -> Puzzle | None:
    """The puzzle of the day: the games take turns."""
    shelves = [puzzles for game in GAMES if (puzzles := puzzles_of(game))]
    return puzzle_of_the_day(shelves[day % len(shelves)], day // len(shelves)) if shelves else None


def today() -> int:
    """The number of the day, the same everywhere."""
    return int(time.time()) // SECONDS_A_DAY


def dots_of(rating: int) -> int:
    """How hard it is, from one to three."""
    return 1 + (rating >= EASY) + (rating >= HARD)


def moves_from(text: str) -> list[int]:
    """The right moves that a page brings along, such as 3.12.7."""
    words = text.split(".") if text else []
    if len(words) > MOST_TRIED or not all(word.isascii() and word.isdecimal() and len(word) < 3 for word in words):
        raise Refused(400, Phrase("web.puzzle.bad_moves"))
    return [int(word) for word in words]


class Asked:
    """One answer to a page: what was wished is done, and this is how it looks now."""

    def __init__(self, puzzle: Puzzle, tried: str, reader: Reader) -> None:
        self.puzzle = puzzle
        self.reader = reader
        self.attempt = opened(puzzle, moves_from(tried))
        self.pen = words_pen(reader.language, puzzle.game, reader.form)
        self.reply: Reply | None = None
        self.shown: tuple[str, ...] = ()  # the path of the answer, once it was asked for

    def grant(self, do: str, action: str) -> None:
        """A try, a hint, or the answer."""
        if do == "try":
            if not (action.isascii() and action.isdecimal() and len(action) < 3 and self.attempt.is_legal(int(action))):
                raise Refused(400, Phrase("web.review.no_action"))
            self.reply = self.attempt.try_move(int(action))
        elif do == "hint":
            self.reply = Reply("hint", Phrase("puzzle.about", {"theme": theme_phrase(self.puzzle.theme)}))
        elif do == "answer":
            self.reply = self.answered()

    def answered(self) -> Reply:
        """The move that is right here, and where it is made."""
        number = self.attempt.solution()
        if number is None:
            return Reply("answer", Phrase("puzzle.begin_again"))
        self.shown = tuple(self.drawing().paths.get(number, ()))
        return Reply("answer", Phrase("web.puzzle.answer", {"what": self.attempt.described(number)}))

    @property
    def state(self) -> str:
        """What the page shows: the question, a wrong move, the way on, or that it is solved."""
        return "ask" if self.reply is None else self.reply.kind

    def drawing(self) -> Drawing:
        """The board for the eyes of the one who solves."""
        match, reader = self.attempt.match, self.reader
        me = player(reader.name or self.pen.say(Phrase("web.learn.you")), ANIMALS[0], False, True)
        others = [player(NAMES[k], ANIMALS[k + 1], True, True) for k in range(match.seats - 1)]
        players = [*others[: self.puzzle.seat], me, *others[self.puzzle.seat :]]
        view = self.attempt.view
        return painted(match, view, players, reader.language, reader.form, reader.in_letters).whole()

    def message(self) -> dict[str, Any]:
        """Everything that the board needs."""
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
            "path": list(self.shown),
        }

    def said(self) -> dict[str, Any]:
        """What the panel says beside it; nothing of the proof before the answer."""
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


def opened(puzzle: Puzzle, tried: list[int]) -> Attempt:
    """The attempt where the page says it is, without the slow solver; moves that do not lead there are refused."""
    attempt = Attempt(puzzle, is_patient=False)
    for action in tried:
        if not attempt.is_legal(action) or attempt.try_move(action).kind == WRONG:
            raise Refused(400, Phrase("web.puzzle.bad_moves"))
    return attempt
