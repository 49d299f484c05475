"""The compiled core: which wheel is packed, and how its modules are found behind one door."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from domik.cli import main
from domik.offline import core_wheel
from domik.offline.core_wheel import compiled_sources, core_files, is_current, wheel_in
from domik.offline.parts import BROWSER, SOURCE, PackError
from domik.sim.pure import build_kind

ROOT = Path(__file__).parents[2]
MODULE = "domik.bots.search"  # has a source in every build
PATH = "domik/bots/search.py"
DOOR = ROOT / "tools/wasm_door.tmpl"


def made_wheel(
    folder: Path, source: bytes | None = None, libraries: tuple[str, ...] = ("domik__mypyc", "domik_core")
) -> Path:
    """A wheel as setup.py makes it for the browser, with one compiled module."""
    folder.mkdir(exist_ok=True)
    path = folder / f"domik-0-cp314-cp314-{BROWSER}.whl"
    with zipfile.ZipFile(path, "w") as made:
        for name in libraries:
            made.writestr(f"{name}.cpython-314-wasm32-emscripten.so", b"code")
        made.writestr("domik/offline/core.json", json.dumps([MODULE]))
        made.writestr(PATH, (SOURCE.parent / PATH).read_bytes() if source is None else source)
        made.writestr("domik/__init__.py", b"")
    return path


def test_of_a_wheel_only_the_core_is_packed_and_its_sources_are_not(tmp_path: Path) -> None:
    found = core_files(made_wheel(tmp_path))
    assert [name.partition(".")[0] for name, _ in found] == ["domik__mypyc", "domik_core", "domik/offline/core"]
    assert compiled_sources(found) == {PATH}
    assert compiled_sources([]) == set()


@pytest.mark.parametrize("kind", ["missing", "no wheel", "pure", "half"])
def test_what_is_no_core_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "domik.whl"
    if kind == "no wheel":
        path.write_text("hello", "utf-8")
    elif kind == "pure":
        zipfile.ZipFile(path, "w").close()
    elif kind == "half":
        path = made_wheel(tmp_path, libraries=("domik_core",))
    with pytest.raises(PackError) as caught:
        core_files(path)
    assert caught.value.phrase.key == "pack.no_core"


def test_a_core_of_other_sources_is_refused(tmp_path: Path) -> None:
    wheel = made_wheel(tmp_path, b"x = 1\n")
    with pytest.raises(PackError) as caught:
        core_files(wheel)
    assert caught.value.phrase.key == "pack.old_core"
    assert not is_current(wheel)


def test_a_checkout_finds_its_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_wheel, "BUILT", tmp_path / "core")
    monkeypatch.setattr(core_wheel, "COMPILER", tmp_path / "ready")
    assert core_wheel.core_wheel(None) is None
    wheel = made_wheel(tmp_path / "core")
    assert core_wheel.core_wheel(None) == wheel
    assert core_wheel.core_wheel(tmp_path / "core") == wheel
    made_wheel(tmp_path / "core", b"old")
    assert core_wheel.core_wheel(None) is None, "an old one, and no compiler to build another"


def test_where_the_compiler_is_at_hand_the_core_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "tool.py"
    tool.write_text("import shutil, sys; shutil.copytree(sys.path[0] + '/made', sys.argv[1])", "utf-8")
    for name, path in {"BUILT": tmp_path / "core", "COMPILER": tool, "TOOL": tool}.items():
        monkeypatch.setattr(core_wheel, name, path)
    made_wheel(tmp_path / "made")
    assert core_wheel.core_wheel(None) == wheel_in(tmp_path / "core")
    shutil.rmtree(tmp_path / "core")
    tool.write_text("raise SystemExit('no disk')", "utf-8")
    with pytest.raises(PackError) as caught:
        core_wheel.core_wheel(None)
    assert (caught.value.phrase.key, caught.value.phrase.args["why"]) == ("pack.core_failed", "no disk")


def test_who_names_no_core_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", str(tmp_path / "site"), "--core", str(tmp_path / "none.whl")]) != 0
    assert "not a wheel with Domik’s compiled core" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


# ---- the door --------------------------------------------------------------------------------------------------------

BEHIND_THE_DOOR = """
import sys
sys.path.insert(0, sys.argv[1])
import domik_core
from domik.offline.core import CoreFinder, is_compiled
assert not is_compiled()
sys.meta_path.insert(0, CoreFinder(frozenset({"domik.kernel.luck", "domik.kernel.game"}), domik_core.init))
assert is_compiled()
from domik.kernel import game, luck
from domik.games import game_package
from domik.kernel.playout import playouts
assert game.__spec__.origin == "domik__mypyc", game.__spec__
print(*map(int, playouts(game_package("bower").match(2).game, luck.luck_of("door"), 0, 5)))
try:
    domik_core.init("domik__mypyc", "domik.kernel.nothing")
except AttributeError as error:
    print(error)
"""
BY_THE_SHIMS = """
from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.playout import playouts
print(*map(int, playouts(game_package("bower").match(2).game, luck_of("door"), 0, 5)))
"""


@pytest.mark.skipif(build_kind() == "pure", reason="there is nothing behind the door in a pure build")
@pytest.mark.skipif(shutil.which("cc") is None or sys.platform == "win32", reason="compiled with cc")
def test_modules_start_behind_the_door_as_they_do_by_their_own_libraries(tmp_path: Path) -> None:
    """The same C as in the browser, compiled for this machine."""
    library = tmp_path / f"domik_core{sysconfig.get_config_var('EXT_SUFFIX')}"
    include = sysconfig.get_path("include")
    compile_door = [
        "cc",
        "-x",
        "c",
        str(DOOR),
        "-Wall",
        "-Werror",
        "-shared",
        "-fPIC",
        f"-I{include}",
        "-o",
        str(library),
    ]
    made = subprocess.run(compile_door, capture_output=True, text=True, check=False)
    if "Python.h" in made.stderr:
        pytest.skip("NOT TESTED, THE DOOR TO THE COMPILED CORE: Python.h is not installed")
    assert made.returncode == 0, made.stderr
    said, plain = (
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True).stdout
        for code in (BEHIND_THE_DOOR, BY_THE_SHIMS)
    )
    assert said.startswith(plain)
    assert "init_domik___kernel___nothing" in said
