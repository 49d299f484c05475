"""Component files that are wrong in any way end in a sentence with file and line, never in a fault."""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domik.cli import BAD_USAGE, FINE, main
from domik.games import GAMES, game_package
from domik.kernel.components import MOST_DEEP, Components, format_value, read_components
from domik.kernel.errors import BadComponents
from domik.kernel.package import GamePackage, built_in_components
from domik.kernel.phrase import Phrase
from domik.language import LANGUAGES, words_for
from tests.conformance.tables import QUICK

# What a value may be replaced by
STRANGE: list[Any] = [5, -1, 2**62, 0.5, float("nan"), True, "", "x", " \x1b[2J", [], [[]], {}, {"value": "x"}, None]


def said(error: BadComponents, package: GamePackage) -> set[str]:
    """The error in every language."""
    return {words_for(language, (package.words_package,))(error.phrase) for language in LANGUAGES}


def refused(text: str, game: str = "bower") -> str:
    """What is said in English of a file that is refused; the others say something too."""
    with pytest.raises(BadComponents) as caught:
        game_package(game).parts(Components(text, "own.toml"))
    assert len(said(caught.value, game_package(game))) == len(LANGUAGES)
    return words_for("en", (game_package(game).words_package,))(caught.value.phrase)


# ---- files that cannot be read at all ---------------------------------------------------------------------


def test_a_number_of_very_many_digits() -> None:
    most = sys.get_int_max_str_digits()
    assert refused("a = 1\nb = " + "9" * (most + 1)) == f"own.toml, line 2: this number has more than {most} digits."
    assert refused("a = 1\nb = " + "1_" * most + "1").startswith("own.toml, line 2: this number")


@pytest.mark.parametrize("number", ["9223372036854775808", "-9223372036854775809", "0x" + "f" * 9000, "9" * 4000])
def test_a_number_that_is_too_large(number: str) -> None:
    assert refused(f"a = 1\n[b]\nc = [1, {number}]") == (
        "own.toml, line 3, b.c.2: this number is too large: 9223372036854775807 at most."
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = " + "[" * 5000 + "]" * 5000, 2),
        ("a = '[[['  # [[[\n" + "b = " + "{c = " * 2000 + "1" + "}" * 2000, 2),
        ("a = 1\n\n" + ".".join("b" * (MOST_DEEP + 1)) + " = 1", 3),
        ("a = " + "[\n" * (MOST_DEEP + 5) + "]" * (MOST_DEEP + 5), 1),
        ("a = 1\n[" + ".".join("b" * 2000) + "]", 2),
    ],
)
def test_lists_and_tables_too_deep_within_each_other(text: str, line: int) -> None:
    assert refused(text) == (
        f"own.toml, line {line}: lists and tables are nested more than {MOST_DEEP} levels deep here."
    )


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path: Path) -> None:
    own = built_in_components(game_package("bower"))
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbf" + own.text.encode())
    components = read_components(path)
    assert components.text == own.text
    assert components.hash() == own.hash()
    assert game_package("bower").parts(components)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2024-01-02", "2024-01-02"),
        ("2024-01-02T03:04:05Z", "2024-01-02T03:04:05+00:00"),
        ("03:04:05", "03:04:05"),
        ("true", "true"),
        ("'a\u202eb'", '"a\ufffdb"'),
        ('"a\\u001bb"', '"a\\u001bb"'),
        ("[1.5, {a = [true]}]", "[1.5, {a = [true]}]"),
        (f"[{', '.join('1' * 40)}]", "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1…"),
    ],
)
def test_values_are_shown_as_files_have_them(value: str, text: str) -> None:
    found = refused(f"[counts]\ngoals = {{ value = {value} }}")
    assert found == f"own.toml, line 2, counts.goals.value: {text} is not a whole number from 8 to 8."


# ---- whose file it is -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_file_of_another_game_or_format(game: str) -> None:
    text = built_in_components(game_package(game)).text
    assert game_package(game).parts(Components(text, "own.toml"))
    text = text.replace(f'game = "{game}"', "").replace("format = 1\n", "").replace("[meta]", "[meta_of_old]")
    meant = game_package(game).parts(Components(f'{text}\n[meta]\ngame = "{game}"\nformat = 1', "own.toml"))
    assert meant
    last = text.count("\n") + 3
    assert refused(f'{text}\n[meta]\ngame = "chess"\nformat = 1', game) == (
        f'own.toml, line {last}, meta.game: this file is made for "chess", the game is “{game}”.'
    )
    for wrong in ("99", "0", '"1"', "true", "1.0"):
        assert refused(f"{text}\n[meta]\nformat = {wrong}", game) == (
            f"own.toml, line {last}, meta.format: the file says format {wrong}; this Domik reads format 1."
        )
    assert refused(f"meta = 7\n{text}", game) == "own.toml, line 1, meta: 7 is not a table of values."


def test_the_rules_command_checks_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.toml"
    text = built_in_components(game_package("treehouse")).text
    path.write_text(text, encoding="utf-8")
    assert main(["rules", "treehouse", "--components", str(path), "--lang", "en"]) == FINE
    path.write_text(text.replace('colour = "yellow"', 'colour = "pink"', 1), encoding="utf-8")
    for more in ([], ["TH-1"], ["--json"]):
        capsys.readouterr()
        assert main(["rules", "treehouse", *more, "--components", str(path), "--lang", "en"]) == BAD_USAGE
        out, err = capsys.readouterr()
        assert out == ""
        assert '"pink" is none of' in err


# ---- every value of every file, replaced by something strange ---------------------------------------------


def places(value: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every path into a document."""
    if isinstance(value, (dict, list)):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*where, name)
            yield from places(inner, (*where, name))


def replaced(data: dict[str, Any], where: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """The document with one value replaced, or taken out (None)."""
    changed = copy.copy(data)
    inside: Any = changed
    for part in where[:-1]:  # what lies beside the way may stay shared
        inside[part] = copy.copy(inside[part])
        inside = inside[part]
    if value is None:
        del inside[where[-1]]
    else:
        inside[where[-1]] = value
    return changed


@pytest.mark.parametrize("game", GAMES)
def test_no_value_ends_in_a_fault(game: str) -> None:
    title = game_package(game)
    components = Components(built_in_components(title).text, "own.toml")
    data = components.data
    found: list[BadComponents] = []
    read = 0
    for number, where in enumerate(places(data)):
        if len(where) > 2 and number % (40 if QUICK else 5):
            continue
        for strange in STRANGE:
            components.data = replaced(data, where, strange)
            try:
                components.check_meta(game)
                title.read_parts(components)
                read += 1
            except BadComponents as error:
                found.append(error)
    assert len(found) > read > 0
    for one in found[:: 10 if QUICK else 1]:
        assert int(str(one.phrase.args["line"])) > 0
        assert len(said(one, title)) == len(LANGUAGES), one.phrase


def test_what_is_written_is_never_long() -> None:
    assert len(format_value({"a": ["b" * 99] * 99})) == 60
    assert format_value(Phrase) != ""
