"""Treehouse's box: the shipped components, what is said about a wrong file, the words and the rules' texts."""

from __future__ import annotations

import importlib.util
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from domik.games import title_of
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES, Parts, read_parts
from domik.kernel.components import MARKS, Components, read_components
from domik.kernel.errors import BadComponents
from domik.kernel.phrase import Phrase
from domik.kernel.title import built_in
from domik.language.words import LANGUAGES, words_for

TITLE = title_of("treehouse")
TEXT = TITLE.resource("components.toml")
PACKAGES = (TITLE.words,)
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
    return read_parts(built_in(TITLE))


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
    assert set(built_in(TITLE).data["changes"]) == {"nothing", "double", "fewest", "most"}
    assert built_in(TITLE).data["changes"][kind]["copies"] == 2
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
    assert len(parts.task_numbers()) == 48


def test_every_value_is_marked() -> None:
    data = built_in(TITLE).data
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
    assert match.components.hash() != built_in(TITLE).hash()


def test_comments_and_layout_do_not_make_another_set() -> None:
    assert Components("# mine\n\n" + TEXT, "my.toml").hash() == built_in(TITLE).hash()


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
    "empty text": (r'icon = "bike"', 'icon = " "', "rooms.5.icon", 'icon = " "', 1, "' '"),
    "wrong colour": (r'colour = "green"', 'colour = "pink"', "rooms.25.colour", 'colour = "pink"', 1, "'pink'"),
    "duplicate id": (r'id = "gym"', 'id = "climbing"', "rooms.2.id", 'id = "climbing"', 2, "climbing"),
    "13th red room": (r'colour = "yellow"', 'colour = "red"', "rooms.13.colour", 'colour = "red"', 13, "13"),
    "wrong mark": (r'mark = "ours"\n\n# Yellow', 'mark = "mine"\n\n#', "rooms.12.mark", 'mark = "mine"', 1, "'mine'"),
    "71 rooms": (r'\[\[rooms\]\]\nid = "gym"\n(.*\n){4}', "", "rooms", "[[rooms]]", 1, "71"),
    "wrong task colour": (r'"red"\], points', '"pink"], points', "tasks.1.row.colours.3", "row =", 1, "'pink'"),
    "two task colours": (r', "red"\], points', "], points", "tasks.1.row.colours", "row =", 1, "2"),
    "too many points": (r"points = 3\n", "points = 99\n", "changes.fewest.points", "points = 99", 1, "99"),
    "points in words": (r"room = 2", 'room = "two"', "changes.most.points_a_room", "points_a_room", 1, "'two'"),
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


# ---- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_the_box_has_a_name(language: str) -> None:
    words = words_for(language, PACKAGES)
    kinds = [kind for kind in KIND_NAMES if kind]
    variants = [flag.name for flag in TITLE.schema.flags("variant")]
    keys = ["game.name", "game.line", "option.edition", "option.ages", "edition.original", "edition.nk"]
    keys += [f"{key}.{colour}" for key in ("colour", "theme") for colour in COLOUR_NAMES]
    keys += [f"{key}.{kind}" for key in ("change", "change_text") for kind in kinds]
    keys += [f"{key}.{variant}" for key in ("variant", "variant_text") for variant in variants]
    said = [words(Phrase(key)) for key in keys]
    assert all(said)
    assert len(set(said)) == len(said)
    for sentence in (words(Phrase(key)) for key in keys if "_text." in key):
        assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("language", "most", "fewest"),
    [
        ("en", "1 point a room, 2 points a room, 5 points a room", "1 point in all, 2 points in all, 5 points in all"),
        ("ru", "1 очко за комнату, 2 очка за комнату, 5 очков за комнату", "всего 1 очко, всего 2 очка, всего 5 очков"),
        (
            "pl",
            "1 punkt za pokój, 2 punkty za pokój, 5 punktów za pokój",
            "razem 1 punkt, razem 2 punkty, razem 5 punktów",
        ),
    ],
)
def test_points_have_plurals(language: str, most: str, fewest: str) -> None:
    words = words_for(language, PACKAGES)
    for key, wanted in (("most", most), ("fewest", fewest)):
        said = ", ".join(words(Phrase(f"change_points.{key}", {"n": n})) for n in (1, 2, 5))
        assert said.replace("\u00a0", " ") == wanted


# ---- the rules' texts -----------------------------------------------------------------------------

RULES = {"en": "RULES.md", "ru": "RULES.ru.md", "pl": "RULES.pl.md"}
RULING = {"en": "Ruling: ", "ru": "Решение: ", "pl": "Ustalenie: "}
CLAUSES = [
    f"TH-{name}"
    for name in (
        *(0, 1, 2, 3, 4, 10, 11, 12, 20, 21, 22, 23, 24, 30, 31, 32, 33, 34, 35),
        *(40, 41, 42, 43, 44, 45, 46, 50, 51, 60, 61, 62, 63, 64, 65, "X1", "X2", "X3", "X4"),
    )
]


def clauses(language: str) -> list[tuple[str, str]]:
    """Every clause of a language's rules: its id and its text."""
    return re.findall(r"^- (TH-\w+) (\S.*)$", TITLE.resource(RULES[language]), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_there_in_order(language: str) -> None:
    assert [clause for clause, _ in clauses(language)] == CLAUSES


@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_differ_by_edition_and_have_rulings_alike_in_every_language(language: str) -> None:
    for (clause, text), (_, english) in zip(clauses(language), clauses("en"), strict=True):
        found = [text.find(tag) for tag in ("original: ", "nk: ", RULING[language])]
        expected = [english.find(tag) for tag in ("original: ", "nk: ", RULING["en"])]
        assert [at >= 0 for at in found] == [at >= 0 for at in expected], clause
        assert (found[0] >= 0) == (found[1] >= 0), clause  # an app sets the two editions side by side
        assert [at for at in found if at >= 0] == sorted(at for at in found if at >= 0), clause
        assert set(re.findall(r"TH-\d+", text)) == set(re.findall(r"TH-\d+", english)), clause


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_name_editions_cards_and_variants_as_the_words_do(language: str) -> None:
    words = words_for(language, PACKAGES)
    text = TITLE.resource(RULES[language])
    assert text.startswith(f"# {words(Phrase('game.name'))}\n")
    keys = [f"edition.{edition}" for edition in ("original", "nk")]
    keys += [f"change.{kind}" for kind in ("nothing", "double", "fewest", "most")]
    keys += [f"variant.{variant.name}" for variant in TITLE.schema.flags("variant")]
    assert [key for key in keys if words(Phrase(key)).lower() not in text.lower()] == []


def test_rules_have_the_same_headings_and_glossary() -> None:
    shapes = []
    for language in LANGUAGES:
        text = TITLE.resource(RULES[language])
        glossary = text.split("\n## ")[-1]
        assert "TH-" not in glossary
        shapes.append((text.count("\n## "), glossary.count("\n- **")))
    assert len(set(shapes)) == 1
    assert shapes[0][1] > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_objections_cite_clauses_the_rules_have(language: str) -> None:
    known = {clause for clause, _ in clauses(language)}
    assert {option.clause for option in TITLE.schema.options} <= known
    assert set(re.findall(r"TH-\w+", TITLE.resource("words/words.toml"))) <= known
