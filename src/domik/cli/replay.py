"""`domik replay FILE`: print a recorded game move by move, in full or as one seat saw it."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domik.cli import choices
from domik.cli.records import LoadedRecord, add_file, record_from, single_text
from domik.cli.scoreboard import PlayerNames, capitalize, print_result
from domik.cli.screen import TerminalScreen
from domik.kernel.errors import BadOption, BadRecord
from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of
from domik.kernel.sketch import plain_text
from domik.kernel.state import View
from domik.kernel.tally import GameEvent
from domik.language import Words
from domik.language.option_names import option_summary

NAME = "replay"


@dataclass
class ReplayStep:
    """One move; notation and words are empty where the viewer may not know the move."""

    number: int
    seat: int
    notation: str
    words: str
    events: list[GameEvent]


def add(parser: ArgumentParser, say: Words) -> None:
    add_file(parser, say)
    parser.add_argument("--at", metavar="N", type=choices.whole_number(say, 0), help=say(Phrase("replay.at")))
    parser.add_argument("--seat", metavar="K", type=choices.whole_number(say, 1), help=say(Phrase("replay.seat")))
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    found = record_from(single_text(args), args)
    say = found.words(args.lang)
    found.record.end()  # report an illegal move before anything is printed
    check_arguments(args, found)
    if args.json:
        print(json.dumps(replay_document(found, args, say), ensure_ascii=False))
        return 0
    screen = TerminalScreen()
    players = recorded_players(found, say)
    print_heading(screen, found, say)
    if args.at is not None:
        view = view_after(found, args.at, viewing_seat(args))
        screen.print_sketch(found.record.match.sketch(view, say, screen.columns))
        return 0
    print_steps(screen, list(replay_steps(found, viewing_seat(args), say)), players, say)
    print_end(screen, found, players, say)
    return 0


def viewing_seat(args: Namespace) -> int:
    """The seat of --seat, or SPECTATOR."""
    return SPECTATOR if args.seat is None else int(args.seat) - 1


def check_arguments(args: Namespace, found: LoadedRecord) -> None:
    """Raise BadOption for a seat or move that the game does not have."""
    seats, moves = found.record.match.seats, len(found.record.moves)
    if args.seat is not None and args.seat > seats:
        raise BadOption(Phrase("replay.no_seat", {"seat": args.seat, "n": seats}))
    if args.at is not None and args.at > moves:
        raise BadOption(Phrase("replay.no_move", {"move": args.at, "n": moves}))


def recorded_players(found: LoadedRecord, say: Words) -> PlayerNames:
    """Player names from the record; "?" for seats without one."""
    named = found.record.players
    return PlayerNames([named[seat] if seat < len(named) else "?" for seat in range(found.record.match.seats)], say)


def view_after(found: LoadedRecord, number: int, seat: int) -> View:
    """The view of a seat or spectator after `number` moves."""
    for at, state in enumerate(found.record.states()):
        if at == number:
            return state.view(seat)
    raise BadRecord(Phrase("replay.no_move", {"move": number, "n": len(found.record.moves)}))


def replay_steps(found: LoadedRecord, eyes: int, say: Words) -> Iterator[ReplayStep]:
    """All moves; for a seat's view, other seats' moves only by their public events."""
    match, moves = found.record.match, found.record.moves
    before = found.record.start().view()
    notation = words = ""
    for number, state in enumerate(found.record.states()):
        if number:
            seat = moves[number - 1].seat
            yield ReplayStep(number, seat, notation, words, match.events(before, state.view(), seat))
        if number < len(moves):
            move = moves[number]
            before = state.view()
            notation = words = ""
            if eyes in (SPECTATOR, move.seat):
                acting, action = state.view(move.seat), action_of(move.action)
                notation, words = match.write(acting, action), say(match.describe(acting, action))


# ---- text output --------------------------------------------------------------------------------


def print_heading(screen: TerminalScreen, found: LoadedRecord, say: Words) -> None:
    match = found.record.match
    name = say(Phrase("game.name")) if say.has("game.name") else match.package.name
    screen.print_text(" · ".join([name, *option_summary(match, say)]), "bold")
    screen.print_text(recorded_players(found, say).all_names())
    screen.print_text()


def print_steps(screen: TerminalScreen, all_steps: list[ReplayStep], players: PlayerNames, say: Words) -> None:
    """Each move in notation and words, and below it its public events."""
    width = len(str(len(all_steps)))
    for step in all_steps:
        own = f"{players[step.seat]}: {step.notation}  {step.words}" if step.notation else ""
        lines = [own] if own else []
        for event in step.events:
            if not own or event.seat != step.seat or len(step.events) > 1:
                lines.append(players.describe_event(event))
        for at, text in enumerate(lines):
            number = str(step.number).rjust(width) if at == 0 else " " * width
            screen.print_text(text, "dim" if at else "", label=f"{number}  ")


def print_end(screen: TerminalScreen, found: LoadedRecord, players: PlayerNames, say: Words) -> None:
    screen.print_text()
    view = found.record.end().view()
    if view.is_over():
        print_result(screen, found.record.match, view, players, say)
    else:
        screen.print_text(say(Phrase("replay.unfinished", {"n": len(found.record.moves)})))


# ---- JSON output --------------------------------------------------------------------------------


def replay_document(found: LoadedRecord, args: Namespace, say: Words) -> dict[str, Any]:
    match = found.record.match
    players = recorded_players(found, say)
    shown: dict[str, Any] = {"game": match.package.name, "players": found.record.players}
    if args.at is not None:
        view = view_after(found, args.at, viewing_seat(args))
        return shown | {"at": args.at, "sketch": plain_text(match.sketch(view, say, 80)).splitlines()}
    shown["moves"] = [
        {
            "number": step.number,
            "seat": step.seat + 1,
            "move": step.notation or None,
            "words": step.words or None,
            "events": [players.describe_event(event) for event in step.events],
        }
        for step in replay_steps(found, viewing_seat(args), say)
    ]
    view = found.record.end().view()
    shown["over"] = view.is_over()
    if view.is_over():
        outcome = match.outcome(view)
        shown["winners"] = [seat + 1 for seat in outcome.winners]
        shown["reason"] = capitalize(say(outcome.reason))
        shown["tally"] = [
            {
                "clause": line.clause,
                "seat": line.seat + 1,
                "points": match.points(line.points),
                "reason": say(line.reason),
            }
            for line in match.tally(view)
        ]
    return shown
