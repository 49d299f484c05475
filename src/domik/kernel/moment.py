"""One moment of a game as a drawing needs it: what every game reads of a view, and why the rules refuse an action."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from mypy_extensions import mypyc_attr

from domik.kernel.drawing import Pen, Player, Refusal
from domik.kernel.state import View
from domik.kernel.title import Match

MOST_REMEMBERED = 2048  # positions whose refusals are kept
MOST_BOXES = 64  # component sets whose boxes are kept

Kept = TypeVar("Kept")


class Boxes(Generic[Kept]):
    """One box for each component set, so that leaf caches know the same parts by the same object."""

    def __init__(self, make: Callable[[Any], Kept]) -> None:
        self.make = make
        self.kept: dict[int, tuple[Any, Kept]] = {}  # with the parts themselves, so that their id stays theirs

    def __call__(self, parts: Any) -> Kept:
        """The box of these parts."""
        found = self.kept.get(id(parts))
        if found is None:
            if len(self.kept) >= MOST_BOXES:
                self.kept.clear()
            found = self.kept[id(parts)] = parts, self.make(parts)
        return found[1]


_REFUSED: dict[tuple[object, ...], dict[int, Refusal | None]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Moment:
    """A view with what every part of a drawing asks for."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[Player, ...]) -> None:
        self.match = match
        self.view = view
        self.pen = pen
        self.players = players
        self.numbers = view.numbers
        self.seats = match.seats
        self.seat = int(view.seat)
        self.me = max(0, self.seat)  # an onlooker looks over the first seat's shoulder, and sees no hand
        self.awaited = int(view.awaited())
        self.acts = view.is_awaited()
        self.legal = int(view.legal())
        self._said: dict[int, Refusal | None] | None = None

    def deciding(self) -> tuple[object, ...]:
        """All that decides which actions are refused, and why; each game says how little that is."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """The same for moments in which the same is refused."""
        return type(self), *self.deciding()

    def said_so_far(self) -> dict[int, Refusal | None]:
        """What the rules said of actions in moments in which the same is refused."""
        if self._said is None:
            key = self.key()
            self._said = _REFUSED.get(key)
            if self._said is None:
                if len(_REFUSED) >= MOST_REMEMBERED:
                    _REFUSED.clear()
                self._said = _REFUSED[key] = {}
        return self._said

    def refusal(self, action: int) -> Refusal | None:
        """The first reason why an action is refused, None where it is legal; the rules are asked once for every key."""
        known = self.said_so_far()
        if action not in known:
            objections = self.match.objections(self.view, action)
            known[action] = Refusal(objections[0].clause, objections[0].reason) if objections else None
        return known[action]

    def why_not(self, action: int) -> Refusal:
        """Why an action that is not legal is refused."""
        found = self.refusal(action)
        assert found is not None, f"{action:#x} is legal"
        return found

    def refusals(self, numbers: Iterable[int]) -> dict[int, Refusal]:
        """Those of the actions with these numbers that are refused, and why."""
        found = {number: self.refusal(1 << number) for number in numbers}
        return {number: refusal for number, refusal in found.items() if refusal}
