"""Run a command in a session of its own, so that stopping the server does not stop it: `detach.py LOG COMMAND ...`."""

from __future__ import annotations

import os
import sys


def main(log: str, command: list[str]) -> None:
    """Replace this process with the command; its output goes to the log."""
    os.setsid()
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    for stream in (1, 2):
        os.dup2(written, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
