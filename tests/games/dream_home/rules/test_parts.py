"""Dream Home's box: the shipped components, what is said about a wrong file."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from domik.games.dream_home import TITLE
from domik.games.dream_home.rules.parts import FURNISHINGS, HELPERS, KIND_IDS, TOOLS, Parts, check_deal, read_parts
from domik.kernel.components import MARKS, Components, read_components
from domik.kernel.errors import BadComponents
from domik.kernel.luck import luck_of
from domik.kernel.package import built_in_components
from domik.language.words import LANGUAGES, words_for
from tests.games.dream_home.positions import fresh, put

TITLE = TITLE
TEXT = TITLE.read_resource("components.toml")
PACKAGES = (TITLE.words_package,)

COPIES = {
    "living": 10, "kitchen": 8, "bathroom": 8, "bedroom": 8, "kids": 6, "study": 3, "pantry": 2, "sauna": 2,
    "wardrobe": 2, "library": 2, "games": 1, "garage": 4, "storage": 2, "laundry": 1, "wine": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def parts() -> Parts:
    return read_parts(built_in_components(TITLE))


@pytest.mark.clause("DH-1")
def test_sixty_rooms_of_fifteen_kinds(parts: Parts) -> None:
    assert len(parts.rooms) == 60
    assert Counter(KIND_IDS[room.kind] for room in parts.rooms) == COPIES
    assert Counter(kind.category for kind in parts.kinds) == {"normal": 6, "unique": 5, "basement": 4}
    assert {kind.id: kind.most for kind in parts.kinds if kind.most > 1} == {
        "living": 3, "kitchen": 2, "bedroom": 2, "kids": 2, "garage": 2,
    }  # fmt: skip


@pytest.mark.clause("DH-1")
def test_forty_eight_resources_and_eleven_tokens(parts: Parts) -> None:
    assert Counter(card.sort for card in parts.resources) == {"roof": 20, "furnishing": 10, "tool": 8, "helper": 10}
    roofs = Counter((card.id, card.window) for card in parts.resources if card.sort == "roof")
    assert set(roofs.values()) == {1, 4}
    assert all(window == (n == 1) for (_, window), n in roofs.items())
    assert Counter(card.id for card in parts.resources if card.sort in ("tool", "helper")) == dict.fromkeys(
        (*TOOLS, *HELPERS), 2
    )
    assert tuple(parts.furnishings) == FURNISHINGS
    assert [furnishing.points for furnishing in parts.furnishings.values()] == [3, 1, 2, 2, 2, 2, 2, 1, 2, 1, 1]


@pytest.mark.clause("DH-1", "DH-64")
def test_forty_five_children_most_of_them_in_kids_rooms(parts: Parts) -> None:
    assert sum(room.children for room in parts.rooms) == 45
    mean = {
        kind: sum(room.children for room in parts.rooms if KIND_IDS[room.kind] == kind) / COPIES[kind]
        for kind in KIND_IDS
    }
    assert mean["kids"] == 2 == max(mean.values())
    children = Counter(KIND_IDS[room.kind] for room in parts.rooms for _ in range(room.children))
    assert children.most_common(1)[0][0] == "kids"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_room_has_its_own_name(parts: Parts, language: str) -> None:
    names = [room.names[language] for room in parts.rooms]
    assert len(set(names)) == 60
    assert max(map(len, names)) <= 24
    alphabet = "[А-Яа-яЁё -]+" if language == "ru" else "[A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż' -]+"
    assert [name for name in names if not re.fullmatch(alphabet, name)] == []


def test_every_value_has_a_mark(parts: Parts) -> None:
    marks = [mark for kind in parts.kinds for mark in kind.marks.values()]
    marks += [room.mark for room in parts.rooms] + [card.mark for card in parts.resources]
    marks += [mark for furnishing in parts.furnishings.values() for mark in furnishing.marks.values()]
    marks += list(parts.score_marks.values())
    assert set(marks) == set(MARKS)
    assert parts.kinds[0].marks["points3"] == "sure"
    assert parts.kinds[KIND_IDS.index("kitchen")].marks["points2"] == "likely"
    assert parts.kinds[KIND_IDS.index("study")].marks["points1"] == "ours"
    assert parts.kinds[KIND_IDS.index("pantry")].marks["beside"] == "sure"


# ---- an owner's own file ----------------------------------------------------------------------------


def refused(text: str) -> tuple[str, int]:
    """What is wrong with a file (its key), and in which line."""
    with pytest.raises(BadComponents) as caught:
        read_parts(Components(text, "mine.toml"))
    for language in LANGUAGES:
        said = words_for(language, PACKAGES)(caught.value.phrase)
        assert "mine.toml" in said
    line = caught.value.phrase.args["line"]
    why = caught.value.phrase.args["why"]
    assert isinstance(line, int)
    return getattr(why, "key", ""), line


def changed(old: str, new: str, count: int = 1) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, count)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('id = "living"\n', 'id = "attic"\n', "word"),
        ('id = "kitchen"\n', 'id = "living"\n', "twice"),
        ("max = 3\n", "max = 4\n", "number"),
        ("points = [1, 4, 9]", "points = [1, 4]", "length"),
        ("points = [1, 4, 9]", "points = [1, 4, 99]", "number"),
        ('points_marks = ["sure", "sure", "sure"]', 'points_marks = ["sure", "sure", "perhaps"]', "word"),
        ("copies = 10\n", "copies = 9\n", "total"),
        ('class = "unique"', 'class = "attic"', "word"),
        ('beside = "kitchen"', 'beside = "attic"', "word"),
        ('id = "living2"', 'id = "living1"', "twice"),
        ('id = "living2"', 'id = "living 2"', "room_id"),
        ("children = 2\n", "children = 3\n", "number"),
        ('ru = "Гостиная у камина"', 'ru = ""', "text"),
        ('mark = "ours"\n\n[[rooms]]\nid = "living2"', '\n[[rooms]]\nid = "living2"', "missing"),
        ('colour = "red"', 'colour = "pink"', "word"),
        ("windows = 1\n", "windows = 6\n", "number"),
        ("copies = 5\n", "copies = 6\n", "total"),
        ('rooms = ["living"]', 'rooms = ["attic"]', "word"),
        ('rooms = ["garage"]', 'rooms = ["kitchen"]', "word"),
        ('rooms = ["garden"]', "rooms = []", "word"),
        ('id = "drill"', 'id = "spoon"', "word"),
        ("one_colour = 8", "one_colour = true", "number"),
    ],
)
def test_a_wrong_file_is_refused_by_line(old: str, new: str, key: str) -> None:
    text = changed(old, new)
    why, line = refused(text)
    assert why == f"components.{key}"
    if key in ("word", "number", "room_id", "text"):
        at = TEXT[: TEXT.index(old)].count("\n") + 1
        assert line in (at, at - 1)


def test_missing_cards_are_refused() -> None:
    last = TEXT.index('[[rooms]]\nid = "wine1"')
    assert refused(TEXT[:last] + TEXT[TEXT.index("# ---- the 48") :])[0] == "components.length"


def test_an_owners_file_changes_the_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(changed("points = [1, 4, 9]", "points = [2, 5, 12]"), encoding="utf-8")
    match = TITLE.match(2, {}, read_components(file))
    assert match.parts.kinds[0].points == (2, 5, 12)
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1)), ("living", (2, 2)), ("living", (2, 3)))
    assert state.score(0) == 12


def test_a_deal_is_checked() -> None:
    match = TITLE.match(3, {"ages": "2,1,3"})
    deal = [int(number) for number in match.game.deal(luck_of(1))]
    assert not check_deal(match, deal)
    assert deal[-1] == 1
    for wrong in (deal[:-1], [deal[1], *deal[1:]], [*deal[:-1], 0], [*deal[:-1], 3], [*deal[:-2], deal[60], deal[-1]]):
        assert check_deal(match, wrong)
