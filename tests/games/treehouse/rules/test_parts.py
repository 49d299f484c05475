"""Treehouse's box: the shipped components, and what is said about a wrong file."""

from __future__ import annotations

import importlib.util
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from domik.games.treehouse import TITLE
from domik.games.treehouse.rules.parts import COLOUR_NAMES, Parts, read_parts
from domik.kernel.components import MARKS, Components, read_components
from domik.kernel.errors import BadComponents
from domik.kernel.package import built_in_components
from domik.language.words import LANGUAGES, words_for

TITLE = TITLE
TEXT = TITLE.read_resource("components.toml")
PACKAGES = (TITLE.words_package,)
LINE = {"en": "line", "ru": "строка", "pl": "wiersz"}

# Row left to right and triangle top, below left, below right: the six cards of TH-62.
TASKS = [
    ("blue yellow red", "green purple brown"),
    ("green purple brown", "blue red yellow"),
    ("red green blue", "brown yellow purple"),
    ("yellow brown purple", "red blue green"),
    ("purple red green", "yellow brown blue"),
    ("brown blue yellow", "purple green red"),
]


@pytest.fixture(scope="module")
def parts() -> Parts:
    return read_parts(built_in_components(TITLE))


# ---- the shipped box ------------------------------------------------------------------------------


@pytest.mark.clause("TH-1")
def test_twelve_rooms_of_each_colour(parts: Parts) -> None:
    assert len(parts.rooms) == 72
    assert Counter(room.colour for room in parts.rooms.values()) == dict.fromkeys(range(6), 12)
    assert sorted(parts.rooms) == [colour << 4 | place for colour in range(6) for place in range(12)]
    assert all(number >> 4 == room.colour for number, room in parts.rooms.items())


@pytest.mark.clause("TH-1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_room_has_its_own_name_that_fits_a_card(parts: Parts, language: str) -> None:
    names = [room.names[language] for room in parts.rooms.values()]
    assert len(set(names)) == 72
    assert max(map(len, names)) <= 22
    alphabet = "[А-Яа-яЁё -]+" if language == "ru" else "[A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż' -]+"
    assert [name for name in names if not re.fullmatch(alphabet, name)] == []


@pytest.mark.clause("TH-1")
def test_every_room_has_its_own_id_and_picture(parts: Parts) -> None:
    rooms = parts.rooms.values()
    assert all(re.fullmatch("[a-z]{2,12}", room.id) for room in rooms)
    assert len({room.id for room in rooms}) == 72
    assert len({room.icon for room in rooms}) == 72
    assert {room.mark for room in rooms} == {"ours"}


def test_pictures_are_lucide_icons(parts: Parts) -> None:
    found = importlib.util.find_spec("lucide")
    if found is None or found.origin is None:
        pytest.skip("lucide is not installed")
    with zipfile.ZipFile(Path(found.origin).parent / "lucide.zip") as archive:
        icons = {Path(name).stem for name in archive.namelist()}
    assert {room.icon for room in parts.rooms.values()} <= icons


@pytest.mark.clause("TH-3", "TH-4")
@pytest.mark.parametrize("kind", ["nothing", "double", "fewest", "most"])
def test_two_of_each_scoring_change(kind: str) -> None:
    assert set(built_in_components(TITLE).data["changes"]) == {"nothing", "double", "fewest", "most"}
    assert built_in_components(TITLE).data["changes"][kind]["copies"] == 2
    for copies in (1, 3):
        wrong = changed(rf"(\[changes\.{kind}\]\ncopies = )2", rf"\g<1>{copies}")
        with pytest.raises(BadComponents) as refused:
            read_parts(wrong)
        assert f"changes.{kind}.copies: {copies} " in words_for("en")(refused.value.phrase)


@pytest.mark.clause("TH-65")
def test_points_of_most_and_fewest(parts: Parts) -> None:
    assert (parts.most_a_room, parts.fewest_flat) == (2, 3)


@pytest.mark.clause("TH-4", "TH-62")
def test_six_secret_tasks(parts: Parts) -> None:
    def named(colours: tuple[int, int, int]) -> str:
        return " ".join(COLOUR_NAMES[colour] for colour in colours)

    assert [(named(task.row.colours), named(task.triangle.colours)) for task in parts.tasks] == TASKS
    assert {(task.row.points, task.triangle.points) for task in parts.tasks} == {(3, 4)}
    assert [task.row.mark for task in parts.tasks] == ["likely", *["ours"] * 5]


def test_every_value_is_marked() -> None:
    data = built_in_components(TITLE).data
    cards = [*data["rooms"], *data["changes"].values()]
    cards += [task[shape] for task in data["tasks"] for shape in ("row", "triangle")]
    for card in cards:
        assert card["mark"] in MARKS
        assert ("points_mark" in card) == bool({"points", "points_a_room"} & card.keys())
        assert card.get("points_mark", "sure") in MARKS


def test_an_owners_file_changes_the_game(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(
        TEXT.replace("points_a_room = 2", "points_a_room = 4").replace("points = 3\n", "points = 5\n"), "utf-8"
    )
    match = TITLE.match(3, {"edition": "nk", "extra_changes": True}, path)
    assert (match.parts.most_a_room, match.parts.fewest_flat) == (4, 5)
    assert match.components.hash() != built_in_components(TITLE).hash()


def test_comments_and_layout_do_not_make_another_set() -> None:
    assert Components("# mine\n\n" + TEXT, "my.toml").hash() == built_in_components(TITLE).hash()


# ---- wrong files ----------------------------------------------------------------------------------


def changed(pattern: str, replacement: str) -> Components:
    """The shipped file with one place changed."""
    text, count = re.subn(pattern, replacement, TEXT, count=1)
    assert count == 1
    return Components(text, "my.toml")


def line_of(text: str, wanted: str, occurrence: int = 1) -> int:
    """The line on which a text stands for the given time."""
    return [n for n, line in enumerate(text.splitlines(), 1) if line.startswith(wanted)][occurrence - 1]


# What is changed, by what, where it is refused (path, start of the line, which such line), and what has to be said.
WRONG = {
    "missing value": (r"icon = .*\n", "", "rooms.1.icon", "[[rooms]]", 1, ""),
    "missing language": (r', ru = "Лаборатория"', "", "rooms.16.name.ru", "name =", 16, ""),
    "empty text": (r'icon = "bike"', 'icon = " "', "rooms.5.icon", 'icon = " "', 1, '" "'),
    "wrong colour": (r'colour = "green"', 'colour = "pink"', "rooms.25.colour", 'colour = "pink"', 1, '"pink"'),
    "duplicate id": (r'id = "gym"', 'id = "climbing"', "rooms.2.id", 'id = "climbing"', 2, "climbing"),
    "id with markup": (r'id = "gym"', 'id = "gy<b>m"', "rooms.2.id", 'id = "gy', 1, '"gy<b>m"'),
    "picture with a quote": (r'icon = "bike"', "icon = 'bi\"ke'", "rooms.5.icon", "icon = 'bi", 1, '"bi'),
    "13th red room": (r'colour = "yellow"', 'colour = "red"', "rooms.13.colour", 'colour = "red"', 13, "13"),
    "wrong mark": (r'mark = "ours"\n\n# Yellow', 'mark = "mine"\n\n#', "rooms.12.mark", 'mark = "mine"', 1, '"mine"'),
    "71 rooms": (r'\[\[rooms\]\]\nid = "gym"\n(.*\n){4}', "", "rooms", "[[rooms]]", 1, "71"),
    "wrong task colour": (r'"red"\], points', '"pink"], points', "tasks.1.row.colours.3", "row =", 1, '"pink"'),
    "two task colours": (r', "red"\], points', "], points", "tasks.1.row.colours", "row =", 1, "2"),
    "too many points": (r"points = 3\n", "points = 99\n", "changes.fewest.points", "points = 99", 1, "99"),
    "points in words": (r"room = 2", 'room = "two"', "changes.most.points_a_room", "points_a_room", 1, '"two"'),
    "no such change": (r"\[changes\.most\]", "[changes.much]", "changes.most", "# Treehouse", 1, ""),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_value_is_refused_with_file_line_and_value(case: str, language: str) -> None:
    pattern, replacement, place, start, occurrence, value = WRONG[case]
    wrong = changed(pattern, replacement)
    line = line_of(wrong.text, start, occurrence)
    with pytest.raises(BadComponents) as refused:
        read_parts(wrong)
    said = words_for(language)(refused.value.phrase)
    opening = f"my.toml, {LINE[language]} {line}, {place}: "
    assert said.startswith(opening)
    assert len(said) > len(opening)
    assert value in said.removeprefix(opening)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_toml_is_refused_with_file_and_line(language: str) -> None:
    with pytest.raises(BadComponents) as refused:
        changed(r'id = "gym"', "id = gym")
    line = line_of(TEXT, 'id = "gym"')
    assert words_for(language)(refused.value.phrase).startswith(f"my.toml, {LINE[language]} {line}: ")


def leave_out(path: Path) -> None:
    """No file at all."""


def write_bytes(path: Path) -> None:
    """A file that is no text."""
    path.write_bytes(b"\xff\xfe\x00domik")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prepare", [leave_out, write_bytes, Path.mkdir])
def test_an_unreadable_file_is_refused_by_name(tmp_path: Path, prepare: Callable[[Path], None], language: str) -> None:
    path = tmp_path / "my.toml"
    prepare(path)
    with pytest.raises(BadComponents) as refused:
        read_components(path)
    with pytest.raises(BadComponents):
        TITLE.match(2, components=path)
    said = words_for(language)(refused.value.phrase)
    sentence = {"en": " cannot be read: ", "ru": " не читается: ", "pl": "Nie można odczytać pliku "}[language]
    assert str(path) in said
    assert sentence in said
