"""tools/wasm_core.py: says plainly where nothing can be built; builds the wheel, where `make offline` asks for it."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from domik.offline.core_wheel import core_files, wheel_in

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools/wasm_core.py"
SYSCONFIG = {"HOST_GNU_TYPE": "wasm32-unknown-emscripten"}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="for Debian")


def test_without_apt_it_says_what_it_needs_and_changes_nothing(tmp_path: Path) -> None:
    command = [sys.executable, str(TOOL), str(tmp_path / "out"), "--emscripten", str(tmp_path / "emscripten")]
    done = subprocess.run(command, env=os.environ | {"PATH": ""}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "wasm_core: Emscripten is fetched with apt and run in a chroot: needs Debian's sources and root\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_the_header_has_the_values_of_the_browsers_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    from wasm_core import pyconfig

    debian = "#define SIZEOF_SIZE_T 8\n#define HAVE_FORK 1\n/* #undef HAVE_NOTHING */\n#define VOID_P 1\n"
    known = {"SIZEOF_SIZE_T": 4, "HAVE_FORK": 0, "HAVE_ODD": "$(x)", "PY_CFLAGS": "-O2", "WITH_MORE": 1}
    assert pyconfig(known, debian).splitlines() == [
        "#ifndef Py_PYCONFIG_H",
        "#define Py_PYCONFIG_H",
        "#define SIZEOF_SIZE_T 4",
        "#define WITH_MORE 1",
        "#endif",
    ]


def setup_functions(monkeypatch: pytest.MonkeyPatch, folder: Path) -> types.ModuleType:
    """setup.py without its last call, in a folder with what it reads."""
    monkeypatch.chdir(folder)
    (folder / "tools").symlink_to(ROOT / "tools")
    module = types.ModuleType("setup_functions")
    text = (ROOT / "setup.py").read_text(encoding="utf-8").partition("\nsetup(")[0]
    exec(compile(text, "setup.py", "exec"), vars(module))
    return module


def test_a_build_for_the_browser_has_one_library_and_its_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = setup_functions(monkeypatch, tmp_path)
    assert not found.is_for_browser()
    monkeypatch.setattr("sysconfig.get_config_var", SYSCONFIG.get)
    assert found.is_for_browser()
    shims = [found.Extension(name, [f"{name}.c"]) for name in ("domik.kernel.luck", "domik__mypyc")]
    library, door = found.browser_extensions(shims)
    assert (library.name, door.name) == ("domik__mypyc", "domik_core")
    assert "-fvisibility=hidden" in library.extra_compile_args
    assert "PyInit_domik_core" in (tmp_path / door.sources[0]).read_text("utf-8")


@pytest.mark.skipif(
    not os.environ.get("DOMIK_CORE") or not (ROOT / "build/emscripten/ready").is_file(),
    reason="NOT BUILT, THE COMPILED CORE: `make core` fetches its compiler, and `make offline` builds it here",
)
def test_it_builds_a_wheel_of_these_sources(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(TOOL), str(tmp_path)], check=True)
    wheel = wheel_in(tmp_path)
    assert wheel is not None
    assert len(core_files(wheel)) == 3
