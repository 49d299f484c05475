"""`domik.review(record)`: the package is the verb, whoever imported it first."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import domik

CALL = """
import domik
{first}
game = domik.new("bower", seed=1)
player = domik.bot("random")
while not game.is_over:
    seat = game.to_move[0]
    game.play(seat, player.decide(game.view(seat)))
report = domik.review(game.record(), seat=0, worlds=2)
print(type(report).__name__, report.game)
from domik.reviews import Report
assert isinstance(report, Report)
"""


@pytest.mark.parametrize("first", ["", "import domik.reviews", "from domik.reviews.report import Report"])
def test_review_is_a_call_away(first: str) -> None:
    where = os.environ | {"PYTHONPATH": str(Path(domik.__file__).parents[1])}
    command = [sys.executable, "-W", "error", "-c", CALL.format(first=first)]
    done = subprocess.run(command, env=where, capture_output=True, text=True)
    assert done.stdout.strip() == "Report bower", done.stderr
