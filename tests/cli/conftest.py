"""Domik's command line, called in this process."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from domik.cli import main


@dataclass
class Ran:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


Domik = Callable[..., Ran]


@pytest.fixture
def domik(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Domik:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "DOMIK_DEBUG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(list(words))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def saved(domik: Domik, tmp_path: Path) -> Path:
    """A finished game of a person (who always takes the first move) and two bots."""
    path = tmp_path / "game.json"
    ran = domik(*GAME, "--save", str(path), typed="1\n" * 200)
    assert ran.code == 0
    return path


GAME = ("play", "treehouse", "--seats", "human,greedy,random", "--seed", "5")
