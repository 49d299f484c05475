"""What is not installed is named with the command that installs it, and nobody loads what they do not use."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import domik.research
from domik.kernel.batch import all_outside
from domik.research import Batch

ROOT = Path(__file__).parents[2]


def ran(code: str) -> str:
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return answer.stdout + answer.stderr


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("batch", "numpy", "research"),
        ("gym", "gymnasium", "research"),
        ("zoo", "pettingzoo", "research"),
        ("spiel", "pyspiel", "research,spiel"),
    ],
)
def test_a_missing_library_says_which_command_installs_it(module: str, library: str, extra: str) -> None:
    said = ran(f"import sys; sys.modules[{library!r}] = None\nimport domik.research.{module}")
    assert f"This needs {library}, which is not installed. Run: pip install 'domik[{extra}]'" in said


def test_playing_and_simulating_load_none_of_it() -> None:
    heavy = ["numpy", "gymnasium", "pettingzoo", "pyspiel", "distributed", "dask"]
    code = "import sys, domik.cli.sim, domik.cli.balance, domik.sim.run, domik.research\n"
    assert ran(f"{code}print([name for name in {heavy} if name in sys.modules])").strip() == "[]"


def test_names_that_are_not_there() -> None:
    with pytest.raises(AttributeError, match="has no Nothing: there are BadInput, Batch, Encoding"):
        getattr(domik.research, "Nothing")  # noqa: B009 - a name that mypy would refuse


def test_stepping_keeps_no_memory() -> None:
    """A million steps must not grow: what goes in from NumPy is released (docs/decisions/0008)."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("memory is read from /proc")
    batch = Batch("treehouse", 64)

    def work(times: int) -> None:
        for _ in range(times):
            batch.features("uint8")
            batch.step(batch.sample())

    work(150)
    before = int(statm.read_text().split()[1])
    work(300)
    assert (int(statm.read_text().split()[1]) - before) * 4096 / (300 * 64) < 120, "bytes a decision"
    assert len(all_outside(3)) == 3


def test_the_example_learns_draws_and_saves(tmp_path: Path) -> None:
    """At a tiny size: it runs to the end, and what it is shown again and again it learns."""
    path = ROOT / "examples" / "research" / "value_network.py"
    found = importlib.util.spec_from_file_location("value_network", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    curve, saved = tmp_path / "curve.svg", tmp_path / "network.npz"
    words = ["--minutes", "0.001", "--games", "1", "--test-games", "2", "--final-games", "2"]
    assert module.main([*words, "--curve", str(curve), "--save", str(saved)]) == 0
    assert curve.read_text(encoding="utf-8").startswith("<svg")
    assert saved.exists()
    network = module.Network(1)
    import numpy as np

    features = np.random.default_rng(1).integers(0, 2, (64, module.ENCODING.width)).astype(np.float32)
    wanted = np.linspace(-1, 1, 64).astype(np.float32)
    errors = [network.learn(features, wanted, 1e-3) for _ in range(60)]
    assert errors[-1] < errors[0] / 10
