"""The field of bots: three levels that play the same seat of the same deal, so that nobody plays alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domik.deals.deal import Deal
from domik.kernel.record import RecordedMove
from domik.table.running_game import RunningGame
from domik.table.shared_deal import bot_move

LEVELS: Mapping[str, int] = {"easy": 10, "normal": 10, "hard": 5}  # how many tables every level plays
LONGEST = 2000  # moves; no game comes near


@dataclass(frozen=True)
class BotResult:
    """How somebody played a deal."""

    level: str
    number: int
    score: int
    moves: tuple[tuple[int, int], ...]  # seat and action number

    @property
    def key(self) -> str:
        """Its place in the field."""
        return result_key(self.level, self.number)


def result_key(level: str, number: int) -> str:
    """What the table of one bot is called."""
    return f"{level}-{number}"


def result_keys(levels: Mapping[str, int] = LEVELS) -> list[str]:
    """Every table of the field, in the order in which they are played: the quick ones first."""
    return [result_key(level, number) for level, many in levels.items() for number in range(many)]


def play_deal(deal: Deal, level: str, number: int) -> BotResult:
    """A bot at the player's seat, with luck of its own; the rivals answer as they answer everybody."""
    table = deal.table()
    luck = f"{deal.seed} field {level} {number}"
    while not table.is_over and len(table.moves) < LONGEST:
        table.submit(deal.seat, bot_move(level, luck, table.view(deal.seat)), 0)
    moves = tuple((move.seat, move.action) for move in table.moves)
    return BotResult(level, number, table.scores()[deal.seat], moves)


def play_missing(deal: Deal, known: set[str], levels: Mapping[str, int] = LEVELS) -> Iterator[BotResult]:
    """The tables of the field that are not known yet, one after another."""
    for level, many in levels.items():
        for number in range(many):
            if result_key(level, number) not in known:
                yield play_deal(deal, level, number)


def replay_deal(deal: Deal, moves: tuple[tuple[int, int], ...]) -> RunningGame:
    """A game of this deal, played again."""
    match = deal.match()
    course = RunningGame(match)
    course.start(deal.deal_numbers(match))
    for seat, action in moves:
        course.apply_move(RecordedMove(seat, action), auto=False)
    return course
