"""The bot field: bots of three levels play the same seat of a deal, for players to compare their results with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domik.bots import parse_bot
from domik.deals.deal import Deal
from domik.kernel.record import RecordedMove
from domik.table.fair_deal import bot_move
from domik.table.running_game import RunningGame

LEVELS: Mapping[str, int] = {"easy": 10, "normal": 10, "hard": 5}  # tables per level
LONGEST = 2000  # moves; safety limit


@dataclass(frozen=True)
class BotResult:
    """A bot's game of a deal."""

    level: str
    number: int
    score: int
    moves: tuple[tuple[int, int], ...]  # seat and action number

    @property
    def key(self) -> str:
        return result_key(self.level, self.number)


def result_key(level: str, number: int) -> str:
    return f"{level}-{number}"


def result_keys(levels: Mapping[str, int] = LEVELS) -> list[str]:
    """Keys of all tables, in playing order: the fast levels first."""
    return [result_key(level, number) for level, many in levels.items() for number in range(many)]


def play_deal(deal: Deal, level: str, number: int) -> BotResult:
    """Play the deal with a bot in the player's seat; the other seats use the same bots and luck as for everyone."""
    table = deal.table()
    luck = f"{deal.seed} field {level} {number}"
    while not table.is_over and len(table.moves) < LONGEST:
        table.submit(deal.seat, bot_move(parse_bot(level), luck, table.view(deal.seat)), 0)
    moves = tuple((move.seat, move.action) for move in table.moves)
    return BotResult(level, number, table.scores()[deal.seat], moves)


def play_missing(deal: Deal, known: set[str], levels: Mapping[str, int] = LEVELS) -> Iterator[BotResult]:
    """Play the tables that are not in `known`, one at a time."""
    for level, many in levels.items():
        for number in range(many):
            if result_key(level, number) not in known:
                yield play_deal(deal, level, number)


def replay_deal(deal: Deal, moves: tuple[tuple[int, int], ...]) -> RunningGame:
    match = deal.match()
    course = RunningGame(match)
    course.start(deal.deal_numbers(match))
    for seat, action in moves:
        course.apply_move(RecordedMove(seat, action), auto=False)
    return course
