"""Build Domik's wheel for the browser, with the compiled core in WebAssembly: python tools/wasm_core.py OUT.

It is the wheel that `cibuildwheel --platform pyodide` makes from the same setup.py; this tool needs no Emscripten that
was installed before. It fetches Debian's newest through this machine's own apt sources into a folder of its own and
runs it there in a chroot, with mypyc beside it, so it needs Debian or a relative of it, and root. Nothing of the system
is changed. `domik pack --core OUT` puts the core into the folder for play without a server.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SYSCONFIG = "_sysconfigdata__emscripten_wasm32-emscripten"
PACKAGES = ("emscripten", "libpython3.14-dev")
PYTHON = "3.14"
WORK = "/core"  # in the chroot
COMPILE = ("-O2", "-g0", "-fPIC", "-DNDEBUG", "-Wno-everything", "-fwrapv")
LINK = ("-O2", "-sSIDE_MODULE=1", "-sWASM_BIGINT")
NOT_IN_HEADER = re.compile(r"PY_(CFLAGS|LDFLAGS|CORE|STDMODULE|BUILTIN|CPPFLAGS|ENABLE)|PYTHON")


class NoCore(SystemExit):
    """The core cannot be built here; the sentence says why."""


def run(command: list[str], **more: str) -> str:
    """What a command says; NoCore with its last words where it fails."""
    try:
        done = subprocess.run(command, env=os.environ | more, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoCore(f"wasm_core: {command[0]}: {error}") from None
    if done.returncode:
        raise NoCore(f"wasm_core: {command[0]} failed: {(done.stderr or done.stdout)[-2000:]}")
    return done.stdout + done.stderr


# ---- what is fetched -------------------------------------------------------------------------------------------


def apt_mirror() -> str:
    """The Debian mirror of this machine."""
    files = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    text = "\n".join(path.read_text("utf-8") for path in files if path.is_file())
    found = re.search(r"(?:^URIs:|^deb)\s+(?:\[[^\]]*\]\s+)?(\S+/debian)/?(?:\s|$)", text, re.M)
    if found is None or shutil.which("apt-get") is None or os.geteuid():
        raise NoCore("wasm_core: Emscripten is fetched with apt and run in a chroot: needs Debian's sources and root")
    return found[1]


def fetch_compilers(folder: Path) -> Path:
    """Debian's newest Emscripten and mypyc for its Python, unpacked; what is there already is used again."""
    root = folder / "root"
    if (folder / "ready").is_file():
        return root
    mirror = apt_mirror()
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("lists/partial", "archives/partial"):
        (folder / part).mkdir(parents=True)
    keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (folder / "sources.list").write_text(f"deb [signed-by={keyring}] {mirror} sid main\n", "utf-8")
    settings = {
        "Dir::Etc::sourcelist": folder / "sources.list",
        "Dir::Etc::sourceparts": "/nonexistent",
        "Dir::State::lists": folder / "lists",
        "Dir::State::status": "/dev/null",
        "Dir::Cache": folder,
        "Dir::Cache::archives": folder / "archives",
    }
    apt = ["apt-get", "-qq", *(word for name, value in settings.items() for word in ("-o", f"{name}={value}"))]
    run([*apt, "update"])
    run([*apt, "-y", "--no-install-recommends", "--download-only", "install", *PACKAGES])
    for package in sorted((folder / "archives").glob("*.deb")):
        run(["dpkg-deb", "-x", str(package), str(root)])
    for name in ("bin", "sbin", "lib", "lib64"):
        if not (root / name).exists():
            (root / name).symlink_to(f"usr/{name}")
    for name in ("tmp", "dev"):
        (root / name).mkdir(exist_ok=True)
    (root / "dev/null").touch()
    fetch_mypyc(root / "opt/py")
    for name in ("lists", "archives"):
        shutil.rmtree(folder / name)
    (folder / "ready").touch()
    return root


def fetch_mypyc(target: Path) -> None:
    """The versions that build every other wheel (tools/backend.py), for the chroot's Python."""
    sys.path.insert(0, str(ROOT / "tools"))
    from backend import COMPILER

    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--target", str(target)]
    pip += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", PYTHON]
    for abi in (f"cp{PYTHON.replace('.', '')}", "abi3", "none"):
        pip += ["--abi", abi]
    for platform in ("manylinux_2_28_x86_64", "manylinux2014_x86_64"):
        pip += ["--platform", platform]
    run([*pip, "setuptools>=78.1.1", *(one for one in COMPILER if one.startswith(("mypy", "librt")))])


# ---- the wheel -------------------------------------------------------------------------------------------------


def pyconfig(known: dict[str, object], header: str) -> str:
    """pyconfig.h of the browser's Python: the names of Debian's header with the values of Pyodide's sysconfig."""
    found = re.findall(r"^#\s*define (\w+)|^/\* #undef (\w+) \*/", header, re.M)
    names = {one or other for one, other in found}
    names |= {name for name in known if re.match(r"(HAVE|SIZEOF|ALIGNOF|WITH|Py|PY|USE|_PY)_", name)}
    lines = []
    for name in sorted(names - {"Py_PYCONFIG_H"}):
        value = known.get(name)
        is_odd = isinstance(value, str) and not re.fullmatch(r'[\w"./ ()-]+', value)
        if value not in (None, 0, "") and not is_odd and not NOT_IN_HEADER.match(name):
            lines.append(f"#define {name} {value}")
    return "\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""])


def use_browser_python(root: Path, pyodide: Path) -> None:
    """Let builds in the chroot see Pyodide's Python: its sysconfig and its pyconfig.h."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as held:
        text = held.read(f"{SYSCONFIG}.py").decode()
    (root / f"opt/py/{SYSCONFIG}.py").write_text(text, "utf-8")
    values: dict[str, dict[str, object]] = {}
    exec(text, values)
    debian = next((root / "usr/include").glob(f"*/python{PYTHON}/pyconfig.h"))
    made = pyconfig(values["build_time_vars"], debian.read_text("utf-8"))
    (root / f"usr/include/python{PYTHON}/pyconfig.h").write_text(made, "utf-8")


def copy_sources(work: Path) -> None:
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, work / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info"))
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, work / name)


def build_wheel(root: Path, platform: str) -> Path:
    """The wheel, in the chroot."""
    emcc = "/usr/bin/python3 /usr/share/emscripten/emcc.py"
    settings = {
        "HOME": "/tmp",
        "PATH": "/usr/bin:/usr/sbin",
        "PYTHONPATH": "/opt/py",
        "EM_CACHE": "/tmp/cache",
        "_PYTHON_SYSCONFIGDATA_NAME": SYSCONFIG,
        "_PYTHON_HOST_PLATFORM": platform,
        "CC": emcc,
        "CFLAGS": " ".join(COMPILE),
        "LDSHARED": " ".join((emcc, *LINK)),
        "DOMIK_FONTS": "0",
    }
    # there is no shell in the chroot
    script = f"import os, runpy; os.chdir({WORK!r}); runpy.run_path('setup.py', run_name='__main__')"
    said = run(["chroot", str(root), "/usr/bin/python3", "-c", script, "bdist_wheel", "-d", "dist"], **settings)
    found = list((root / WORK[1:] / "dist").glob(f"*-{platform}.whl"))
    if not found:  # setup.py has made a pure one and said why
        raise NoCore(f"wasm_core: nothing was compiled: {said[-2000:]}")
    return found[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("out", type=Path, help="the folder for the wheel")
    parser.add_argument("--pyodide", type=Path, help="a folder with Pyodide's files, instead of fetching them with npm")
    parser.add_argument("--emscripten", type=Path, default=ROOT / "build/emscripten", help="where Emscripten is kept")
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT / "src"))
    from domik.offline.parts import BROWSER, PackError, pyodide_folder

    with tempfile.TemporaryDirectory(prefix="domik-core-") as scratch:
        root = fetch_compilers(args.emscripten.absolute())
        try:
            use_browser_python(root, pyodide_folder(args.pyodide, Path(scratch)))
        except PackError as error:
            raise NoCore(f"wasm_core: {error}") from None
    copy_sources(root / WORK[1:])
    wheel = build_wheel(root, BROWSER)
    args.out.mkdir(parents=True, exist_ok=True)
    for old in args.out.glob("domik-*.whl"):
        old.unlink()
    print(shutil.copy(wheel, args.out))


if __name__ == "__main__":
    main()
