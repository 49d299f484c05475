"""What only a process of its own can show: exit codes, pipes, signals, start-up time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

DOMIK = [sys.executable, "-m", "domik"]


def environment() -> dict[str, str]:
    """Ours, without a language or colours, with the same domik that this test imports."""
    import domik

    found = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "FORCE_COLOR"))}
    found["PYTHONPATH"] = str(Path(domik.__file__).parents[1])
    return found


def run(*words: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*DOMIK, *words], input=typed, capture_output=True, env=environment(), timeout=PATIENCE, check=False
    )


def test_version_imports_next_to_nothing() -> None:
    code = "import sys; from domik.cli import main; main(['--version']); print(sorted(sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment(), timeout=PATIENCE, check=True
    )
    for heavy in (b"'babel'", b"'rich'", b"'argparse'", b"'domik.games'", b"'tomllib'"):
        assert heavy not in ran.stdout


def test_a_game_over_a_pipe_is_plain_text() -> None:
    ran = run("play", "treehouse", "--seed", "2", typed=b"1\n" * 100)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"\x1b" not in ran.stdout
    assert b"TH-51" in ran.stdout


def test_bytes_that_are_no_text_do_no_harm() -> None:
    ran = run("play", "treehouse", "--lang", "ru", typed=b"\xff\xfe\n\x80\n1\n")
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_russian_on_a_terminal_without_russian() -> None:
    ran = subprocess.run(
        [*DOMIK, "rules", "treehouse", "31", "--lang", "ru"],
        capture_output=True,
        env=environment() | {"PYTHONIOENCODING": "latin-1"},
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0
    assert ran.stdout.startswith(b"TH-31")


def test_a_reader_that_leaves_early_makes_no_noise() -> None:
    for words in (["rules", "treehouse"], ["play", "treehouse", "--seats", "greedy,greedy", "--seed", "1"]):
        process = subprocess.Popen([*DOMIK, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(timeout=PATIENCE) == 141


def test_ctrl_c_is_130() -> None:
    process = subprocess.Popen(
        [*DOMIK, "play", "treehouse"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment() | {"PYTHONUNBUFFERED": "1"},
        # a shell that runs the tests in the background ignores SIGINT, and so would the child
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    shown = b""
    while b"\n> " not in shown:
        piece = os.read(process.stdout.fileno(), 4096)
        assert piece, "it ended before it asked"
        shown += piece
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in errors
