"""Whether the bots' advice follows a component file: values that change no score of any move in sample games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domik.bots import bot_of
from domik.kernel.components import Components, component_changes
from domik.kernel.errors import DomikError
from domik.kernel.game import lowest
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.record import numbers_in
from domik.kernel.state import View, new_state, view_from
from domik.sim.sweep import with_values

SAMPLE_GAMES = 6
PLAYER = "normal"


@dataclass(frozen=True)
class AdviceCheck:
    """Changed values by their paths: those that advice does not look at, and those that could not be tried alone."""

    ignored: list[str]
    untried: list[str]


def check_advice(match: Match, other: Components) -> AdviceCheck:
    """Try every changed value alone: does advice score any move of the sample games differently?"""
    ignored: list[str] = []
    untried: list[str] = []
    for change in component_changes(match.components, other):
        value = change.new
        if isinstance(value, bool) or not isinstance(value, (int, float)) or change.old is None:
            untried.append(change.path)
            continue
        try:
            changed = with_values(match.components, {change.path: value})
            variant = match.package.match(match.seats, match.options_json(), changed)
        except (DomikError, KeyError, StopIteration):
            untried.append(change.path)
            continue
        if not is_noticed(match, variant):
            ignored.append(change.path)
    return AdviceCheck(ignored, untried)


def is_noticed(match: Match, variant: Match) -> bool:
    """Whether a move of the sample games has another score in the variant."""
    if int(match.game.size) != int(variant.game.size):
        return True  # another deck: positions cannot be compared, and advice reads the positions
    return any(
        view.score_move(1 << number) != there.score_move(1 << number)
        for view, legal in sample_decisions(match)
        for there in (view_from(variant.game, int(view.seat), [int(item) for item in view.numbers]),)
        for number in numbers_in(legal)
    )


def sample_decisions(match: Match) -> Iterator[tuple[View, int]]:
    """The decisions of a few games of `normal`: what the seat sees, and its legal actions."""
    for number in range(SAMPLE_GAMES):
        luck = luck_of("advice").stream(number)
        state = new_state(match.game, luck)
        bots = [bot_of(PLAYER, luck.split(), match) for _ in range(match.seats)]
        while awaited := state.awaited_seats():
            seat = int(lowest(awaited))
            view, legal = state.view(seat), int(state.legal(seat))
            if legal & (legal - 1):
                yield view, legal
            state.play(seat, bots[seat].decide(view, legal))
