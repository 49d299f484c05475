"""The bench: contestants take turns, and the pure build is really pure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings

import psutil
import pytest

from domik.games import game_package
from domik.sim import bench as bench_module
from domik.sim.bench import ROUNDS, Contestant, PureProcess, bench, compare, pure_environment, slice_of_steps
from domik.sim.pure import build_kind
from tests.waiting import PATIENCE, eventually


def test_contestants_take_turns() -> None:
    turns: list[str] = []

    def work(name: str, speed: int) -> Contestant:
        def step(seconds: float) -> tuple[int, float]:
            turns.append(name)
            return int(speed * max(seconds, 1)), max(seconds, 1)

        return Contestant(name, step)

    hare, tortoise = work("hare", 600), work("tortoise", 200)
    compare([hare, tortoise], 5.0)
    assert turns[:6] == ["hare", "tortoise", "hare", "tortoise", "tortoise", "hare"]
    assert len(hare.rates) == ROUNDS
    assert hare.rate() == 600
    assert hare.ratio(tortoise) == 3


def test_a_slice_takes_its_time() -> None:
    assert slice_of_steps(lambda: (10, 0.25))(1.0) == (40, 1.0)
    assert slice_of_steps(lambda: (10, 0.25))(0.0) == (10, 0.25)


def test_bench_says_what_it_measured() -> None:
    match = game_package("treehouse").match(2)
    found = bench(match, 0.05, peers=False)
    for name in ("moves_per_second", "pure_moves_per_second", "copy_us", "python_loop_per_second"):
        assert found[name] > 0
    assert found["ratios"].keys() == {"pure"}
    if build_kind() == "compiled":
        assert found["ratios"]["pure"] > 10


def test_pure_process_is_pure() -> None:
    program = (
        "from domik.sim.pure import import_sources; import_sources();"
        "import sys; import domik.games.treehouse.rules.game; from domik.sim.pure import build_kind;"
        "files = [m.__file__ for n, m in sys.modules.items() if n.startswith('domik')];"
        "print(build_kind(), all(f.endswith('.py') for f in files), len(files) > 10)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], env=pure_environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout.split() == ["pure", "True", "True"], done.stderr


def test_pure_process_answers_slices() -> None:
    with PureProcess(game_package("treehouse").match(3, {"edition": "nk"})) as process:
        moves, spent = process.run_slice(0.01)
        assert moves > 0
        assert spent >= 0.01
    assert process.process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_the_bench_and_its_child_without_a_traceback() -> None:
    """A terminal sends the signal to the whole group of processes, so the child gets it, too."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "domik", "bench", "treehouse", "--seconds", "600", "--no-peers"],
        env=pure_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell that runs the tests in the background ignores SIGINT, and so would they
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    eventually(psutil.Process(process.pid).children)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, "", "\n")


def test_a_peer_that_is_missing_is_skipped_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise ImportError("not here")

    monkeypatch.setattr(bench_module, "PEERS", {"nobody": (missing, ""), "somebody": (lambda _: lambda: (1, 0.1), "")})
    found, skipped = bench_module.installed_peers()
    assert [peer.name for peer in found] == ["somebody"]
    assert skipped == {"nobody": "ImportError: not here"}


@pytest.mark.parametrize("name", sorted(bench_module.PEERS))
def test_peers_count_their_steps(name: str) -> None:
    make, argument = bench_module.PEERS[name]
    pytest.importorskip({"open": "pyspiel", "cata": "catanatron", "rlca": "rlcard"}[name[:4]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # theirs to mend
        moves, spent = make(argument)()
    assert moves > 10
    assert spent > 0
