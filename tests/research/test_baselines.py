"""The baselines of other projects' algorithms run end to end at a tiny size, where their packages are installed."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench.baselines import PAGE, PLANS, render_page
from bench.figures import ROOT, provenance

import domik
from tests.waiting import PATIENCE

NEEDED = {"MaskablePPO": "sb3_contrib", "DQN": "torch", "ISMCTS": "pyspiel"}


@pytest.mark.parametrize("algorithm", list(NEEDED))
def test_an_algorithm_is_trained_and_tried(algorithm: str, tmp_path: Path) -> None:
    if importlib.util.find_spec(NEEDED[algorithm]) is None:
        pytest.skip("needs packages that the tests do not install: pip install 'domik[baselines]'")
    page, kept = tmp_path / "page.md", tmp_path / "kept"
    where = os.environ | {"PYTHONPATH": os.pathsep.join((str(Path(domik.__file__).parents[1]), str(ROOT)))}
    command = [sys.executable, "-m", "bench.baselines", str(page), "--kept", str(kept), "--tiny", "--only"]
    answer = subprocess.run(
        [*command, f"{algorithm}-treehouse"], env=where, capture_output=True, text=True, timeout=3 * PATIENCE
    )
    assert answer.returncode == 0, answer.stderr
    (file,) = kept.iterdir()
    run = json.loads(file.read_text(encoding="utf-8"))
    assert run["points"][-1]["effort"] > 0
    assert all(0 <= share <= 1 for point in run["points"] for share in point["won"].values())
    assert page.read_text(encoding="utf-8") == render_page([run])


def test_the_published_page_has_every_run_and_where_it_comes_from() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for plan in PLANS:
        section = text.partition(f"## {plan.algorithm} in {plan.game.replace('_', ' ').title()}\n")[2].partition(
            "\n## "
        )[0]
        assert all(f"{line.partition(':')[0]}: " in section for line in provenance())
        efforts = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")][1:]
        assert len(efforts) >= len(plan.efforts)
