"""No test waits by the clock: tests/waiting.py is the only place that looks at one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLOCKS = {
    "sleep",
    "monotonic",
    "perf_counter",
    "time",
    "monotonic_ns",
    "perf_counter_ns",
}  # of time; CPU time is no clock
WAITS = {"wait_for_timeout"}  # Playwright's
REQUESTS = {
    "get",
    "post",
    "put",
    "delete",
    "request",
    "stream",
    "Client",
    "AsyncClient",
}  # of httpx: five seconds, unless


def offences(source: str) -> list[str]:
    """Calls that sleep, look at the clock, or wait less patiently than tests/waiting.py, with their lines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        of = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
        name, keywords = node.func.attr, {keyword.arg: keyword.value for keyword in node.keywords}
        wrong = (
            (of == "time" and name in CLOCKS)
            or (of == "asyncio" and name == "sleep" and not is_zero(node.args))
            or (of == "httpx" and name in REQUESTS and "timeout" not in keywords)
            or name in WAITS
            or isinstance(keywords.get("timeout"), ast.Constant)
            or (name in ("wait", "join", "result", "recv", "settimeout") and any(map(is_number, node.args)))
        )
        if wrong:
            found.append(f"{node.lineno}: {of or '...'}.{name}")
    return found


def is_number(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value < 1000


def is_zero(values: list[ast.expr]) -> bool:
    """To let other tasks go on is not to sleep."""
    return len(values) == 1 and isinstance(values[0], ast.Constant) and values[0].value == 0


def test_nobody_waits_by_the_clock() -> None:
    files = [path for path in TESTS.rglob("*.py") if path.name not in ("waiting.py", Path(__file__).name)]
    assert len(files) > 100
    found = [f"{path.relative_to(TESTS)}:{one}" for path in files for one in offences(path.read_text(encoding="utf-8"))]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    ("source", "is_wrong"),
    [
        ("time.sleep(0.1)", True),
        ("assert time.monotonic() - began < 5", True),
        ("time.process_time()", False),
        ("asyncio.sleep(0.1)", True),
        ("asyncio.sleep(0)", False),
        ("httpx.get(address)", True),
        ("httpx.get(address, timeout=5)", True),
        ("httpx.get(address, timeout=PATIENCE)", False),
        ("process.communicate(timeout=60)", True),
        ("thread.join(10)", True),
        ('", ".join(names)', False),
        ("page.wait_for_timeout(100)", True),
    ],
)
def test_the_test_itself(source: str, is_wrong: bool) -> None:
    assert bool(offences(source)) is is_wrong
