"""A fresh environment with Domik as it is tested here, and with whatever guests are invited."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import domik
from domik.kernel import luck

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "guest"
COMPILED = not str(luck.__file__).endswith(".py")
PIP = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--no-input"]
NO_NET = ["--no-deps", "--no-index"]


class House:
    """An environment of its own: nothing is fetched, so everything else comes from the one that runs the tests.

    Domik comes from its wheel where the compiled build is tested and one lies there, else as it is imported here.
    """

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.python = folder / "bin" / "python"
        asked = [str(self.python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        self.packages = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
        behind = [str(Path(domik.__file__).parents[1]), *(path for path in sys.path if path.endswith("site-packages"))]
        (self.packages / "behind.pth").write_text("\n".join(behind) + "\n", encoding="utf-8")
        wheels = sorted((ROOT / "build" / "wheels").glob("domik-*.whl")) if COMPILED else []
        if wheels:
            self.install(wheels[-1])

    def install(self, what: Path) -> None:
        """A wheel, or a package's own folder."""
        command = [*PIP, "install", *NO_NET, "--no-build-isolation", "--target", str(self.packages), str(what)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def announce(self, package: str, entry: str) -> None:
        """A package that is only said to be installed: what importlib.metadata reads, and nothing more."""
        info = self.packages / f"{package.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[domik.games]\n{entry}\n", encoding="utf-8")

    def strip(self, package: str, name: str) -> None:
        """A second guest: an installed one under another name, without mind, drawing, look and scene."""
        bare = self.packages / name
        shutil.copytree(self.packages / package, bare, ignore=shutil.ignore_patterns("page", "mind", "__pycache__"))
        for path in bare.rglob("*.py"):
            text = path.read_text(encoding="utf-8").replace(f"from {package}", f"from {name}")
            text = text.replace(f'"{package}"', f'"{name}"')
            text = re.sub(rf"    from {name}\.mind.*\n|    game\.mind = .*\n|    (page|artwork)=load_.*\n", "", text)
            path.write_text(text, encoding="utf-8")
        self.announce(name, f"{name} = {name}:TITLE")

    def environment(self, **more: str) -> dict[str, str]:
        """As somebody would have it who knows nothing of these tests."""
        hidden = ("DOMIK_GUESTS", "PYTHONPATH", "VIRTUAL_ENV", "LANG", "LC_ALL", "LANGUAGE")
        return {name: value for name, value in os.environ.items() if name not in hidden} | more

    def run(self, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        """Run this environment's Python."""
        return subprocess.run(
            [str(self.python), *words], input=typed, capture_output=True, text=True, check=False,
            cwd=self.packages, env=self.environment(**more),
        )  # fmt: skip

    def domik(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a domik command."""
        return self.run("-m", "domik", *words, typed=typed)
