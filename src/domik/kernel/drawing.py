"""The drawing protocol: a view becomes cells with stable ids, and every legal action a path of things to click.

A game's `drawing.draw(match, view, pen, players)` gives one Drawing. Its areas are the skeleton of the page: they
hold an empty element for every cell and change only with the table, the language and the size of the screen. Its cells
are what is inside those elements now; those that are not named are empty. The server sends an area once and afterwards
only the cells that changed; one script for all games lights up what can be clicked by the paths. Ids must not betray a
face-down card.

A game may draw on sheets instead of on the bare table: parts that it keeps by all that they depend on. The very same
sheet again means that nothing changed there, so that most of a table is neither drawn nor compared after a move.

Symbols, patterns and gradients that cells refer to by id come from the module's `pictures(pen)`, where it has one: the
same for every table, language and screen, so that browsers keep them as a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args

from mypy_extensions import mypyc_attr

from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

ALTERNATIVE_PATH = 64  # added to an action's number: another path to the same action
ScreenForm = Literal["hand", "low", "lap", "desk"]  # a phone, a phone that is low or on its side, a tablet, a desk
SCREEN_FORMS: Final[tuple[ScreenForm, ...]] = get_args(ScreenForm)


class PlayerInfo(NamedTuple):
    """What the page shows of a seat besides the game itself."""

    name: str
    animal: str = "squirrel"  # one of those that the page draws: never colour alone
    is_bot: bool = False
    is_present: bool = True


class Pen(Protocol):
    """What a drawing draws with: the reader's language and screen, icons, colour marks, faces, and text that fits.

    There is one pen for each language, screen and game, so that drawings cache their leaves by it.
    """

    language: str
    form: ScreenForm  # which of the arrangements the page has
    phone: bool  # whether it is one that lies in the hand

    def __hash__(self) -> int: ...

    def say(self, phrase: Phrase) -> str:
        """The phrase in the reader's language, escaped for markup."""
        ...

    def escape(self, text: str) -> str:
        """A name that people typed, safe inside markup."""
        ...

    def icon(self, name: str, size: float = 18, width: float = 2) -> str:
        """A Lucide icon as an <svg> of its own, for running HTML."""
        ...

    def glyph(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        colour: str = "currentColor",
        width: float = 2,
        fill: str = "none",
    ) -> str:
        """A Lucide icon inside an SVG, its top left corner at x, y."""
        ...

    def label(self, text: str, x: float, y: float, width: float, size: float, colour: str, weight: int = 800) -> str:
        """SVG text centred on x, y in one or two lines, never wider than `width`."""
        ...

    def lines(self, text: str, width: float, size: float) -> int:
        """How many lines a label of this text takes."""
        ...

    def mark(self, colour: str, x: float, y: float, size: float) -> str:
        """A room colour's own shape inside an SVG: colour is never the only sign."""
        ...

    def mark_path(self, colour: str) -> str:
        """The bare outline of that shape on a 24 x 24 grid."""
        ...

    def mark_icon(self, colour: str, size: float = 18) -> str:
        """A colour's own shape for running HTML."""
        ...

    def face(self, seat: int, animal: str, size: float = 30) -> str:
        """A seat's animal on the seat's colour, for running HTML."""
        ...

    def pet(self, animal: str, x: float, y: float, size: float) -> str:
        """A seat's animal inside an SVG, its top left corner at x, y."""
        ...

    def who(self, seat: int, player: PlayerInfo, size: float, signs: str = "") -> str:
        """A face and a name with other signs behind it; bots and empty chairs say so."""
        ...

    def away(self, seat: int) -> str:
        """Nobody is there now: said in words."""
        ...

    def points(self, n: int) -> str:
        """A big number and what it counts."""
        ...

    def state(self, kind: str, icon: str, words: Phrase) -> str:
        """A small tag: what a seat is doing."""
        ...

    def standing(
        self, scores: tuple[int, ...], winners: int, players: tuple[PlayerInfo, ...], said: tuple[str, ...]
    ) -> str:
        """The end: everybody by points, the winners first and with a cup; `said` is the markup of their points."""
        ...


def short_number(number: float, digits: int = 1) -> str:
    """A number without needless zeros."""
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=16384)
def say_cached(pen: Pen, phrase: Phrase) -> str:
    """A phrase that is drawn again and again, said and escaped once."""
    return pen.say(phrase)


class Refusal(NamedTuple):
    """Why something that could be clicked does nothing now."""

    clause: str
    reason: Phrase


Cells = dict[str, str]  # element id -> the markup inside it now
Paths = dict[int, tuple[str, ...]]  # action number -> element ids, in clicking order
# (number + OTHER_WAY: the same action by clicking in another order)
Refusals = dict[str, Refusal]  # element id -> why not
NO_PATHS: Final[Paths] = {}
NO_REFUSALS: Final[Refusals] = {}


class Fragment(NamedTuple):
    """A part of a table, kept and shared: nobody changes it, and no cell lies on two sheets at once."""

    cells: Cells
    paths: Paths = NO_PATHS
    refusals: Refusals = NO_REFUSALS


EMPTY_FRAGMENT: Final = Fragment({})


class Drawing:
    """One viewer's table."""

    def __init__(
        self,
        areas: dict[str, str] | None = None,
        cells: Cells | None = None,
        paths: Paths | None = None,
        refusals: Refusals | None = None,
    ) -> None:
        self.areas: dict[str, str] = {} if areas is None else areas  # "ribbon", "own", "hand", "side": skeleton markup
        self.cells: Cells = {} if cells is None else cells
        self.paths: Paths = {} if paths is None else paths
        self.refusals: Refusals = {} if refusals is None else refusals
        self.fragments: dict[str, Fragment] = {}  # by name: a sheet is compared with the last of its name
        # Things that move have data-key="..." in their markup: the same key before and after is animated.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Drawing) or self.areas != other.areas or self.fragments != other.fragments:
            return False
        return self.cells == other.cells and self.paths == other.paths and self.refusals == other.refusals

    __hash__ = None  # type: ignore[assignment]

    def flatten(self) -> Drawing:
        """The same without sheets."""
        whole = Drawing(self.areas, dict(self.cells), dict(self.paths), dict(self.refusals))
        for sheet in self.fragments.values():
            whole.cells |= sheet.cells
            whole.paths |= sheet.paths
            whole.refusals |= sheet.refusals
        return whole

    def all_fragments(self) -> dict[str, Fragment]:
        """The bare table as one more sheet, where something lies on it."""
        if not self.cells:
            return self.fragments
        return {"": Fragment(self.cells, self.paths, self.refusals)} | self.fragments


MOST_REMEMBERED = 2048  # positions whose refusals are kept
MOST_CACHED_SETS = 64  # component sets whose boxes are kept

Cached = TypeVar("Cached")


class PartsCache(Generic[Cached]):
    """One box for each component set, so that leaf caches know the same parts by the same object."""

    def __init__(self, make: Callable[[Any], Cached]) -> None:
        self.make = make
        self.cache: dict[int, tuple[Any, Cached]] = {}  # with the parts themselves, so that their id stays theirs

    def __call__(self, parts: Any) -> Cached:
        """The box of these parts."""
        found = self.cache.get(id(parts))
        if found is None:
            if len(self.cache) >= MOST_CACHED_SETS:
                self.cache.clear()
            found = self.cache[id(parts)] = parts, self.make(parts)
        return found[1]


_REFUSALS: dict[tuple[object, ...], dict[int, Refusal | None]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseDrawingContext:
    """A view with what every part of a drawing asks for."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[PlayerInfo, ...]) -> None:
        self.match = match
        self.view = view
        self.pen = pen
        self.players = players
        self.numbers = view.numbers
        self.seats = match.seats
        self.seat = int(view.seat)
        self.me = max(0, self.seat)  # an onlooker looks over the first seat's shoulder, and sees no hand
        self.awaited = int(view.awaited_seats())
        self.is_awaited = view.is_awaited()
        self.legal = int(view.legal())
        self._known_refusals: dict[int, Refusal | None] | None = None

    def refusal_inputs(self) -> tuple[object, ...]:
        """All that decides which actions are refused, and why; each game says how little that is."""
        raise NotImplementedError

    def refusal_key(self) -> tuple[object, ...]:
        """The same for moments in which the same is refused."""
        return type(self), *self.refusal_inputs()

    def known_refusals(self) -> dict[int, Refusal | None]:
        """What the rules said of actions in moments in which the same is refused."""
        if self._known_refusals is None:
            key = self.refusal_key()
            self._known_refusals = _REFUSALS.get(key)
            if self._known_refusals is None:
                if len(_REFUSALS) >= MOST_REMEMBERED:
                    _REFUSALS.clear()
                self._known_refusals = _REFUSALS[key] = {}
        return self._known_refusals

    def refusal(self, action: int) -> Refusal | None:
        """The first reason why an action is refused, None where it is legal; the rules are asked once for every key."""
        known = self.known_refusals()
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
