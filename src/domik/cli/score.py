"""`domik score GAME`: count a position that was entered from a real table, clause by clause."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from domik.cli import choices
from domik.cli.records import read_text
from domik.cli.screen import TerminalScreen
from domik.kernel.components import read_components
from domik.kernel.entering import BY, NUMBERS, TABLE, CountedPosition, PositionObjection
from domik.kernel.errors import BadPosition
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words, words_for
from domik.positions.position import Position, entering_of, read_position

NAME = "score"
SHOWN_NUMBERS = 3  # of each seat, in an example


def add_position(parser: ArgumentParser, say: Words) -> None:
    parser.add_argument("--position", metavar=say(Phrase("choice.FILE")), type=Path, help=say(Phrase("score.position")))


def add(parser: ArgumentParser, say: Words) -> None:
    choices.add_game(parser, say)
    add_position(parser, say)
    choices.add_components(parser, say, say(Phrase("choice.FILE")))
    choices.add_json(parser, say)


def position_from_file(args: Namespace, title: GamePackage) -> Position:
    """The position of --position, or of the standard input."""
    text = read_text(str(args.position)) if args.position is not None else sys.stdin.read()
    own = read_components(args.components) if args.components else None
    if not any(line.split()[:1] == ["seat"] for line in text.splitlines()):
        raise nothing_entered(title)
    return read_position(text, components=own, game=title.name)


def nothing_entered(title: GamePackage) -> BadPosition:
    """The error for a position without seats or entries, with one of two players that could be counted."""
    match = title.match(2)
    keys = entering_of(title).number_keys(match)[:SHOWN_NUMBERS]
    lines = [[f"{key}={(seat + number) % SHOWN_NUMBERS + 1}" for number, key in enumerate(keys)] for seat in range(2)]
    first, second = (" ".join((f"{BY}={NUMBERS}", *line)) for line in lines)
    return BadPosition(Phrase("score.nothing", {"game": title.name, "first": first, "second": second}))


def run(args: Namespace, say: Words) -> int:
    title = choices.title_from(args)
    position = position_from_file(args, title)
    if not any(set(seat.entries) - {BY} for seat in position.table.seats):
        raise nothing_entered(title)
    counted = position.count()
    words = words_for(say.language, (title.words_package,))
    if args.json:
        print(json.dumps(score_document(position, counted, words), ensure_ascii=False))
        return 0
    print_count(TerminalScreen(), position, counted, words, say)
    return 0


def player_name(position: Position, seat: int, say: Words) -> str:
    if seat == TABLE:
        return say(Phrase("score.table"))
    return position.table.seats[seat].name or say(Phrase("score.player", {"seat": seat + 1}))


def print_count(screen: TerminalScreen, position: Position, counted: CountedPosition, words: Words, say: Words) -> None:
    """Every seat's points with their reasons, what cannot be so, and who won."""
    match = position.match
    for seat in range(match.seats):
        name = player_name(position, seat, say)
        screen.print_text(f"{name}: {match.format_points(counted.scores[seat])}", "heading")
        for line in counted.lines_of(seat):
            screen.print_text(f"  {match.format_points(line.points):>4}  {words(line.reason)} [{line.clause}]")
    for found in position.open_objections():
        screen.print_text(objection_text(position, found, words, say), "bad")
    rules = len(position.house_rules())
    if rules:
        screen.print_text(say(Phrase("score.house_rules", {"n": rules})), "dim")
    for question in counted.questions:
        who = ", ".join(player_name(position, seat, say) for seat in question.seats)
        args: dict[str, Argument] = {"who": who, "text": words(question.text), "key": question.key}
        screen.print_text(f"{say(Phrase('score.question', args))} [{question.clause}]", "dim")
    if counted.outcome is not None:
        who = ", ".join(player_name(position, seat, say) for seat in counted.outcome.winners)
        screen.print_text(f"{who}: {words(counted.outcome.reason)} [{counted.outcome.clause}]", "good")


def objection_text(position: Position, found: PositionObjection, words: Words, say: Words) -> str:
    return f"{player_name(position, found.seat, say)}: {words(found.reason)} [{found.clause}]"


def score_document(position: Position, counted: CountedPosition, words: Words) -> dict[str, object]:
    match = position.match
    outcome = counted.outcome
    return {
        "game": match.package.name,
        "scores": [match.points(score) for score in counted.scores],
        "tally": [
            {
                "seat": line.seat + 1,
                "clause": line.clause,
                "points": match.points(line.points),
                "reason": words(line.reason),
            }
            for line in counted.lines
        ],
        "objections": [
            {
                "degree": found.degree.name.lower(),
                "clause": found.clause,
                "seat": found.seat + 1,
                "where": list(found.where),
                "reason": words(found.reason),
                "anyway": found.key in position.anyway,
            }
            for found in position.objections()
        ],
        "questions": [
            {"key": one.key, "seats": [seat + 1 for seat in one.seats], "clause": one.clause, "text": words(one.text)}
            for one in counted.questions
        ],
        "winners": [seat + 1 for seat in outcome.winners] if outcome else [],
        "reason": words(outcome.reason) if outcome else "",
    }
