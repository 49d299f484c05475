"""Compile the hot modules with mypyc; without a C compiler, or with DOMIK_COMPILE=0, install pure Python."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

KERNEL = (
    *("batch", "driver", "encoder", "game", "luck", "mind", "network", "phrase"),
    *("playout", "search", "search_tree", "state"),
)
SERVER = (
    *(f"http/{name}" for name in ("limits", "outbox")),
    *(f"live/{name}" for name in ("live_table", "render_pass", "services", "session")),
    *(f"rendering/{name}" for name in ("page_state", "player_names", "renderers", "table_chrome")),
)
JUDGE = ("trials",)


def way_of(game: str, *more: str) -> list[str]:
    """Modules of one game that a move passes through on its way to the pages; `more` are this game's own."""
    shared = (
        *(f"rules/{name}" for name in ("phrases", "objections", "reading")),
        *(f"words/{name}" for name in ("events", "prompts")),
        *(f"page/{name}" for name in ("context", "drawing")),
    )
    return [f"games/{game}/{name}" for name in (*shared, *more)]


# Modules that a move passes through to the browser (docs/decisions/0016)
WARM = (
    *(f"kernel/{name}" for name in ("drawing", "tally")),
    "language/words",
    *(f"table/{name}" for name in ("clock", "errors", "running_game", "table")),
    *(f"web/{name}" for name in ("board/element", "board/parts", "pen")),
    *(f"server/{name}" for name in SERVER),
    *way_of("treehouse", "page/boughs", "page/hand", "page/rooms", "page/side", "page/tree"),
)
# The same for the other games, as a unit of its own that is compiled in parallel
CELLS = ("page/cells_hand", "page/cells_side", "page/preview")
PAGES = (
    *way_of("dream_home", *CELLS, "page/cells_discards", "page/cells_house"),
    *way_of("cabin", *CELLS, "page/cells_ring"),
    *way_of("bower", *CELLS, "page/cells_board", "page/cells_nest"),
)


def hot_modules() -> list[str]:
    """The kernel's loops and the modules of every game that compute with i64."""
    found = [f"src/domik/kernel/{name}.py" for name in KERNEL] + [f"src/domik/judge/{name}.py" for name in JUDGE]
    for path in sorted(Path("src/domik/games").rglob("*.py")):
        if path.stem != "__init__" and "import i64" in path.read_text(encoding="utf-8"):
            found.append(str(path))
    return found


def is_for_browser() -> bool:
    """Whether this is built for Pyodide, whose sysconfig then stands in place of this Python's own."""
    return "emscripten" in str(sysconfig.get_config_var("HOST_GNU_TYPE"))


class WithFiles(build_py):
    """Also write the word files as JSON and, if the tools are installed, font subsets and minified scripts."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        if is_for_browser():  # the names of the compiled modules, for domik/offline/core.py
            names = [path.removeprefix("src/").removesuffix(".py").replace("/", ".") for path in hot_modules()]
            Path(self.build_lib, "domik/offline/core.json").write_text(json.dumps(sorted(names)), encoding="utf-8")
        sys.path.insert(0, "tools")
        from words import write_words_json

        write_words_json(Path(self.build_lib))
        if os.environ.get("DOMIK_FONTS", "1") != "0":
            from fonts import make_fonts
            from scripts import make_small_scripts

            if not make_small_scripts(Path(self.build_lib, "domik/web/static")):
                print("domik: no tool for small scripts; they are served as they are written", file=sys.stderr)
            if not make_fonts(Path(self.build_lib, "domik/web/static/font")):
                print("domik: no tools for small fonts; the packaged one is served", file=sys.stderr)


class OptionalBuild(build_ext):
    """Fall back to the pure Python build if the compilation fails."""

    def finalize_options(self) -> None:
        """Compile the large units in parallel."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Build all extensions; if one cannot be built, install none and print the reason."""
        reason = "not all of it could be built"
        try:
            super().run()
            whole = all(map(os.path.exists, self.get_outputs()))
        except Exception as trouble:
            whole, reason = False, str(trouble)
        if not whole:
            for built in filter(os.path.exists, self.get_outputs()):
                os.remove(built)
            self.extensions.clear()
            self.distribution.install_requires = requirements(is_compiled=False)
            wheel = self.distribution.command_obj.get("bdist_wheel")
            if wheel is not None:
                wheel.root_is_pure = True  # a wheel that runs everywhere must not carry a platform tag
            print(f"domik: no compiled core ({reason}); the pure Python build is installed instead", file=sys.stderr)


def own_machine() -> list[str]:
    """Compiler flags for a build that runs on this machine only (DOMIK_NATIVE=1, as make sets it): popcount."""
    wanted = os.environ.get("DOMIK_NATIVE", "0") == "1"
    return ["-march=x86-64-v2"] if wanted and platform.machine() in ("x86_64", "AMD64") else []


def compiler_arguments(given: list[str], is_hot: bool) -> list[str]:
    """C compiler flags; outside the hot modules a short build matters more than the last percent of speed."""
    found = given if is_hot else ["-O2" if argument == "-O3" else argument for argument in given]
    if sys.platform == "win32":
        return found
    # Let it inline across our own modules; looking for misleading indentation takes half of its time in long files.
    return [*found, "-fno-semantic-interposition", "-Wno-misleading-indentation", *own_machine()]


def extensions() -> list[Any]:
    """The mypyc extensions; empty if they are not wanted."""
    if os.environ.get("DOMIK_COMPILE", "1") == "0":
        print("domik: DOMIK_COMPILE=0, the pure Python build is installed", file=sys.stderr)
        return []
    if {"egg_info", "dist_info", "sdist"} & set(sys.argv):  # metadata and sources are made without the compiler
        return []
    sys.path.insert(0, "tools")
    from generated_c import UnknownC, patch_c
    from mypyc.build import mypycify

    hot, warm, pages = hot_modules(), *([f"src/domik/{name}.py" for name in names] for names in (WARM, PAGES))
    groups = [(hot, "domik"), (warm, "domik_table"), (pages, "domik_pages")]
    if is_for_browser():  # every byte is downloaded there: only what searches
        groups = groups[:1]
    files = [path for paths, _ in groups for path in paths]
    found = mypycify(files, opt_level="3", debug_level="0", separate=groups)
    sources = {Path(name) for extension in found for name in extension.sources if name.endswith(".c")}
    try:
        patch_c(sorted(sources))
    except UnknownC as trouble:
        print(f"domik: no compiled core ({trouble}); the pure Python build is installed instead", file=sys.stderr)
        return []
    for extension in found:
        extension.optional = True
        is_hot = not any("domik_table" in source or "domik_pages" in source for source in extension.sources)
        extension.extra_compile_args = compiler_arguments(extension.extra_compile_args, is_hot)
    return browser_extensions(found) if is_for_browser() else list(found)


def browser_extensions(found: list[Any]) -> list[Any]:
    """The library of the hot modules, and one door to it (tools/wasm_door.tmpl) instead of a library a module."""
    (library,) = (extension for extension in found if extension.name == "domik__mypyc")
    library.extra_compile_args.append("-fvisibility=hidden")  # a browser would mix up the statics of two libraries
    door = Path("build/domik_core.c")
    door.parent.mkdir(exist_ok=True)
    door.write_text(Path("tools/wasm_door.tmpl").read_text(encoding="utf-8"), encoding="utf-8")
    return [library, Extension("domik_core", [str(door)], optional=True)]


def requirements(is_compiled: bool) -> list[str]:
    """What is needed at run time: a pure build brings its own stand-in for mypyc's runtime (kernel/plain_vec.py)."""
    listed = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["domik"]
    return [*listed["dependencies"], *(listed["compiled"] if is_compiled else ())]


def project_addresses() -> dict[str, str]:
    """Where the project lives, for its page on an index: DOMIK_REPOSITORY says so, as the release workflow sets it."""
    repository = os.environ.get("DOMIK_REPOSITORY", "").rstrip("/")
    if not repository:
        return {}
    return {
        "Homepage": repository,
        "Documentation": f"{repository}/blob/v{version()}/docs/README.md",
        "Changelog": f"{repository}/blob/v{version()}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
        "Source": repository,
    }


def version() -> str:
    """As src/domik/__init__.py says it."""
    found = re.search(
        r'^__version__ = "(.+)"$', Path("src/domik/__init__.py").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert found
    return found[1]


def long_description() -> str:
    """The README; with whole addresses if the repository is known, since an index has neither pictures nor files."""
    text = Path("README.md").read_text(encoding="utf-8")
    repository = os.environ.get("DOMIK_REPOSITORY", "").rstrip("/")
    if not repository:
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?![a-z]+:)", rf"\1{repository}/raw/v{version()}/", text)
    return re.sub(r"((?<!!)\[[^][]*\]\()(?![a-z]+:|#)", rf"\1{repository}/blob/v{version()}/", text)


setup(
    long_description=long_description(),
    long_description_content_type="text/markdown",
    project_urls=project_addresses(),
    author="The Domik authors",
    author_email=os.environ.get("DOMIK_CONTACT") or None,
    install_requires=requirements(is_compiled=os.environ.get("DOMIK_COMPILE", "1") != "0"),
    ext_modules=extensions(),
    cmdclass={"build_ext": OptionalBuild, "build_py": WithFiles},
)
