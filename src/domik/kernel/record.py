"""Game records: one JSON document per game, which replays the game and proves its result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from domik.kernel.components import Components
from domik.kernel.errors import BadRecord, DomikError, IllegalMove
from domik.kernel.game import MOST_ACTIONS, lowest
from domik.kernel.package import GamePackage, Match, built_in_components
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, state_from_deal

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One action of a record; `action` is its number, `at` the milliseconds since the start."""

    seat: int
    action: int
    at: int = 0


@dataclass
class GameRecord:
    """A game from its deal to its result."""

    match: Match
    deal: list[int]
    players: list[str]
    moves: list[RecordedMove] = field(default_factory=list)
    seed: str = ""
    extra: dict[str, Any] = field(default_factory=dict)  # fair-deal proof, date, notes: preserved, not interpreted

    def __repr__(self) -> str:
        return f"<GameRecord of {self.match.package.name}: {', '.join(self.players)}; {len(self.moves)} moves>"

    def start(self) -> State:
        """The state before the first move."""
        return state_from_deal(self.match.game, self.deal)

    def states(self) -> Iterator[State]:
        """The state before every move and after the last, one object changed in place; BadRecord at an illegal move."""
        state = self.start()
        yield state
        for number, move in enumerate(self.moves, 1):
            try:
                state.play(move.seat, action_of(move.action))
            except (IllegalMove, ValueError, OverflowError, TypeError):
                raise BadRecord(
                    Phrase("error.record_move", {"number": number, "seat": move.seat + 1, "action": move.action})
                ) from None
            yield state

    def end(self) -> State:
        """The state after the last move."""
        state = self.start()
        for reached in self.states():
            state = reached
        return state

    def to_dict(self) -> dict[str, Any]:
        """The JSON document, schema version first."""
        match = self.match
        state = self.end()
        over = state.is_over()
        components: dict[str, Any] = {"hash": match.components.hash()}
        if components["hash"] != built_in_components(match.package).hash():
            components["toml"] = match.components.text  # a custom component file is stored in the record
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "game": match.package.name,
            "rules": match.package.rules_version,
            "seats": match.seats,
            "options": match.options_json(),
            "components": components,
            "players": self.players,
            "seed": self.seed,
            "deal": self.deal,
            "moves": [[move.seat, move.action, move.at] for move in self.moves],
            "over": over,
            "scores": [int(state.score(seat)) for seat in range(match.seats)],
        }
        if over:
            view = state.view()
            document["winners"] = list(match.outcome(view).winners)
            document["tally"] = [[line.clause, line.seat, line.points, str(line.reason)] for line in match.tally(view)]
        return document | self.extra

    def to_json(self) -> str:
        """The document as one line of text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


def is_action(number: object) -> TypeGuard[int]:
    """Whether this is a valid action number."""
    return type(number) is int and 0 <= number < MOST_ACTIONS


def action_of(number: int) -> int:
    """The one-bit mask of an action number; ValueError if it is out of range."""
    if not 0 <= number < MOST_ACTIONS:
        raise ValueError(number)
    return 1 << number


def number_of(action: int) -> int:
    return int(lowest(action))


def numbers_in(legal: int) -> list[int]:
    """The numbers of all actions in a mask, lowest first."""
    return [number for number in range(legal.bit_length()) if legal >> number & 1]


FIELDS: dict[str, type] = {
    "schema": int,
    "game": str,
    "rules": int,
    "seats": int,
    "options": dict,
    "components": dict,
    "players": list,
    "deal": list,
    "moves": list,
}
OWN_FIELDS = {*FIELDS, "seed", "over", "scores", "winners", "tally"}


def read_record(text: str, find: Any, components: Components | None = None) -> GameRecord:
    """Parse a record; `find` returns the package of a game's name. BadRecord says what is wrong and where."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:  # the latter for thousands of brackets
        raise BadRecord(Phrase("error.json", {"why": str(error)})) from None
    if not isinstance(document, dict):
        raise BadRecord(Phrase("error.record_shape"))
    for name, kind in FIELDS.items():
        if not isinstance(document.get(name), kind):
            raise BadRecord(Phrase("error.record_field", {"field": name}))
    if document["schema"] != SCHEMA:
        raise BadRecord(Phrase("error.record_schema", {"schema": document["schema"], "known": SCHEMA}))
    package: GamePackage = find(document["game"])
    if document["rules"] > package.rules_version:
        raise BadRecord(Phrase("error.record_rules", {"rules": document["rules"], "known": package.rules_version}))
    if components is None and "toml" in document["components"]:
        components = Components(str(document["components"]["toml"]), "record")
    match = package.match(document["seats"], document["options"], components)
    if document["components"].get("hash") != match.components.hash():
        raise BadRecord(Phrase("error.record_components", {"hash": str(document["components"].get("hash"))}))
    moves = [_move(number, raw) for number, raw in enumerate(document["moves"], 1)]
    deal = document["deal"]
    if not all(type(item) is int and abs(item) < 1 << 62 for item in deal):
        raise BadRecord(Phrase("error.record_field", {"field": "deal"}))
    check_deal(match, deal)
    extra = {name: value for name, value in document.items() if name not in OWN_FIELDS}
    return GameRecord(
        match, deal, [str(name) for name in document["players"]], moves, str(document.get("seed", "")), extra
    )


def check_deal(match: Match, deal: list[int]) -> None:
    """Raise BadRecord unless the deal is a rearrangement of what the game deals."""
    try:
        wrong = match.package.rules().check_deal(match, deal)
    except DomikError:
        raise
    except (IndexError, ValueError, OverflowError):
        wrong = True
    if wrong:
        raise BadRecord(Phrase("error.record_deal"))


def _move(number: int, raw: object) -> RecordedMove:
    if isinstance(raw, list) and 2 <= len(raw) <= 3 and all(type(part) is int for part in raw):
        return RecordedMove(*raw)
    raise BadRecord(Phrase("error.record_move", {"number": number, "seat": 0, "action": str(raw)}))


def verify(record: GameRecord, document: dict[str, Any]) -> list[Phrase]:
    """Every field in which a document differs from the replay of its own moves; empty when it is consistent."""
    true = record.to_dict()
    return [
        Phrase("verify.differs", {"field": name, "said": str(document[name]), "true": str(true.get(name))})
        for name in ("over", "scores", "winners", "tally")
        if name in document and document[name] != true.get(name)
    ]
