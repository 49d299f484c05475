"""The example that learns Treehouse runs as it stands, at a tiny size, and so does the picture of its curve."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

import domik
from tests.waiting import PATIENCE

HERE = Path(__file__).parents[2] / "examples" / "research"
WHERE = os.environ | {"PYTHONPATH": str(Path(domik.__file__).parents[1])}  # the build that is being tested


def run(*command: str) -> str:
    """What one of the scripts prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *command],
        cwd=HERE,
        env=WHERE,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_tiny_network_learns_and_its_curve_is_drawn(tmp_path: Path) -> None:
    kept, picture = tmp_path / "net.npz", tmp_path / "curve.svg"
    told = run("treehouse_net.py", "--minutes", "0.02", "--tables", "16", "--games", "6", "--out", str(kept))
    assert "of 6 against normal" in told
    with np.load(kept) as net:
        curve = net["curve"]
        assert curve[-1, 0] > 0, "at least one game was learned from"
        assert np.isfinite(net["out"]).all()
        assert net["see"].shape[0] * 6 > 100
    assert ((curve[:, 2] >= 0) & (curve[:, 2] <= 1)).all()
    run("learning_curve.py", str(kept), str(picture))
    drawn = ElementTree.parse(picture).getroot()
    assert len(drawn.findall("{*}circle")) == len(curve) >= 2
