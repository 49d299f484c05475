"""The workers of a packed Domik, asked directly: what they are sent is what the application would send them."""

from __future__ import annotations

import base64
import pickle
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from domik.server.bots.background import Work
from domik.server.bots.worker import DecisionResult, DecisionTask

# A worker of the shell page in a role of python.js; `pieces` is what it answers until the last one
ASK = """async ([role, message, content]) => {
  const kept = (window.askedWorkers ||= {});
  const worker = (kept[role] ||= new Worker(`${ROOT}/python.js?role=${role}&root=${ROOT}`, { type: "module" }));
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const pieces = [];
  const text = (data) => btoa(Array.from(data, (one) => String.fromCharCode(one)).join(""));
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.kind === "step") return;
      if (data.kind === "thought") resolve([text(data.result)]);
      else if (data.kind === "piece" && data.piece) pieces.push(text(data.piece));
      else if (data.kind === "piece") resolve(pieces);
      else reject(new Error(data.text));
    };
    worker.postMessage({ kind: message, [message === "think" ? "task" : "job"]: bytes });
  });
}""".replace("${ROOT}", "")


class BrowserWorkers:
    """Workers of the page in which the shell is shown, started when they are first asked."""

    def __init__(self, shell: Page) -> None:
        self.shell = shell

    def think(self, task: DecisionTask) -> DecisionResult:
        """A decision, as a searching bot at a table makes it."""
        (found,) = self._ask("thinking", "think", task)
        result: DecisionResult = pickle.loads(found)
        return result

    def work(self, work: Work, *given: Any) -> list[bytes]:
        """What background work yields."""
        return self._ask("background", "work", (work, given))

    def run(self, code: str) -> list[bytes]:
        """What `run` of this code yields there: work is called by its name, and `eval` has one."""
        call = f"(lambda names: (exec({code!r}, names), names['run']())[1])({{}})"
        return self._ask("background", "work", (eval, (call,)))

    def _ask(self, role: str, message: str, content: object) -> list[bytes]:
        given = base64.b64encode(pickle.dumps(content)).decode()
        return [base64.b64decode(one) for one in self.shell.evaluate(ASK, [role, message, given])]


# Checksums of random games of every game at every number of seats; `run` yields them as JSON
CHECKSUMS = """
import json

from domik.games import BUILT_IN, game_package
from domik.kernel.luck import luck_of
from domik.kernel.playout import playouts


def run():
    for game in BUILT_IN:
        package = game_package(game)
        for seats in range(package.least_seats, package.most_seats + 1):
            moves, check = playouts(package.match(seats).game, luck_of("browser"), 0, 200)
            yield json.dumps([game, seats, int(moves), int(check)]).encode()
"""


def native_checksums() -> Iterator[bytes]:
    """The same of this Python."""
    names: dict[str, Any] = {}
    exec(CHECKSUMS, names)
    found: Iterator[bytes] = names["run"]()
    return found
