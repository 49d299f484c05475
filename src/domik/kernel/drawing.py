"""The drawing protocol: a view becomes cells with stable ids, and every legal action a path of elements to click.

A game's `draw(match, view, pen, players)` (GamePage in kernel/contract.py) returns one Drawing. Its areas are the
skeleton of the page: they hold an empty element for every cell and change only with the table, the language and the
screen form. Its cells are the current contents of those elements; elements without a cell are empty. The server sends
an area once and afterwards only the cells that changed; one script for all games highlights what can be clicked,
following the paths. Ids must not reveal a face-down card.

A game may also draw in fragments, which it caches by everything they depend on. The identical fragment object means
that nothing changed there, so most of a table is neither drawn nor compared after a move.

Symbols, patterns and gradients that cells refer to by id come from the game's `pictures(pen)`, if it has one: they
are the same for every table, language and screen, so browsers cache them as a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, Generic, Literal, NamedTuple, NewType, Protocol, TypeVar, get_args

from mypy_extensions import mypyc_attr

from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

ALTERNATIVE_PATH = 64  # added to an action number: an alternative click path
ScreenForm = Literal["hand", "low", "lap", "desk"]  # phone, phone in landscape or low, tablet, desktop
SCREEN_FORMS: Final[tuple[ScreenForm, ...]] = get_args(ScreenForm)
Markup = NewType("Markup", str)  # may stand between tags as it is: all text in it is escaped
NO_MARKUP: Final = Markup("")


class PlayerInfo(NamedTuple):
    """What the page shows about a player besides the game itself."""

    name: str
    animal: str = "squirrel"  # the portrait; seats are never told apart by colour alone
    is_bot: bool = False
    is_present: bool = True


class Pen(Protocol):
    """Drawing tools for one language and screen form: texts, icons, colour marks, portraits, fitted labels.

    There is one pen for each language, screen form and game, so drawings use it as a cache key.
    """

    language: str
    form: ScreenForm  # the page layout
    phone: bool  # whether the layout is one for phones

    def __hash__(self) -> int: ...

    def text(self, phrase: Phrase) -> str:
        """The phrase in the reader's language, not escaped: for attributes of `tag`."""
        ...

    def say(self, phrase: Phrase) -> Markup:
        """The phrase in the reader's language, escaped for markup."""
        ...

    def escape(self, text: str) -> Markup:
        """A name typed by a person, escaped for markup."""
        ...

    def icon(self, name: str, size: float = 18, width: float = 2) -> Markup:
        """A Lucide icon as an <svg> element, for use in HTML."""
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
    ) -> Markup:
        """A Lucide icon inside an SVG, its top left corner at x, y."""
        ...

    def label(self, text: str, x: float, y: float, width: float, size: float, colour: str, weight: int = 800) -> Markup:
        """SVG text centred on x, y in one or two lines, never wider than `width`."""
        ...

    def lines(self, text: str, width: float, size: float) -> int:
        """The number of lines that `label` needs for this text."""
        ...

    def mark(self, colour: str, x: float, y: float, size: float) -> Markup:
        """The shape that stands for a room colour, inside an SVG: colour is never the only sign."""
        ...

    def mark_path(self, colour: str) -> str:
        """The outline of that shape on a 24 x 24 grid."""
        ...

    def mark_icon(self, colour: str, size: float = 18) -> Markup:
        """The shape of a colour, for use in HTML."""
        ...

    def face(self, seat: int, animal: str, size: float = 30) -> Markup:
        """A seat's animal on the seat's colour, for use in HTML."""
        ...

    def pet(self, animal: str, x: float, y: float, size: float) -> Markup:
        """A seat's animal inside an SVG, its top left corner at x, y."""
        ...

    def who(self, seat: int, player: PlayerInfo, size: float, signs: Markup = NO_MARKUP) -> Markup:
        """Face and name with further markup after it; bots and absent players are marked as such."""
        ...

    def away(self, seat: int) -> Markup:
        """A text saying that the player of this seat is not connected."""
        ...

    def points(self, n: int) -> Markup:
        """A large number with its unit."""
        ...

    def state(self, kind: str, icon: str, words: Phrase) -> Markup:
        """A small tag that says what a seat is doing."""
        ...

    def final_standings(
        self, scores: tuple[int, ...], winners: int, players: tuple[PlayerInfo, ...], said: tuple[Markup, ...]
    ) -> Markup:
        """The final ranking by points, winners first with a cup; `said` is the markup of each seat's points."""
        ...


def short_number(number: float, digits: int = 1) -> str:
    """Format a number without trailing zeros."""
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=256)
def say_cached(pen: Pen, phrase: Phrase) -> Markup:
    """A translated and escaped phrase, cached because drawings repeat it."""
    return pen.say(phrase)


class Refusal(NamedTuple):
    clause: str
    reason: Phrase


Cells = dict[str, str]  # element id -> current inner markup
Paths = dict[int, tuple[str, ...]]  # action number -> element ids, in clicking order
# (number + ALTERNATIVE_PATH: the same action, clicked in another order)
Refusals = dict[str, Refusal]  # element id -> reason
NO_PATHS: Final[Paths] = {}
NO_REFUSALS: Final[Refusals] = {}


class Fragment(NamedTuple):
    """A cached and shared part of a drawing: immutable, and no cell belongs to two fragments at once."""

    cells: Cells
    paths: Paths = NO_PATHS
    refusals: Refusals = NO_REFUSALS


EMPTY_FRAGMENT: Final = Fragment({})


class Drawing:
    """One viewer's board: skeleton areas, cells, click paths and refusals."""

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
        self.fragments: dict[str, Fragment] = {}  # by name; compared with the last one of that name
        # Movable things carry data-key="..." in their markup: the same key before and after is animated.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Drawing) or self.areas != other.areas or self.fragments != other.fragments:
            return False
        return self.cells == other.cells and self.paths == other.paths and self.refusals == other.refusals

    __hash__ = None  # type: ignore[assignment]

    def flatten(self) -> Drawing:
        """The same drawing with all fragments merged into it."""
        whole = Drawing(self.areas, dict(self.cells), dict(self.paths), dict(self.refusals))
        for sheet in self.fragments.values():
            whole.cells |= sheet.cells
            whole.paths |= sheet.paths
            whole.refusals |= sheet.refusals
        return whole

    def all_fragments(self) -> dict[str, Fragment]:
        """All fragments; cells drawn outside them form one more, named ""."""
        if not self.cells:
            return self.fragments
        return {"": Fragment(self.cells, self.paths, self.refusals)} | self.fragments


MOST_REMEMBERED = 2048  # positions whose refusals are cached
MOST_CACHED_SETS = 64  # component sets in a PartsCache

PartsT = TypeVar("PartsT")
Cached = TypeVar("Cached")


class PartsCache(Generic[PartsT, Cached]):
    """One object per component set, made by `make`, so that drawing caches can compare parts by identity."""

    def __init__(self, make: Callable[[PartsT], Cached]) -> None:
        self.make = make
        self.cache: dict[int, tuple[PartsT, Cached]] = {}  # holds the parts too, so their id() is not reused

    def __call__(self, parts: PartsT) -> Cached:
        found = self.cache.get(id(parts))
        if found is None:
            if len(self.cache) >= MOST_CACHED_SETS:
                self.cache.clear()
            found = self.cache[id(parts)] = parts, self.make(parts)
        return found[1]


_REFUSALS: dict[tuple[object, ...], dict[int, Refusal | None]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseDrawingContext:
    """A view with the values that every part of a drawing needs."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[PlayerInfo, ...]) -> None:
        self.match = match
        self.view = view
        self.pen = pen
        self.players = players
        self.numbers = view.numbers
        self.seats = match.seats
        self.seat = int(view.seat)
        self.me = max(0, self.seat)  # spectators see the table from the first seat, without its hand
        self.awaited = int(view.awaited_seats())
        self.is_awaited = view.is_awaited()
        self.legal = int(view.legal())
        self._known_refusals: dict[int, Refusal | None] | None = None

    def refusal_inputs(self) -> tuple[object, ...]:
        """Everything that decides which actions are refused and why; each game keeps it as small as it can."""
        raise NotImplementedError

    def refusal_key(self) -> tuple[object, ...]:
        """Cache key: equal for positions in which the same actions are refused for the same reasons."""
        return type(self), *self.refusal_inputs()

    def known_refusals(self) -> dict[int, Refusal | None]:
        """The cached refusals of all positions with this `refusal_key`, by action."""
        if self._known_refusals is None:
            key = self.refusal_key()
            self._known_refusals = _REFUSALS.get(key)
            if self._known_refusals is None:
                if len(_REFUSALS) >= MOST_REMEMBERED:
                    _REFUSALS.clear()
                self._known_refusals = _REFUSALS[key] = {}
        return self._known_refusals

    def refusal(self, action: int) -> Refusal | None:
        """The first objection to an action, or None if it is legal; computed once for every `refusal_key`."""
        known = self.known_refusals()
        if action not in known:
            objections = self.match.objections(self.view, action)
            known[action] = Refusal(objections[0].clause, objections[0].reason) if objections else None
        return known[action]

    def why_not(self, action: int) -> Refusal:
        """The refusal of an action that is known to be illegal."""
        found = self.refusal(action)
        assert found is not None, f"{action:#x} is legal"
        return found

    def choices(self, ids: Iterable[tuple[int, str]]) -> tuple[Fragment, dict[int, Refusal]]:
        """Paths and refusals of actions that one click on one element chooses, for a viewer who may act."""
        sheet, refused = Fragment({}, {}, {}), dict[int, Refusal]()
        for number, id in ids if self.is_awaited else ():
            if self.legal >> number & 1:
                sheet.paths[number] = (id,)
            elif refusal := self.refusal(1 << number):
                sheet.refusals[id] = refused[number] = refusal
        return sheet, refused

    def refusals(self, numbers: Iterable[int]) -> dict[int, Refusal]:
        """The refusals of those of the given action numbers that are refused."""
        found = {number: self.refusal(1 << number) for number in numbers}
        return {number: refusal for number, refusal in found.items() if refusal}
