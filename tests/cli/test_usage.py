from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from domik.cli import COMMANDS, version
from domik.cli.parser import error_phrase, language_of, split_command
from domik.server.hosting import Hosting
from tests.cli.conftest import Domik

LANGUAGES = ("en", "ru", "pl")


def test_version_says_how_the_core_was_built(domik: Domik) -> None:
    ran = domik("--version")
    assert ran.code == 0
    assert re.fullmatch(r"domik \d+\.\d+\.\d+ \((compiled|pure Python)\)\n", ran.out)
    assert domik("--lang", "pl", "--version").out == f"{version()}\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_lists_every_command(domik: Domik, language: str) -> None:
    ran = domik("--help", "--lang", language)
    assert ran.code == 0
    for name in COMMANDS:
        assert f"  {name} " in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(domik: Domik, command: str, language: str) -> None:
    ran = domik(command, "--help", "--lang", language)
    assert ran.code == 0
    assert f"domik {command}" in ran.out
    english = re.findall(r"usage|options|positional|show this|default", ran.out.lower())
    assert not english or language == "en"


BAD = [
    ["play"],
    ["play", "chess"],
    ["dance"],
    ["play", "treehouse", "--seats", ""],
    ["play", "treehouse", "--seats", "human"],
    ["play", "treehouse", "--seats", "human,human,human,human,human"],
    ["play", "treehouse", "--seats", "human,nobody"],
    ["play", "treehouse", "--edition", "third"],
    ["play", "treehouse", "--variant", "castle"],
    ["play", "treehouse", "--variant", "young,"],
    ["play", "treehouse", "--variant", "birdhouse"],
    ["play", "treehouse", "--mode", "hard"],
    ["play", "treehouse", "--option", "ages"],
    ["play", "treehouse", "--option", "ages=1,1"],
    ["play", "treehouse", "--option", "weather=fine"],
    ["play", "treehouse", "--components", "/no/such/file"],
    ["play", "treehouse", "--save", "/no/such/folder/game.json"],
    ["play", "treehouse", "--seed"],
    ["play", "treehouse", "--no-auto=1"],
    ["play", "treehouse", "more"],
    ["play", "treehouse", "--lang", "xx"],
    ["rules"],
    ["rules", "treehouse", "TH-999"],
    ["replay", "/no/such/file"],
    ["replay", "-"],
    ["verify", "/"],
    ["perft", "treehouse", "--depth", "deep"],
    ["perft", "treehouse", "--depth", "-1"],
    ["--what"],
]


@pytest.mark.parametrize("words", BAD, ids=" ".join)
@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_usage_is_two_and_said_in_the_readers_language(domik: Domik, words: list[str], language: str) -> None:
    ran = domik("--lang", language, *words)
    assert ran.code == 2
    assert ran.out == ""
    first = ran.err.splitlines()[0]
    assert first.startswith("domik: ")
    assert "Traceback" not in ran.err
    if language == "ru" and "JSON" not in first:
        assert re.search("[а-я]", first)


def test_domik_alone_opens_the_browser_table(domik: Domik, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, int]] = []

    def serve(hosting: Hosting, listening: object, when_open: Callable[[], None], key_is: object) -> None:
        opened.append((hosting.host, hosting.port))
        when_open()

    monkeypatch.setattr("domik.server.serve", serve)
    assert "http://127.0.0.1:" in domik("serve", "--port", "0").out
    assert opened[0][1] > 0
    refused = domik("serve", "--port", "70000")
    assert (refused.code, len(opened)) == (2, 1)
    assert "65535" in refused.err


def test_a_fault_is_one_line_without_a_traceback(domik: Domik, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(args: object, say: object) -> int:
        raise RuntimeError("broken\nbadly")

    monkeypatch.setattr("domik.cli.rules.run", broken)
    ran = domik("rules", "treehouse")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "RuntimeError: broken badly" in ran.err
    monkeypatch.setenv("DOMIK_DEBUG", "1")
    with pytest.raises(RuntimeError):
        domik("rules", "treehouse")


def test_interruption_is_130(domik: Domik, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: object, say: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("domik.cli.rules.run", interrupted)
    assert domik("rules", "treehouse").code == 130


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "de:pl:en", "LANG": "ru_RU.UTF-8"}, "pl"),
        ({"LC_ALL": "pl_PL.UTF-8", "LANG": "ru_RU.UTF-8"}, "pl"),
        ({"LANG": "fr_FR"}, "en"),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of([], environment) == language
    assert language_of(["--lang", "pl"], environment) == "pl"
    assert language_of(["play", "--lang=ru"], environment) == "ru"
    assert language_of(["--lang", "xx"], environment) == language


def test_a_command_is_found_behind_the_language() -> None:
    assert split_command([]) == ("serve", [])
    assert split_command(["--lang", "ru"]) == ("serve", ["--lang", "ru"])
    assert split_command(["--lang=ru", "play", "treehouse"]) == ("play", ["--lang=ru", "treehouse"])
    assert split_command(["--port", "80"]) == ("serve", ["--port", "80"])
    assert split_command(["--help"]) == ("", ["--help"])


def test_unknown_texts_of_argparse_are_still_told() -> None:
    assert error_phrase("something new").key == "cli.bad_usage"
