"""Write Domik as a folder that any web host can serve: the same input gives the same bytes."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from domik.language import LANGUAGES
from domik.language.words import catalogue, word_documents
from domik.offline.core_wheel import compiled_sources, core_files
from domik.offline.parts import SOURCE, PackError, pyodide_folder, run_tool, wheel_files
from domik.web.illustrations import hills, wordmark
from domik.web.manifest import PICTURES, manifest
from domik.web.mascot import draw_mascot
from domik.web.pen import icon

ICON = re.compile(r"@ICON:([a-z-]+)@")  # in the shell page
TEMPLATE = re.compile(r"domik/web/templates/.*\.html")  # compiled by the time when all is laid out
ROOT_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")
FILE_TIME = (2026, 1, 1, 0, 0, 0)  # of everything in an archive
NOT_PACKED = re.compile(  # parts of Domik that nobody in a browser runs
    r"domik/(cli|sim|research|testing|public|server/cluster/(node_client|relay_))\b"
    r"|domik/offline/(web|pack|parts|core_wheel|compile)\b"
    r"|domik/server/store/postgres|domik/web/static/.*\.(png|webp)$"
    r"|.*(__pycache__|\.so$|\.pyd$|py\.typed$|words\w*\.(toml|json)$)"
)
# Of the standard library: what nothing in a packed Domik imports
UNUSED_MODULES = re.compile(
    r"(pydoc_data|pydoc|unittest|pdb|bdb|doctest|turtle|turtledemo|idlelib|ensurepip|venv|xmlrpc|wsgiref|curses|dbm"
    r"|mailbox|ftplib|imaplib|poplib|profile|cProfile|pstats|profiling|trace|optparse|plistlib|zipapp"
    r"|webbrowser|tabnanny|this|antigravity|modulefinder|pickletools|pyclbr|rlcompleter|sched|shelve|timeit|symtable"
    r"|argparse|configparser|difflib|compileall|fileinput|filecmp|pty|tty"
    r"|_pydecimal|_pydatetime|_pyio|_pyrepl|wave|tkinter|lib2to3|distutils|cgi|netrc|nntplib|telnetlib)(\.py|/)"
)
UNUSED_FILES = re.compile(
    r"xml/(dom|parsers)|sqlite3/(__main__|dump)|ctypes/macholib|email/mime|http/(server|cookiejar)|pyodide/console"
    r"|asyncio/(windows|proactor|tools|__main__)|logging/(config|handlers)"
    r"|multiprocessing/(managers|pool|shared_memory|sharedctypes|heap|forkserver|popen_|resource_sharer|dummy)"
    r"|encodings/(cp(?!437)|mac_|iso8859_(?!1\.)|big5|gb|euc|hz|johab|koi|ptcp|shift|tis|utf_32|kz|palmos|hp_)"
)
UNUSED_IN_WHEELS = re.compile(
    r".*\.dist-info/|babel/messages/|babel/locale-data/(?!(root|en|en_001|en_US|en_GB|ru|ru_RU|pl|pl_PL)\.dat)"
    r"|font_manrope/files/Manrope-(?!VariableFont)"
    r"|.*\.(pyi|h|c|typed)$|segno/(cli|moneygram|helpers)|lucide/templatetags|.*/tests?/"
    r"|starlette/(testclient|templating|middleware/(wsgi|sessions|authentication))|markupsafe/.*\.so$"
)
ArchiveFile = tuple[str, bytes]


@dataclass(frozen=True)
class PackedFile:
    """A file of the folder, and its size as hosts send it."""

    name: str
    size: int
    compressed: int


def pack(
    out: Path,
    root_path: str = "",
    pyodide: Path | None = None,
    wheels: Path | None = None,
    core: Path | None = None,
) -> list[PackedFile]:
    """Write the folder; `core` is a wheel with the compiled core (core_wheel.py)."""
    root = root_path.rstrip("/")
    if not ROOT_PATH.fullmatch(root):
        raise PackError("root_path", path=root_path)
    if out.exists() and any(out.iterdir()) and not (out / "sw.js").is_file():
        raise PackError("not_empty", out=str(out))
    with (
        tempfile.TemporaryDirectory(prefix="domik-pack-") as scratch,
        tempfile.TemporaryDirectory(prefix="domik-", dir=out.absolute().parent) as fresh,
    ):
        compiled = core_files(core) if core else []
        source = pyodide_folder(pyodide, Path(scratch))
        own = domik_files(compiled_sources(compiled))
        site = [*library_files(wheel_files(wheels, Path(scratch))), *own, *compiled]
        write_folder(Path(fresh), root, source, site)
        shutil.rmtree(out, ignore_errors=True)  # only now: whatever failed before has changed nothing
        shutil.copytree(fresh, out)
        out.chmod(0o755)  # not as private as the temporary folder
    return [packed_file(out, path) for path in folder_files(out)]


def write_folder(out: Path, root: str, pyodide: Path, site: list[ArchiveFile]) -> None:
    (out / "py").mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(pyodide / name, out / "py" / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    (out / "py/pyodide-lock.json").write_text(json.dumps(lock | {"packages": {}}), "utf-8")
    (out / "py/python.zip").write_bytes(archive(library_of_python(pyodide / "python_stdlib.zip")))
    (out / "py/site.zip").write_bytes(archive(site))
    compile_archives(pyodide, out / "py", "python.zip", "site.zip")
    for name, form in (("python", bytes), ("site", laid_out)):
        data = form((out / f"py/{name}.zip").read_bytes())  # a whole is smaller than its files, and faster unpacked
        (out / f"py/{name}.pack").write_bytes(gzip.compress(data, 9, mtime=0))
        (out / f"py/{name}.zip").unlink()
    for path in sorted(SOURCE.joinpath("offline/web").iterdir()):
        if path.suffix in (".js", ".css", ".svg", ".png"):
            shutil.copyfile(path, out / path.name)
    for name in ("domik.css", "night.css"):  # the tokens of all styles
        shutil.copyfile(SOURCE / "web/static" / name, out / name)
    for name in ("icon.svg", "domik.svg"):  # of the shell, and of the manifest: browsers ask for it at every start
        shutil.copyfile(SOURCE / "web/static/domik.svg", out / name)
    write_shell(out, root)
    files = {path.relative_to(out).as_posix(): digest(path.read_bytes()) for path in folder_files(out)}
    files.pop("sw.js")
    edition = f"domik{root}:{digest(json.dumps(files).encode())}"
    script = (out / "sw.js").read_text("utf-8")
    size = sum(path.stat().st_size for path in folder_files(out))
    for name, text in {"EDITION": edition, "ROOT": root, "FILES": json.dumps(files), "SIZE": str(size)}.items():
        script = script.replace(f'"@{name}@"', json.dumps(text))
    (out / "sw.js").write_text(script, "utf-8")
    for name in PICTURES:  # of the installed app: whoever only plays does not fetch them
        shutil.copyfile(SOURCE / "web/static" / name, out / name)
    shutil.copyfile(out / "index.html", out / "404.html")  # for addresses that were opened without the service worker


def write_shell(out: Path, root: str) -> None:
    """The shell page with its words, and a manifest in each language."""
    words = {language: shell_words(language) for language in LANGUAGES}
    facts = {"root": root, "words": words, "size": sum(packed_file(out, path).compressed for path in folder_files(out))}
    page = SOURCE.joinpath("offline/web/index.html").read_text("utf-8")
    for name, text in {
        "@ROOT@": root,
        "@FACTS@": json.dumps(facts, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c"),
        "@HILLS@": hills(),
        "@WORDMARK@": wordmark(),
        "@TOBI@": draw_mascot("cheer"),
    }.items():
        page = page.replace(name, text)
    page = ICON.sub(lambda found: str(icon(found[1], 20)), page)
    (out / "index.html").write_text(page, "utf-8")
    for language in LANGUAGES:
        found = manifest(root, language, lambda name: f"{root}/{name}")
        (out / f"manifest-{language}.webmanifest").write_text(json.dumps(found, ensure_ascii=False, indent=1), "utf-8")


def shell_words(language: str) -> dict[str, str]:
    """The texts of the shell, which speaks before Python does."""
    found = catalogue("domik.offline")
    return {key.removeprefix("shell."): str(text[language]) for key, text in found.items() if key.startswith("shell.")}


# ---- archives --------------------------------------------------------------------------------------------------


def archive(files: Iterable[ArchiveFile]) -> bytes:
    """A zip file that is not compressed; like stands beside like."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in sorted(files, key=lambda file: (Path(file[0]).suffix, file[0])):
            made.writestr(zipfile.ZipInfo(name, FILE_TIME), data)
    return out.getvalue()


def laid_out(data: bytes) -> bytes:
    """An archive as web/python.js reads it: the length of a list of names and sizes, the list, then the files.

    It is laid out so that a file in the browser's memory is a part of what was fetched, and no copy of it.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as held:
        names = [name for name in held.namelist() if not TEMPLATE.fullmatch(name)]
        names.sort(key=lambda name: (Path(name).suffix, name))
        files = [held.read(name) for name in names]
    listed = json.dumps([[name, len(file)] for name, file in zip(names, files, strict=True)]).encode()
    return b"".join((len(listed).to_bytes(4, "little"), listed, *files))


def compile_archives(pyodide: Path, folder: Path, *names: str) -> None:
    """Compile modules and templates under Node, by the Python that will import them: it starts three times faster."""
    node = shutil.which("node")
    if node is None:
        raise PackError("no_node")
    run_tool([node, str(SOURCE / "offline/compile.mjs"), str(pyodide.absolute()), str(folder), *names], "node_failed")


def library_of_python(path: Path) -> Iterator[ArchiveFile]:
    with zipfile.ZipFile(path) as held:
        for name in held.namelist():
            if not name.endswith("/") and not UNUSED_MODULES.match(name) and not UNUSED_FILES.match(name):
                yield name, held.read(name)


def library_files(wheels: list[Path]) -> Iterator[ArchiveFile]:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as held:
            for name in held.namelist():
                if not name.endswith("/") and not UNUSED_IN_WHEELS.match(name):
                    data = held.read(name)
                    yield name, used_icons(data) if name == "lucide/lucide.zip" else data


def domik_files(compiled: set[str]) -> Iterator[ArchiveFile]:
    """Domik itself, without these sources, whose modules are in the compiled core."""
    for path in sorted(SOURCE.rglob("*")):
        name = f"domik/{path.relative_to(SOURCE).as_posix()}"
        if path.is_file() and not NOT_PACKED.match(name) and name not in compiled:
            yield name, path.read_bytes()
    folders = {path.parent for path in SOURCE.rglob("words*.toml")} - {SOURCE / "cli"}
    for folder in sorted(folders):
        inside = folder.relative_to(SOURCE).as_posix()
        documents = word_documents(f"domik.{inside.replace('/', '.')}")
        yield f"domik/{inside}/words.json", json.dumps(documents, ensure_ascii=False).encode()


def used_icons(data: bytes) -> bytes:
    """Lucide's archive with the icons that Domik names anywhere."""
    sources = (path for path in SOURCE.rglob("*") if path.suffix in (".py", ".html", ".toml"))
    named = {word for path in sources for word in re.findall(r"[a-z][a-z0-9-]+", path.read_text("utf-8"))}
    with zipfile.ZipFile(io.BytesIO(data)) as held:
        return archive((name, held.read(name)) for name in held.namelist() if Path(name).stem in named)


# ---- measures --------------------------------------------------------------------------------------------------


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def folder_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def packed_file(out: Path, path: Path) -> PackedFile:
    data = path.read_bytes()
    return PackedFile(path.relative_to(out).as_posix(), len(data), len(gzip.compress(data, 9, mtime=0)))
