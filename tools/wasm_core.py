"""Compile the core for the browser: python tools/wasm_core.py OUT --pyodide FOLDER; then domik pack --core OUT.

mypyc writes the same C as for the native build, told by Pyodide's own sysconfig that pointers have 32 bits; Debian's
newest Emscripten compiles it. That Emscripten is fetched through this machine's own apt sources into a folder of its
own and runs there in a chroot, so this needs Debian or a relative of it, and root. Nothing of the system is changed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SYSCONFIG = "_sysconfigdata__emscripten_wasm32-emscripten"
PACKAGES = ("emscripten", "libpython3.14-dev")
GROUP, LIBRARY = "domik__mypyc", "domik_core"
# Hidden symbols, or mypyc's statics of one library would be mixed up with those of another
COMPILE = ("-O2", "-g0", "-fPIC", "-fvisibility=hidden", "-DNDEBUG", "-Wno-everything", "-fwrapv")
LINK = ("-O2", "-sSIDE_MODULE=2", "-sWASM_BIGINT")
NOT_IN_HEADER = re.compile(r"PY_(CFLAGS|LDFLAGS|CORE|STDMODULE|BUILTIN|CPPFLAGS|ENABLE)|PYTHON")


class NoCompiler(SystemExit):
    """Emscripten cannot be had here; the sentence says why."""


def apt_mirror() -> str:
    """The Debian mirror of this machine."""
    files = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    text = "\n".join(path.read_text("utf-8") for path in files if path.is_file())
    found = re.search(r"(?:^URIs:|^deb)\s+(?:\[[^\]]*\]\s+)?(\S+/debian)/?(?:\s|$)", text, re.M)
    if found is None or shutil.which("apt-get") is None or os.geteuid():
        raise NoCompiler(
            "wasm_core: Emscripten is fetched with apt and run in a chroot: needs Debian's sources and root"
        )
    return found[1]


def fetch_emscripten(folder: Path) -> Path:
    """Debian's newest Emscripten, unpacked; the folder is used again if it is there."""
    root = folder / "root"
    if (root / "usr/share/emscripten/emcc.py").is_file():
        return root
    for part in ("lists/partial", "archives/partial"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (folder / "sources.list").write_text(f"deb [signed-by={keyring}] {apt_mirror()} sid main\n", "utf-8")
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
    for name in ("tmp", "dev", "core"):
        (root / name).mkdir(exist_ok=True)
    (root / "dev/null").touch()
    return root


def run(command: list[str], **environment: str) -> None:
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoCompiler(f"wasm_core: {command[0]} failed: {(done.stderr or done.stdout)[-2000:]}")


def write_c(build: Path, pyodide: Path) -> list[str]:
    """mypyc's C of the core below `build`; returns the names of the modules."""
    tree = build / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("setup.py", "pyproject.toml"):
        shutil.copyfile(ROOT / name, tree / name)
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as held:
        (build / f"{SYSCONFIG}.py").write_bytes(held.read(f"{SYSCONFIG}.py"))
    command = [sys.executable, str(Path(__file__).resolve()), "--write-c", str(build / "modules.json")]
    done = subprocess.run(
        command, cwd=tree, env=os.environ | {"_PYTHON_SYSCONFIGDATA_NAME": SYSCONFIG, "PYTHONPATH": str(build)}
    )
    if done.returncode:
        raise NoCompiler("wasm_core: mypyc could not write the C")
    found: list[str] = json.loads((build / "modules.json").read_text("utf-8"))
    return found


def write_c_here(modules: Path) -> None:
    """In a process whose sysconfig is Pyodide's, in a copy of the sources: the C of the hot modules."""
    from mypyc.build import mypycify

    sys.path.insert(0, "tools")
    from generated_c import patch_c

    text = Path("setup.py").read_text("utf-8").partition("\nsetup(")[0]  # its functions, without running it
    names: dict[str, object] = {"__name__": "setup_py", "__file__": "setup.py"}
    exec(compile(text, "setup.py", "exec"), names)
    hot: list[str] = names["hot_modules"]()  # type: ignore[operator]
    sys.argv = ["setup.py", "build_ext"]
    found = mypycify(hot, opt_level="3", debug_level="0", separate=[(hot, "domik")])
    patch_c(sorted({Path(source) for one in found for source in one.sources if source.endswith(".c")}))
    modules.write_text(json.dumps(sorted(one.name for one in found if one.name != GROUP)), "utf-8")


def pyconfig(build: Path, header: Path) -> str:
    """pyconfig.h of the browser's Python: the names of Debian's header with the values of Pyodide's sysconfig."""
    values: dict[str, object] = {}
    exec((build / f"{SYSCONFIG}.py").read_text("utf-8"), values)
    known: dict[str, object] = values["build_time_vars"]  # type: ignore[assignment]
    found = re.findall(r"^#\s*define (\w+)|^/\* #undef (\w+) \*/", header.read_text("utf-8"), re.M)
    names = {one or other for one, other in found}
    names |= {name for name in known if re.match(r"(HAVE|SIZEOF|ALIGNOF|WITH|Py|PY|USE|_PY)_", name)}
    lines = []
    for name in sorted(names - {"Py_PYCONFIG_H"}):
        value = known.get(name)
        is_odd = isinstance(value, str) and not re.fullmatch(r'[\w"./ ()-]+', value)
        if value not in (None, 0, "") and not is_odd and not NOT_IN_HEADER.match(name):
            lines.append(f"#define {name} {value}")
    return "\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""])


def compile_core(root: Path, build: Path) -> Path:
    """Both libraries, below the folder `work` of the chroot."""
    import mypyc

    work = root / "core"
    shutil.rmtree(work, ignore_errors=True)
    include = root / "usr/include/python3.14"
    shutil.copytree(include, work / "include")
    header = next((root / "usr/include").glob("*/python3.14/pyconfig.h"))
    (work / "include/pyconfig.h").write_text(pyconfig(build, header), "utf-8")
    shutil.copytree(Path(next(iter(mypyc.__path__))) / "lib-rt", work / "lib-rt")
    shutil.copytree(build / "tree/build", work / "c")
    shutil.copyfile(ROOT / "tools/wasm_core.c", work / "c/wasm_core.c")
    for source, library in (("__native_domik", GROUP), ("wasm_core", LIBRARY)):
        folders = ("-I/core/include", "-I/core/lib-rt", "-I/core/c")
        emcc(root, *COMPILE, *folders, "-c", f"/core/c/{source}.c", "-o", f"/core/{library}.o")
        emcc(root, *LINK, f"-sEXPORTED_FUNCTIONS=_PyInit_{library}", f"/core/{library}.o", "-o", f"/core/{library}.so")
    return work


def emcc(root: Path, *words: str) -> None:
    command = ["chroot", str(root), "/usr/bin/python3", "/usr/share/emscripten/emcc.py", *words]
    run(command, HOME="/tmp", EM_CACHE="/tmp/cache", PATH="/usr/bin:/usr/sbin")


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("out", type=Path, nargs="?", help="the folder to write")
    parser.add_argument("--pyodide", type=Path, help="the folder with Pyodide's files")
    parser.add_argument("--emscripten", type=Path, default=ROOT / "build/emscripten", help="where Emscripten is kept")
    parser.add_argument("--write-c", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.write_c is not None:
        write_c_here(args.write_c)
        return
    if args.out is None or args.pyodide is None:
        parser.error("OUT and --pyodide are needed")
    sys.path.insert(0, str(ROOT / "src"))
    from domik.offline.pack import sources_digest

    root = fetch_emscripten(args.emscripten.absolute())
    build = args.emscripten.absolute() / "c"
    modules = write_c(build, args.pyodide)
    work = compile_core(root, build)
    args.out.mkdir(parents=True, exist_ok=True)
    for name in (GROUP, LIBRARY):
        shutil.copyfile(work / f"{name}.so", args.out / f"{name}.so")
    facts = {"modules": modules, "sources": sources_digest(modules)}
    (args.out / "core.json").write_text(json.dumps(facts, indent=1), "utf-8")
    print(f"{args.out}: {len(modules)} compiled modules")


if __name__ == "__main__":
    main()
