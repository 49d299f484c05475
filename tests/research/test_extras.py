"""What is not installed is named with the command that installs it, and nobody loads what they do not use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import domik.research
from domik.kernel.batch import all_external
from domik.research import Batch


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
    code = "import sys, domik.cli.sim, domik.cli.balance, domik.sim.run, domik.sim.positions\n"
    assert ran(f"{code}print([name for name in {heavy} if name in sys.modules])").strip() == "[]"


def test_names_that_are_not_there() -> None:
    with pytest.raises(
        AttributeError, match="has no Nothing: there are BadInput, Batch, Encoding, ParallelBatch, batch"
    ):
        getattr(domik.research, "Nothing")  # noqa: B009 - a name that mypy would refuse


def test_stepping_keeps_no_memory() -> None:
    """A million steps must not grow: what goes in from NumPy is released (docs/decisions/0018)."""
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
    assert len(all_external(3)) == 3
