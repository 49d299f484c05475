"""Bots in another process or language: a JSON object per decision, on stdin and stdout or as an HTTP request."""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import subprocess
import threading
import urllib.error
import urllib.request
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from domik.bots.bot import Bot, best_scored_move
from domik.kernel.errors import DomikError
from domik.kernel.luck import Luck
from domik.kernel.phrase import Phrase
from domik.kernel.record import is_action, numbers_in
from domik.kernel.state import View

if TYPE_CHECKING:
    from domik.kernel.package import Match

PROTOCOL = 1
SECONDS = 10.0  # time limit per answer; the first may take FIRST_SECONDS, since interpreters start slowly
FIRST_SECONDS = 20.0
MAX_ANSWER = 10_000  # characters of an answer


class ProgramFailure(Exception):
    """The program broke the protocol; `what` is the kind of failure, a key of the texts [bot.trouble.*]."""

    def __init__(self, what: str, detail: str = "") -> None:
        super().__init__(f"{what}: {detail}" if detail else what)
        self.what = what
        self.detail = detail


class CommandBot:
    """A bot run as a program, or asked at an address.

    If it crashes, is too slow or answers nonsense, `normal` plays on in its place.
    """

    def __init__(self, command: str, luck: Luck, match: Match, seconds: float = SECONDS) -> None:
        self.command = command
        self.luck = luck
        self.match = match
        self.seconds = seconds
        self.decisions = 0
        self.failure: dict[str, Any] | None = None  # for the record: the failure and the decision it happened at
        self.program: Program | Address | None = None

    def decide(self, view: View, legal: int) -> int:
        """The program's choice, or that of `normal` once the program has failed."""
        self.decisions += 1
        if self.failure is None:
            try:
                return self.ask(view, legal)
            except ProgramFailure as trouble:
                self.failure = {
                    "bot": self.command if is_address(self.command) else f"cmd:{self.command}",
                    "decision": self.decisions,
                    "what": trouble.what,
                    "detail": trouble.detail,
                }
                self.close()
        return best_scored_move(view, legal, self.luck)

    def ask(self, view: View, legal: int) -> int:
        """Send one decision and wait for the answer; start the program if it is not running."""
        patience = self.seconds
        if self.program is None:
            self.program = Address(self.command) if is_address(self.command) else Program(self.command)
            self.program.send(game_message(self.match, int(view.seat)))
            patience = max(patience, FIRST_SECONDS) if patience >= SECONDS else patience
        self.program.send(decision_message(self.match, view, legal, self.decisions, patience))
        return parse_answer(self.match, view, legal, self.program.receive(patience))

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"program": None}  # a copy starts a program of its own

    def close(self) -> None:
        """Stop the program; its stdin is closed first."""
        if self.program is not None:
            self.program.close()
            self.program = None


def is_address(command: str) -> bool:
    """Whether the bot is asked over HTTP."""
    return command.startswith(("http://", "https://"))


def command_words(command: str) -> list[str]:
    """The program and its arguments."""
    return shlex.split(command, posix=os.name != "nt")


def is_startable(command: str) -> bool:
    """Whether there is such a program, which is not started, or somebody listens at the address."""
    if is_address(command):
        return is_answering(command)
    try:
        program, *_ = command_words(command)
    except ValueError:  # an open quotation mark, or nothing at all
        return False
    return shutil.which(program) is not None


def is_answering(address: str) -> bool:
    """Whether an HTTP server answers there; what it answers to a GET does not matter."""
    try:
        urllib.request.urlopen(address, timeout=SECONDS).close()
    except urllib.error.HTTPError:
        return True  # it has an answer: that a bot is asked by POST
    except (OSError, ValueError):
        return False
    return True


class Address:
    """A bot at an address: every message is posted, and the answer to a decision is the answer's body."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.game: dict[str, Any] = {}
        self.decision: dict[str, Any] = {}

    def send(self, message: dict[str, Any]) -> None:
        """Keep the message: what is played goes along with every decision, since requests have no order."""
        if message["type"] == "game":
            self.game = message
        else:
            self.decision = message

    def receive(self, seconds: float) -> str:
        """Post the decision with its game; ProgramFailure after `seconds`, or if nobody answers."""
        body = json.dumps(self.decision | {"game": self.game}, ensure_ascii=False).encode()
        try:
            request = urllib.request.Request(self.address, body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return str(answer.read(MAX_ANSWER).decode(errors="replace")).strip()
        except TimeoutError:
            raise ProgramFailure("slow", f"{seconds:g} s") from None
        except (OSError, ValueError) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                raise ProgramFailure("slow", f"{seconds:g} s") from None
            raise ProgramFailure("crashed", str(error)) from None

    def close(self) -> None:
        """Nothing is kept open between two decisions."""


class Program:
    """A running program with a thread that reads its output."""

    def __init__(self, command: str) -> None:
        try:
            self.process = subprocess.Popen(command_words(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            raise ProgramFailure("not_started", str(error)) from None
        self.lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=read_lines, args=(self.process, self.lines), daemon=True).start()
        self.end = weakref.finalize(self, end_process, self.process)

    def send(self, message: dict[str, Any]) -> None:
        """Write one line; ProgramFailure if the program has exited."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise ProgramFailure("crashed", self.exit_detail()) from None

    def receive(self, seconds: float) -> str:
        """The next line; ProgramFailure after `seconds`, or if the program has exited."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise ProgramFailure("slow", f"{seconds:g} s") from None
        if not line:
            raise ProgramFailure("crashed", self.exit_detail())
        return line.decode(errors="replace").strip()

    def exit_detail(self) -> str:
        """The exit code of a program that has closed its output."""
        try:
            return f"exit code {self.process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            return "its output was closed"

    def close(self) -> None:
        self.end()


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Close the program's stdin, wait half a second, then kill it."""
    try:
        if process.stdin is not None:
            process.stdin.close()
    except OSError:
        pass  # it has already exited
    try:
        process.wait(timeout=0.5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def read_lines(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Thread body: queue every line of output, and an empty one at the end."""
    assert process.stdout is not None
    try:
        while line := process.stdout.readline(MAX_ANSWER):
            lines.put(line)
    except (OSError, ValueError):
        pass  # closed while reading: the end as well
    lines.put(b"")


def failures_of(bots: Sequence[Bot | None]) -> list[dict[str, Any]]:
    """The failures of programs among the bots so far, as stored in records."""
    return [
        {"seat": seat, **bot.failure}
        for seat, bot in enumerate(bots)
        if isinstance(bot, CommandBot) and bot.failure is not None
    ]


def failure_phrase(trouble: dict[str, Any]) -> Phrase:
    """A failure from `failures_of` as a message."""
    args = {"seat": trouble["seat"] + 1, "decision": trouble["decision"], "detail": trouble["detail"]}
    return Phrase(f"bot.trouble.{trouble['what']}", args)


def end_programs(bots: Sequence[Bot | None]) -> None:
    for bot in bots:
        if isinstance(bot, CommandBot):
            bot.close()


# ---- the messages -----------------------------------------------------------------------------------


def game_message(match: Match, seat: int) -> dict[str, Any]:
    """The first message: which game it is, and which seat the program plays."""
    return {
        "type": "game",
        "protocol": PROTOCOL,
        "game": match.package.name,
        "rules": match.package.rules_version,
        "seats": match.seats,
        "seat": seat,
        "options": match.options_json(),
        "components": match.components.hash(),
    }


def decision_message(match: Match, view: View, legal: int, number: int, seconds: float) -> dict[str, Any]:
    """The message for one decision: what the seat knows and its legal actions."""
    game = match.game
    numbers = [int(value) for value in view.numbers]
    at = int(game.own_at(view.seat))
    return {
        "type": "decide",
        "decision": number,
        "seconds": seconds,
        "legal": [
            {"action": n, "move": match.write(view, 1 << n), "advice": rounded_score(view, n)}
            for n in numbers_in(legal)
        ],
        "scores": [match.points(int(view.score(seat))) for seat in range(match.seats)],
        "open": numbers[: int(game.open_size)],
        "own": numbers[at : at + int(game.own_size)],
    }


def rounded_score(view: View, number: int) -> float:
    return round(float(view.score_move(1 << number)), 3)


def parse_answer(match: Match, view: View, legal: int, line: str) -> int:
    """The action of an answer; ProgramFailure when it is unreadable or not legal."""
    try:
        answer = json.loads(line)
        if not isinstance(answer, dict):
            raise ProgramFailure("nonsense", line[:200])
        if isinstance(answer.get("move"), str):
            action = match.read(view, answer["move"])
        else:
            number = answer.get("action")
            if not is_action(number):
                raise ProgramFailure("nonsense", line[:200])
            action = 1 << number
    except (ValueError, RecursionError, DomikError):
        raise ProgramFailure("nonsense", line[:200]) from None
    if not action & legal:
        raise ProgramFailure("illegal", line[:200])
    return action
