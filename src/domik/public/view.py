"""What one seat may know, and nothing else: it prints itself as the terminal's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domik.kernel.game import ONLOOKER
from domik.kernel.luck import luck_of
from domik.kernel.sketch import plain
from domik.kernel.state import View as Seen
from domik.kernel.state import imagined
from domik.kernel.title import Match
from domik.language import words_for
from domik.public.move import Moves
from domik.public.result import Tally

if TYPE_CHECKING:
    from domik.public.play import Play


class View:
    """A copy of what a seat, or an onlooker, may know at one moment."""

    def __init__(self, match: Match, seen: Seen) -> None:
        self.match = match
        self.seen = seen  # the kernel's view, for those who need speed

    @property
    def seat(self) -> int | None:
        """Whose view it is; None for an onlooker's."""
        seat = int(self.seen.seat)
        return None if seat == ONLOOKER else seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.seen.is_over()

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return seats_in(int(self.seen.awaited()))

    @property
    def legal_moves(self) -> Moves:
        """The moves open to this seat now; none when it is not awaited."""
        return Moves(self.match, self.seen)

    @property
    def legal_mask(self) -> int:
        """The same as one mask, a bit an action."""
        return int(self.seen.legal())

    @property
    def numbers(self) -> tuple[int, ...]:
        """The row of numbers that this seat may know; whatever is foreign is 0."""
        return tuple(int(number) for number in self.seen.numbers)

    def prompt(self, language: str = "en") -> str:
        """What this seat is to do now, or whom it waits for."""
        return words_for(language, (self.match.title.words,))(self.match.prompt(self.seen))

    def tally(self) -> Tally:
        """Points so far with their reasons, as far as this seat may know them."""
        return Tally(self.match, self.match.tally(self.seen))

    def text(self, language: str = "en", columns: int = 100) -> str:
        """The table in letters."""
        say = words_for(language, (self.match.title.words,))
        return plain(self.match.sketch(self.seen, say, columns))

    def imagine(self, seed: int | str = 0) -> Play:
        """A whole game that agrees with everything this seat has seen, every such game as likely as the next."""
        from domik.public.play import Play

        if self.seat is None:
            raise ValueError("an onlooker holds no cards to imagine from: take the view of a seat, game.view(0)")
        return Play(self.match, imagined(self.seen, luck_of(f"imagine {seed}")))

    def __repr__(self) -> str:
        who = "an onlooker" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who} in {self.match.title.name}: {self.prompt()}>"

    def __str__(self) -> str:
        return f"{self.text()}\n\n{self.prompt()}"


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a mask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
