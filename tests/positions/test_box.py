"""My box: differences that fit an address, the component file made of them, and the loader's word on it."""

from __future__ import annotations

import base64
import json
import tomllib
import zlib

import pytest

from domik.games import GAMES, cached_match, game_package
from domik.games.bower.rules.parts import Parts
from domik.kernel.box_form import NAME, NUMBER, WORD, BoxField
from domik.kernel.components import Components, component_changes
from domik.kernel.errors import BadComponents, BadOption
from domik.kernel.luck import luck_of
from domik.kernel.package import built_in_components
from domik.kernel.state import new_state
from domik.positions.box import Box, BoxEntry, BoxValue, components_text, loader_objection, own_box_text, read_box

OURS = ("treehouse", "dream_home", "cabin", "bower")


def field_of(entry: BoxEntry, path: str) -> BoxField:
    return next(one for one in entry.fields if ".".join(one.path) == path)


def corrected(game: str, key: str, path: str, value: BoxValue) -> Box:
    box = Box(game)
    entry = box.entries[key]
    return box.put(entry, field_of(entry, path), value)


def another(entry: BoxEntry, one: BoxField) -> BoxValue:
    """A value that differs from the shipped one."""
    shipped = entry.shipped_value(one)
    if isinstance(shipped, int):
        return shipped + 1 if shipped < one.most else shipped - 1
    if isinstance(shipped, list):
        return [one.among[0]] if shipped != [one.among[0]] else [one.among[1]]
    return next(word for word in (*one.among, "Another name") if word != shipped)


@pytest.mark.parametrize("game", OURS)
def test_the_shipped_box_is_the_shipped_file(game: str) -> None:
    box = Box(game)
    assert box.token() == ""
    assert own_box_text(game, "") == ""
    assert box.components().hash() == built_in_components(game_package(game)).hash()
    assert loader_objection(box) is None


@pytest.mark.parametrize("game", OURS)
def test_every_field_is_a_value_of_the_file_and_reaches_it(game: str) -> None:
    """All fields of all entries: the new value is in the file at its path."""
    box = Box(game)
    for entry in box.entries.values():
        for one in entry.fields:
            value = another(entry, one)
            box = box.put(entry, one, value)
            assert box.value(entry, one) == value
    assert read_box(game, box.token()) == box
    data = tomllib.loads(components_text(game, box.token()))
    for entry, one, _, value in box.changes():
        place = data[entry.section.key]
        place = place[entry.number - 1] if entry.number else place
        for name in one.path:
            place = place[int(name) - 1 if isinstance(place, list) else name]
        assert (place["en"] if one.kind == NAME else place) == value, entry.path(one)


@pytest.mark.parametrize("game", OURS)
def test_one_difference_is_the_only_one_of_the_file(game: str) -> None:
    package, ours = game_package(game), built_in_components(game_package(game))
    for entry in list(Box(game).entries.values())[::5]:
        one = entry.fields[0]
        box = Box(game).put(entry, one, another(entry, one))
        made = Components(components_text(game, box.token()), "mine")
        changed = {change.path for change in component_changes(ours, made) if not change.path.startswith("totals")}
        if (entry.section.key, one.kind) == ("kinds", NUMBER) or one.kind in (NAME, NUMBER, WORD):
            assert any(path.startswith(entry.key) for path in changed), (entry.key, changed)
    assert package.name == game


def test_values_back_at_the_shipped_ones_are_no_difference() -> None:
    box = corrected("bower", "tiles.n05", "a.surface", "moss")
    entry = box.entries["tiles.n05"]
    assert list(box.values) == ["tiles.n05.a.surface"]
    assert not box.put(entry, field_of(entry, "a.surface"), "straw").values


def test_another_copy_of_a_room_is_another_card_and_sixty_must_stay() -> None:
    box = corrected("dream_home", "kinds.study", "copies", 4)
    place, why = loader_objection(box) or ("", None)
    assert place == "rooms"
    assert why is not None
    assert why.args["count"] == 61
    kitchen = box.entries["kinds.kitchen"]
    box = box.put(kitchen, field_of(kitchen, "copies"), 7)
    assert loader_objection(box) is None
    rooms = box.components().data["rooms"]
    assert [room["id"] for room in rooms if room["kind"] == "study"] == ["study1", "study2", "study3", "study4"]
    assert sum(room["kind"] == "kitchen" for room in rooms) == 7


def test_a_bower_tile_is_painted_by_its_halves_and_played_with() -> None:
    box = corrected("bower", "tiles.n05", "b.ornaments", ["red_flower", "gem", "shell"])
    match = cached_match("bower", 2, {}, own_box_text("bower", box.token()))
    parts = match.parts
    assert isinstance(parts, Parts)
    tile = next(tile for tile in parts.tiles.values() if tile.id == "n05")
    assert tile.faces[1].ornaments == ("red_flower", "gem", "shell")
    assert match.components.hash() == box.components().hash() != cached_match("bower", 2, {}).components.hash()
    state = new_state(match.game, luck_of(1))
    assert state.legal(0) or state.legal(1)


def test_the_loader_names_the_field() -> None:
    place, why = loader_objection(corrected("cabin", "cards.birch", "natural.cost.wood", 3)) or ("", None)
    assert place == "cards.3.natural.cost"
    assert why is not None
    with pytest.raises(BadComponents):
        own_box_text("cabin", corrected("cabin", "cards.birch", "natural.cost.wood", 3).token())


@pytest.mark.parametrize("game", ["cabin", "bower"])
def test_a_box_is_complete_once_all_that_we_reconstructed_was_looked_at(game: str) -> None:
    box = Box(game)
    needed = box.needed_keys()
    assert len(needed) == {"cabin": 12, "bower": 36}[game]
    for key in needed:
        assert not box.is_complete
        box = box.look_at(key)
    assert box.is_complete
    assert read_box(game, box.token()).is_complete
    assert own_box_text(game, box.token()) == ""  # looked at, and nothing differs


def packed(document: object) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(document).encode())).decode().rstrip("=")


@pytest.mark.parametrize(
    "token",
    [
        *("x", "=", "ы", "A" * 9000, packed([]), packed(["cabin", {}, []]), packed(["bower", [], []])),
        *(packed(["bower", {}, {}]), packed({"bower": 1}), packed(3)),
        base64.urlsafe_b64encode(zlib.compress(b"[" * 1_000_000)).decode(),
    ],
)
def test_a_damaged_token_is_told(token: str) -> None:
    with pytest.raises(BadOption):
        read_box("bower", token)


def test_unknown_values_of_a_token_are_left_out() -> None:
    odd = {"tiles.n05.a.surface": 7, "tiles.n99.a.surface": "moss", "meta.game": "x", "tiles.n05.a.ornaments": "gem"}
    assert read_box("bower", packed(["bower", odd | {"tiles.n06.a.surface": "moss"}, ["tiles.n05", "no", 4]])) == Box(
        "bower", {"tiles.n06.a.surface": "moss"}, frozenset({"tiles.n05"})
    )


def test_every_game_of_ours_says_what_can_be_corrected() -> None:
    assert [name for name in GAMES if name in OURS] == list(OURS)
    assert all(game_package(game).box_form() is not None for game in OURS)
