"""View: what one seat may know, and nothing else; its `str` is the text board of the terminal."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from domik.games import Writer, check_writer, written_by
from domik.kernel.game import SPECTATOR
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.sketch import plain_text
from domik.kernel.state import View as Seen
from domik.kernel.state import imagine_state, view_from
from domik.language import words_for
from domik.public.move import Moves
from domik.public.result import Tally

if TYPE_CHECKING:
    from domik.public.play import Play


class View:
    """A copy of what a seat, or a spectator, may know at one moment."""

    def __init__(self, match: Match, seen: Seen) -> None:
        self.match = match
        self.kernel_view = seen  # the kernel's view, for code that needs speed

    @property
    def seat(self) -> int | None:
        """The seat, or None for a spectator's view."""
        seat = int(self.kernel_view.seat)
        return None if seat == SPECTATOR else seat

    @property
    def is_over(self) -> bool:
        return self.kernel_view.is_over()

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return seats_in(int(self.kernel_view.awaited_seats()))

    @property
    def legal_moves(self) -> Moves:
        """The legal moves of this seat; none when it is not awaited."""
        return Moves(self.match, self.kernel_view)

    @property
    def legal_mask(self) -> int:
        """The same as one bit mask."""
        return int(self.kernel_view.legal())

    @property
    def numbers(self) -> tuple[int, ...]:
        """The packed state as this seat may know it; everything hidden is 0."""
        return tuple(int(number) for number in self.kernel_view.numbers)

    def prompt(self, language: str = "en") -> str:
        """What this seat is to do now, or which seats it waits for."""
        return words_for(language, (self.match.package.words_package,))(self.match.prompt(self.kernel_view))

    def tally(self) -> Tally:
        """The points so far with their reasons, as far as this seat may know them."""
        return Tally(self.match, self.match.tally(self.kernel_view))

    def text(self, language: str = "en", columns: int = 100) -> str:
        """The table as text."""
        say = words_for(language, (self.match.package.words_package,))
        return plain_text(self.match.sketch(self.kernel_view, say, columns))

    def svg(self, language: str = "en") -> str:
        """The board as the browser draws it, as one SVG document; any browser shows it, few other programs do."""
        from domik.server.rendering.view_picture import view_picture

        return view_picture(self.match, self.kernel_view, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """For notebooks: the picture, and the board as text for those who do not see it."""
        data = b64encode(self.svg().encode()).decode()
        return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(str(self))}">'

    def imagine(self, seed: int | str = 0) -> Play:
        """Sample a whole game consistent with everything this seat has seen, uniformly among such games."""
        from domik.public.play import Play

        if self.seat is None:
            raise ValueError("a spectator holds no cards to imagine from: take the view of a seat, game.view(0)")
        return Play(self.match, imagine_state(self.kernel_view, luck_of(f"imagine {seed}")))

    def __reduce__(self) -> tuple[object, ...]:
        return restore_view, (written_by(), self.match, int(self.kernel_view.seat), self.numbers)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who} in {self.match.package.name}: {self.prompt()}>"

    def __str__(self) -> str:
        return f"{self.text()}\n\n{self.prompt()}"


def restore_view(writer: Writer, match: Match, seat: int, numbers: tuple[int, ...]) -> View:
    """The view of a pickle."""
    check_writer(writer)
    return View(match, view_from(match.game, seat, list(numbers)))


def seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
