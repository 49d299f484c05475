"""A game as it travels in a file: the entries of its journal that decide or tell it, without anybody's keys.

A file may come from anywhere, so nothing in it is believed: every entry is read into the types below, and the game is
replayed by its rules before it is added.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domik.games import cached_match
from domik.kernel.errors import DomikError
from domik.kernel.record import GameRecord, check_deal
from domik.server.live.live_tables import table_from_journal
from domik.table import Entry, Table
from domik.table.fair_deal import SECURE, XOSHIRO, objections_to_deal
from domik.table.setup import HUMAN, SeatPlan, Setup, Terms, read_setup, tidy_name
from domik.table.table import ANIMALS

MOST_ENTRIES = 3000  # of one game
MOST_TAKEN_BACK = 300  # of one game: each is a replay
ME = "me"  # whose file it is, in place of the hash that a store knows them by
SOMEBODY = "somebody"  # anybody else who sat there
ELSEWHERE = "elsewhere"  # beginning of the owner that a store keeps for such a person: nobody has that key

SeatNumber = Annotated[int, Meta(ge=0, lt=16)]
Time = Annotated[int, Meta(ge=0, lt=1 << 53)]
Count = Annotated[int, Meta(ge=0, lt=1 << 31)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{1,128}$")]
ShortText = Annotated[str, Meta(max_length=200)]
CardNumber = Annotated[int, Meta(gt=-(1 << 62), lt=1 << 62)]


class ContinuedGame(msgspec.Struct):
    """The game that this one continues."""

    table: ShortText
    step: Count
    deal: list[CardNumber]
    moves: list[tuple[SeatNumber, Count]]


class PlayedDeal(msgspec.Struct):
    """The deal that others play as well."""

    name: ShortText
    seed: ShortText
    counts: bool
    opens: Time
    deal: list[CardNumber]


class JournalItem(msgspec.Struct, tag_field="kind", omit_defaults=True):
    """An entry of a journal that decides or tells the game; chat and links for other devices stay where they are."""

    at: Time


class OpenedItem(JournalItem, tag="open"):
    setup: dict[str, Any]
    seed: ShortText
    luck: Annotated[int, Meta(ge=XOSHIRO, le=SECURE)] = XOSHIRO
    salt: Hex | Literal[""] = ""
    branch: ContinuedGame | None = None
    same: PlayedDeal | None = None


class SatItem(JournalItem, tag="sit"):
    seat: SeatNumber
    owner: ShortText
    name: ShortText
    animal: str = ""


class MixedItem(JournalItem, tag="entropy"):
    seat: SeatNumber
    share: ShortText


class DealtItem(JournalItem, tag="deal"):
    pass


class MovedItem(JournalItem, tag="move"):
    seat: SeatNumber
    action: Count
    auto: bool = False
    spent: Annotated[int, Meta(gt=-(1 << 53), lt=1 << 53)] | None = None


class TakenBackItem(JournalItem, tag="back"):
    to: Count


class WithdrawnItem(JournalItem, tag="withdraw"):
    number: Count


class StoodInItem(JournalItem, tag="stand_in"):
    seat: SeatNumber
    why: Literal["away", "clock"]


class ReturnedItem(JournalItem, tag="return"):
    seat: SeatNumber


class ResignedItem(JournalItem, tag="resign"):
    seat: SeatNumber


class EndedItem(JournalItem, tag="end"):
    seat: SeatNumber
    yes: bool


class HintedItem(JournalItem, tag="hint"):
    seat: SeatNumber
    action: Count


AnyItem = (
    OpenedItem
    | SatItem
    | MixedItem
    | DealtItem
    | MovedItem
    | TakenBackItem
    | WithdrawnItem
    | StoodInItem
    | ReturnedItem
    | ResignedItem
    | EndedItem
    | HintedItem
)

KINDS = {kind.__struct_config__.tag for kind in AnyItem.__args__}


class DamagedGame(Exception):
    """A game of a file that its rules do not play."""


# ---- out of a store ----------------------------------------------------------------------------------------------


def exported_journal(entries: list[Entry], owner: str) -> list[Entry]:
    """What a file holds of a journal: the owner is ME, others have their names only."""
    found = []
    for entry in entries:
        if entry["kind"] in KINDS:
            if "owner" in entry:
                entry = entry | {"owner": ME if entry["owner"] == owner else SOMEBODY}
            found.append(msgspec.to_builtins(msgspec.convert(entry, AnyItem)))
    return found


# ---- into a store ------------------------------------------------------------------------------------------------


def imported_journal(document: object, owner: str) -> list[Entry]:
    """The journal of a game in a file, for the store; DamagedGame where it is none."""
    try:
        items = msgspec.convert(document, list[AnyItem])
        opening = items[0]
        if not isinstance(opening, OpenedItem) or any(isinstance(item, OpenedItem) for item in items[1:]):
            raise DamagedGame
        setup = without_listing(read_setup(opening.setup))
    except (msgspec.ValidationError, DomikError, IndexError):
        raise DamagedGame from None
    taken_back = sum(isinstance(item, TakenBackItem | WithdrawnItem) for item in items)
    if len(items) > MOST_ENTRIES or taken_back > MOST_TAKEN_BACK:
        raise DamagedGame
    for item in items:
        if isinstance(item, SatItem):
            item.name = tidy_name(item.name)
            item.animal = item.animal if item.animal in ANIMALS else ""
            item.owner = owner if item.owner == ME else stranger(item.name)
    first = msgspec.to_builtins(opening) | {"setup": setup.to_dict(), "host": owner}
    return [first, *(msgspec.to_builtins(item) for item in items[1:])]


def without_listing(setup: Setup) -> Setup:
    """The same, not shown to others on the home page: nobody there has seen it played."""
    return replace(setup, terms=replace(setup.terms, listed=False))


def stranger(name: str) -> str:
    """The owner of a seat of somebody who is not here: the same for the same name, and nobody can be them."""
    return f"{ELSEWHERE}{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def replay_game(id: str, journal: list[Entry]) -> Table:
    """The table of an imported journal, played by the rules; DamagedGame where they object."""
    try:
        check_given_deal(journal[0])
        table = table_from_journal(id, journal)
    except Exception:  # however a made-up entry makes the rules fail, it is no game
        raise DamagedGame from None
    if not table.is_dealt or all(seat.is_bot for seat in table.seats):
        raise DamagedGame
    return table


def check_given_deal(opening: Entry) -> None:
    """Raise DomikError where the cards that an opening names are not those of the game."""
    setup = read_setup(opening["setup"])
    match = cached_match(setup.game, len(setup.seats), setup.options)
    for given in (opening.get("branch"), opening.get("same")):
        if given and given["deal"]:
            check_deal(match, given["deal"])


# ---- records -----------------------------------------------------------------------------------------------------


def journal_of_record(record: GameRecord, opened: int, me: str) -> list[Entry]:
    """A journal that plays a record, as a file would hold it; the seat with the name `me` is ME's."""
    names = [tidy_name(name) for name in record.players]
    seats = tuple(SeatPlan(HUMAN, name) for name in names)
    setup = Setup(record.match.package.name, dict(record.match.options), seats, Terms())
    opening: Entry = {"kind": "open", "at": opened, "setup": setup.to_dict(), "seed": record.seed}
    entries: list[Entry] = [opening]
    entries += [
        {"kind": "sit", "at": opened, "seat": seat, "owner": ME if name and name == me else SOMEBODY, "name": name}
        for seat, name in enumerate(names)
    ]
    if objections_to_deal(record):  # of a shared deal, or not from a table: the cards are given, not proven
        opening["branch"] = {"table": "", "step": 0, "deal": record.deal, "moves": []}
    else:
        fair = record.extra["fair"]
        opening |= {"seed": fair["seed"], "luck": fair.get("version", XOSHIRO)}
        entries += [
            {"kind": "entropy", "at": opened, "seat": seat, "share": share}
            for seat, share in enumerate(fair["entropy"])
            if share
        ]
    entries.append({"kind": "deal", "at": opened})
    entries += [
        {"kind": "move", "at": opened + move.at, "seat": move.seat, "action": move.action} for move in record.moves
    ]
    return entries
