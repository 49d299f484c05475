"""Entering a whole house as somebody with a phone does: tapping what the page offers, and counting the taps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Protocol

from domik.bots.spec import bot_of
from domik.games import game_package
from domik.games.bower.rules.entering import entered_faces, key_of_cell
from domik.games.dream_home.rules.entering import ROOFS
from domik.games.dream_home.rules.parts import FURNISHINGS
from domik.kernel.entering import EnteredSeat, EnteredTable
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.state import State, new_state
from tests.positions.test_bots_games import before_forest

# The houses that were counted when the companion was designed: seats, seed of the game, whose house, and most taps
HOUSES = {
    "treehouse": (3, "e", 0, 18),
    "dream_home": (3, "e", 1, 28),
    "cabin": (2, "a", 0, 20),
    "bower": (2, "c", 0, 32),
}


class Tapper(Protocol):
    """Somebody at a page: what it offers, its hidden fields, and a tap."""

    def offers(self) -> list[str]: ...
    def fields(self) -> Mapping[str, str]: ...
    def tap(self, wish: str) -> None: ...


@cache
def played_house(game: str) -> tuple[Match, EnteredTable, State, int]:
    """A game that greedy bots played to its end, what lies on its table, and whose house it is about."""
    seats, seed, seat, _ = HOUSES[game]
    match, luck = game_package(game).match(seats), luck_of(seed)
    state, bot = new_state(match.game, luck), bot_of("greedy", luck)
    states = [state.copy()]
    while not state.is_over():
        actor = max(k for k in range(seats) if int(state.awaited_seats()) >> k & 1)
        view = state.view(actor)
        state.play(actor, int(bot.decide(view, int(view.legal()))))
        states.append(state.copy())
    entering = match.package.entering()
    assert entering is not None
    table = entering.enter_view(match, state.view())
    if game == "cabin":
        table = EnteredTable(tuple(before_forest(match, states, number) for number in range(seats)))
    return match, table, state, seat


def enter_house(game: str, match: Match, table: EnteredTable, seat: int, page: Tapper) -> int:
    """Tap one house in; how many taps it took, from the first card to Done."""
    counter = CountingTapper(page)
    {"treehouse": enter_tree, "dream_home": enter_home, "cabin": enter_cabin, "bower": enter_nest}[game](
        match, table, table.seats[seat], counter
    )
    counter.tap("done")
    return counter.taps


class CountingTapper:
    def __init__(self, page: Tapper) -> None:
        self.page, self.taps = page, 0

    def tap(self, wish: str) -> None:
        assert wish in self.page.offers(), (wish, self.page.offers())
        self.page.tap(wish)
        self.taps += 1

    @property
    def ring(self) -> str:
        return self.page.fields()["ring"]


def enter_tree(match: Match, table: EnteredTable, seat: EnteredSeat, page: CountingTapper) -> None:
    """From below and from the left; one jump where a place was left out."""
    for key in sorted(key for key in seat.entries if "." in key):
        if page.ring != key:
            page.tap(f"place {key}")
        page.tap(f"put {key} {seat.entries[key]}")


def enter_home(match: Match, table: EnteredTable, seat: EnteredSeat, page: CountingTapper) -> None:
    """Rooms as one reads, furnishings and helpers, then the roof cards."""
    while page.page.fields()["ring"]:
        page.tap(f"put {page.ring} {seat.entries[page.ring]}")
    for name in FURNISHINGS:
        if name in seat.entries:
            wish = f"put {name} {seat.entries[name]}"
            if wish not in page.page.offers():
                page.tap(f"narrow {name}")
                wish = f"place {seat.entries[name]}"
            page.tap(wish)
    for name in ("designer", "architect"):
        if seat.number(name):
            page.tap(f"put {name} 1")
    page.tap("done")
    for key in ROOFS:
        for n in range(seat.number(key)):
            page.tap(f"put {key} {n + 1}")


def enter_cabin(match: Match, table: EnteredTable, seat: EnteredSeat, page: CountingTapper) -> None:
    """Clockwise; a natural side that is turned round is tapped twice; then dice and month."""
    for place in range(1, 9):
        value = seat.entries[str(place)]
        assert page.ring == str(place)
        page.tap(f"put {place} {value.rstrip('+')}")
        if value.endswith("N+"):
            page.tap(f"put {place} {value}")
    page.tap("done")
    for key in ("wood", "clay", "water", "provisions", "left"):
        page.tap(f"put {key} {seat.entries[key]}")


def enter_nest(match: Match, table: EnteredTable, seat: EnteredSeat, page: CountingTapper) -> None:
    """The goals, then row by row a tile by its two halves and itself."""
    page.page.tap("picture")  # offered by numbers first, which need no goals: choosing is not counted
    for key, goal in table.entries.items():
        page.tap(f"put {key} {goal}")
    faces = {key_of_cell(cell): face for cell, face in entered_faces(match, seat).items()}  # type: ignore[arg-type]
    while page.ring:
        ring = page.ring
        if ring not in faces:
            page.tap("empty")
            continue
        column, row = (int(word) for word in ring.split("."))
        for way, beside in (("lies", f"{column + 1}.{row}"), ("stands", f"{column}.{row + 1}")):
            if faces.get(beside) == faces[ring] ^ 1:
                one, two = (match.parts.face(faces[key]).surface for key in (ring, beside))  # type: ignore[attr-defined]
                is_bonus = faces[ring] // 2 >= 40
                page.tap(f"narrow {way}:bonus:" if is_bonus else f"narrow {way}:{one}:{two}")
                at = next(key for key in (ring, beside) if key in seat.entries)
                page.tap(f"put {at} {seat.entries[at]}")
                break
        else:
            page.tap(f"narrow half:{match.parts.face(faces[ring]).surface}:")  # type: ignore[attr-defined]
            page.tap(f"put {ring} {seat.entries[ring]}")
    for name in ("x", "white_flower", "white_feather", "shells", "branch"):
        if name in seat.entries:
            page.tap(f"narrow {name}")
            for cell in seat.entries[name].partition(":")[0].split("-"):
                page.tap(f"place {cell}")
            if name == "x":
                page.tap(f"put x {seat.entries[name]}")
    for name, value in seat.entries.items():
        if name.startswith("ornament_"):
            page.tap(f"put {name} {value}")
