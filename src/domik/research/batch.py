"""Batch: many games stepped together as NumPy arrays, and Lookahead: the observation after each legal action."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from domik.games import Writer, check_writer, game_package, written_by
from domik.kernel import batch as kernel
from domik.kernel.batch import all_external
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.luck import Luck, luck_of
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.research.encoding import DTYPES, Encoding, Numbers, array_over, features_of, np, unpack_masks
from domik.research.errors import bad_input, explain_errors, whole_number


class Lookahead:
    """One row for every legal action of every table; the arrays are overwritten by the next `expand`.

    - `table` [rows] int64: the table, in ascending order
    - `action` [rows] int64: the action number
    - `seat` [rows] int64: the seat that would act
    - `observation` [rows, width] int64: what that seat may know afterwards, in a world imagined from its view
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.kernel = kernel.LookaheadEngine(batch.kernel)

    def expand(self) -> None:
        """Recompute the rows from the current positions."""
        inner = self.kernel
        inner.expand()
        rows = self.rows = int(inner.rows)
        width = self.batch.width
        self.table: Numbers = array_over(inner.table, np.int64)[:rows]
        self.action: Numbers = array_over(inner.action, np.int64)[:rows]
        self.seat = array_over(inner.seat, np.int64)[:rows]
        self.observation = array_over(inner.observation, np.int64)[: rows * width].reshape(rows, width)

    def features(self, kind: str = "float32") -> Numbers:
        """The features of every row, as a new array."""
        encoding = self.batch.encoding
        self.kernel.encode(encoding.encoder)
        return encoding.convert(array_over(self.kernel.features, np.uint8).reshape(self.rows, -1), kind)

    def best(self, values: Numbers) -> Numbers:
        """For every table the row with the highest value; the first of equals."""
        order = np.lexsort((np.arange(self.rows), -values, self.table))
        found: Numbers = order[np.searchsorted(self.table[order], np.arange(self.batch.tables))]
        return found


REWARDS = {"win": kernel.WIN, "margin": kernel.MARGIN, "points": kernel.POINTS}
MOST_TABLES = 1_000_000


class Tables:
    """A number of tables that play the same game; every array is read-only and changes in place with every step.

    - `observation` [tables, width] int64: what the seat to act may know; `fields` names every number
    - `legal` [tables] int64: the mask of its legal actions; `mask()` gives it as bool [tables, 63]
    - `seat` [tables] int64: the seat to act
    - `reward` [tables, seats] float64 and `done` [tables] bool: of the game that the last step ended, 0 elsewhere
    - `games` [tables] int64: the number of each table's current game
    """

    match: Match
    tables: int
    seats: int
    width: int
    observation: Numbers
    legal: Numbers
    seat: Numbers
    reward: Numbers
    done: Numbers
    games: Numbers
    _encoding: Encoding | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.tables} tables, {self.match!r}>"

    def mask(self) -> Numbers:
        """The legal actions as bool [tables, 63]."""
        return unpack_masks(self.legal)

    @property
    def fields(self) -> Mapping[str, slice]:
        """The slice of each named field of an observation."""
        found: Mapping[str, slice] = features_of(self.match).fields.slices(self.match.game)
        return found

    def field(self, name: str) -> Numbers:
        """One named field of every observation, [tables, length]."""
        fields = self.fields
        if name not in fields:
            raise bad_input("no_field", field=name, game=self.match.package.name, fields=", ".join(fields))
        found: Numbers = self.observation[:, fields[name]]
        return found

    @property
    def encoding(self) -> Encoding:
        """The game's features: their slices and shapes by name."""
        if self._encoding is None:
            self._encoding = Encoding(self.match)
        return self._encoding

    def illegal_error(self, table: int, action: int) -> Exception:
        """The error for an illegal action; seats and tables are counted from 0, as in the arrays."""
        legal = action_list(int(self.legal[table]))
        return bad_input("illegal", table=table, seat=int(self.seat[table]), action=action, legal=legal)


class Batch(Tables):
    """Tables in this process; the arrays lie over the engine's own memory."""

    def __init__(
        self,
        game: str,
        tables: int = 1024,
        seats: int | None = None,
        seed: int | str = 1,
        reward: str = "win",
        components: Path | str | None = None,
        **options: object,
    ) -> None:
        match = build_match(game, seats, options, components)
        self.open(match, table_count(tables), seed_luck(seed), reward_kind(reward))
        self.kernel.begin()

    def open(self, match: Match, tables: int, luck: Luck, reward: int) -> None:
        """Create the kernel's engine, in which no game has begun yet, and the arrays over it."""
        self.match, self.tables, self.seats = match, tables, match.seats
        unit = 0.5 if match.package.halves else 1.0
        self.kernel = kernel.BatchEngine(match.game, tables, luck, all_external(self.seats), reward, unit)
        self.map_arrays()

    def __copy__(self) -> Batch:
        return copy.deepcopy(self)  # arrays and random streams must not be shared

    def __reduce__(self) -> tuple[object, ...]:
        ahead = None if self._ahead is None else self._ahead.kernel.luck.copy()
        return restore_batch, (
            *(written_by(), self.match, self.tables, int(self.kernel.reward_kind)),
            *(self.kernel.snapshot(), ahead),
        )

    def map_arrays(self) -> None:
        """Create the NumPy arrays over the kernel's buffers."""
        inner, tables = self.kernel, self.tables
        self.observation = array_over(inner.observation, np.int64).reshape(tables, -1)
        self.legal = array_over(inner.legal, np.int64)
        self.seat = array_over(inner.seat, np.int64)
        self.reward = array_over(inner.reward, np.float64).reshape(tables, -1)
        self.done = array_over(inner.done, np.bool_)
        self.games = array_over(inner.games, np.int64)
        self.choice: Numbers = array_over(inner.choice, np.int64)
        self.width = self.observation.shape[1]
        self._encoding = None
        self._ahead: Lookahead | None = None

    # ---- observing --------------------------------------------------------------------------------

    def features(self, kind: str = "float32") -> Numbers:
        """The features of every observation, as a new array: float32 from 0 to 1, or uint8 counts."""
        check_choice("kind", kind, DTYPES)
        encoding = self.encoding
        self.kernel.encode(encoding.encoder)
        return encoding.convert(array_over(self.kernel.features, np.uint8).reshape(self.tables, -1), kind)

    def ahead(self) -> Lookahead:
        """The lookahead of the current positions; the same object at every call, recomputed."""
        if self._ahead is None:
            self._ahead = Lookahead(self)
        self._ahead.expand()
        return self._ahead

    def view(self, table: int) -> View:
        """The view of the seat to act at one table, as bots take it."""
        self.check_table(table)
        return self.kernel.drivers[table].view(int(self.seat[table]))

    # ---- playing ----------------------------------------------------------------------------------

    def step(self, actions: Sequence[int] | Numbers) -> None:
        """Apply one action number to every table; BadInput names the first illegal one, and nothing changes."""
        array = check_actions(actions, self.tables)
        wrong = int(self.kernel.step(array.astype(np.int64, order="C", copy=False)))
        if wrong >= 0:
            raise self.illegal_error(wrong, int(array[wrong]))

    def sample(self) -> Numbers:
        """A random legal action for every table; the array is overwritten by the next call."""
        self.kernel.sample()
        return self.choice

    def deal(self, table: int, deal: Sequence[int]) -> None:
        """Start a game of a given deal, such as a record's, on one table."""
        self.check_table(table)
        if not isinstance(deal, (list, tuple, np.ndarray)):
            raise bad_input("not_deal", game=self.match.package.name, seats=self.seats)
        listed = [whole_number("deal", number) for number in deal]
        if is_bad_deal(self.match, listed):
            raise bad_input("not_deal", game=self.match.package.name, seats=self.seats)
        self.kernel.deal_from(table, listed)

    def check_table(self, table: int) -> None:
        if not 0 <= whole_number("table", table) < self.tables:
            raise bad_input("not_table", table=table, last=self.tables - 1)


def batch_engine(match: Match, tables: int, luck: Luck, reward: int) -> kernel.BatchEngine:
    """The kernel's engine for tables whose seats are all decided from outside."""
    unit = 0.5 if match.package.halves else 1.0
    return kernel.BatchEngine(match.game, tables, luck, all_external(match.seats), reward, unit)


def table_count(tables: object) -> int:
    count = check_at_least("tables", tables, 1)
    if count > MOST_TABLES:
        raise bad_input("not_word", what="tables", value=count, values=f"1 to {MOST_TABLES}")
    return count


def seed_luck(seed: object) -> Luck:
    """The random stream of a seed: text, or a whole number."""
    return luck_of(seed if isinstance(seed, str) else whole_number("seed", seed))


def reward_kind(reward: str) -> int:
    check_choice("reward", reward, REWARDS)
    return int(REWARDS[reward])


def restore_batch(
    writer: Writer, match: Match, tables: int, reward: int, kept: tuple[object, ...], ahead: Luck | None
) -> Batch:
    """The batch of a pickle."""
    check_writer(writer)
    batch = Batch.__new__(Batch)
    batch.open(match, tables, luck_of(0), reward)
    batch.kernel.restore(kept)
    if ahead is not None:
        batch._ahead = Lookahead(batch)
        batch._ahead.kernel.luck = ahead.copy()
    return batch


def build_match(
    game: str, seats: int | None, options: Mapping[str, object], components: Path | str | None = None
) -> Match:
    """The match, or BadInput, or TypeError for an unknown option; two seats where none are asked for."""
    with explain_errors(game):
        title = game_package(game)
        many = title.default_seats if seats is None else whole_number("seats", seats)
        return title.match(many, options, None if components is None else Path(components))


def check_actions(actions: object, tables: int) -> Numbers:
    """The actions as an array; BadInput unless there is one integer for each table."""
    array: Numbers = np.asarray(actions)
    if array.shape != (tables,) or array.dtype.kind not in "iu":
        raise bad_input("not_actions", tables=tables, shape=str(array.shape), type=str(array.dtype))
    return array


def is_bad_deal(match: Match, deal: list[int]) -> bool:
    try:
        return match.package.rules().check_deal(match, deal)
    except (IndexError, ValueError, OverflowError):
        return True


def check_at_least(what: str, value: object, least: int) -> int:
    """The value as an int; BadInput if it is smaller than `least`."""
    if isinstance(value, bool) or whole_number(what, value) < least:
        raise bad_input("not_number", what=what, least=least, value=repr(value))
    return whole_number(what, value)


def check_choice(what: str, value: object, values: Any) -> None:
    if value not in tuple(values):
        raise bad_input("not_word", what=what, value=str(value), values=", ".join(values))


def action_list(mask: int) -> str:
    """The action numbers of a mask, for an error message."""
    return ", ".join(str(number) for number in range(MOST_ACTIONS) if mask >> number & 1)
