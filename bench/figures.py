"""Pages of figures in docs/figures: what a bench measured, with the kind of machine, the date and the commit."""

from __future__ import annotations

import contextlib
import io
import platform
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from domik.sim.pure import build_kind
from domik.sim.workers import available_cores

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "figures"


def machine_description() -> str:
    """What kind of machine this is, not which one."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {available_cores()} cores, {platform.system()}, {python}"


def commit() -> str:
    """The commit that is measured, and whether something was changed since."""
    try:
        asked = ("git", "-C", str(ROOT), "describe", "--always", "--dirty=, with changes", "--exclude", "*")
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"  # sources without their history


def provenance() -> list[str]:
    """The lines that every page of figures has below its title."""
    return [
        f"- Machine: {machine_description()}",
        f"- Date: {datetime.now(UTC):%Y-%m-%d}",
        f"- Commit: {commit()}",
        f"- Build: {build_kind()}",
    ]


class Tee(io.TextIOBase):
    """Shows what is printed, and keeps it."""

    def __init__(self) -> None:
        self.shown = sys.stdout
        self.lines: list[str] = []

    def write(self, text: str) -> int:
        self.lines.append(text)
        return self.shown.write(text)

    def flush(self) -> None:
        self.shown.flush()


@contextlib.contextmanager
def recorded(page: Path | None, title: str, command: str) -> Iterator[None]:
    """Write what is printed meanwhile to a page, too, if there is one."""
    tee = Tee()
    with contextlib.redirect_stdout(tee):
        yield
    if page is not None:
        head = [f"# {title}", "", f"Written by `{command}`; do not edit by hand.", "", *provenance(), "", ""]
        page.write_text("\n".join(head) + "".join(tee.lines), encoding="utf-8")
