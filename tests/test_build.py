"""The build without a compiler that can do everything: no compiled part is installed at all, and the package starts.

The compiler here is a script that makes empty files at once, and fails where it is told to: what it makes could never
be imported, so a single part of it left in the wheel is found out. What mypyc generates takes half a minute, so most
of the tests give the build three C files of their own.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conformance.tables import QUICK

ROOT = Path(__file__).parents[1]
TOOLS = ("setuptools", "mypyc")

pytestmark = pytest.mark.skipif(
    sys.platform == "win32"
    or not (ROOT / "setup.py").exists()
    or any(importlib.util.find_spec(tool) is None for tool in TOOLS),
    reason="building wants the sources, a shell, setuptools and mypyc",
)

COMPILER = """#!/bin/sh
echo "$*" >> compiled.txt
case "$*" in {fails}) echo "this part is too much" >&2; exit 1;; esac
while [ $# -gt 0 ]; do
    if [ "$1" = -o ]; then : > "$2"; fi
    shift
done
"""

ENTRY = """\
        arg_numbers = VecI64Api.unbox(obj_numbers);
        if (VEC_IS_ERROR(arg_numbers)) {
            CPy_TypeError("vec[i64]", obj_numbers); goto fail;
        }
"""
SPACED = ENTRY.replace("if (VEC_IS_ERROR", "if ( VEC_IS_ERROR")
SETTER = """\
    tmp = VecU8Api.unbox(value);
    if (VEC_IS_ERROR(tmp)) {
        CPy_TypeError("vec[u8]", value); return -1;
    }
"""
INNER = "    cpy_r_r1 = VecI64Api.unbox(cpy_r_r0);\n"
CHECK = "    cpy_r_r2 = (uint64_t)cpy_r_seat < (uint64_t)cpy_r_r1;\n    if (cpy_r_r2) goto CPyL2;\n"
COPY = (
    "char CPyDef_domik___kernel___game___copy_into(VecI64 cpy_r_target, int64_t cpy_r_at, VecI64 cpy_r_numbers, "
    "int64_t cpy_r_first, int64_t cpy_r_size) {\n"
)
GENERATED = ENTRY + INNER + CHECK + COPY + SETTER
NAMES = ("domik__mypyc", "domik_kernel_luck", "domik_table__mypyc")

BUILD = """
import sys
import mypyc.build
from setuptools import Extension
from setuptools.build_meta import build_wheel
if sys.argv.pop() == "few":
    names = ("domik__mypyc", "domik.kernel.luck", "domik_table__mypyc")
    mypyc.build.mypycify = lambda *_, **__: [Extension(name, [name.replace(".", "_") + ".c"]) for name in names]
build_wheel("made")
"""

START = """
import sys
from pathlib import Path
from domik.cli import main
from domik.kernel import luck
from domik.sim.pure import build_kind
assert Path(luck.__file__).is_relative_to(sys.argv.pop()), luck.__file__
assert luck.__file__.endswith(".py") and build_kind() == "pure"
sys.argv[1:] = ["perft", "treehouse", "1"]
main()
"""


def built(
    folder: Path, fails: str, what: str, generated: str = GENERATED
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """The project's wheel, unpacked, built by a compiler and linker that fail for commands of this pattern."""
    project = folder / "project"
    shutil.copytree(ROOT / "src", project / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project)
    shutil.copytree(ROOT / "tools", project / "tools")
    for name in NAMES:
        (project / f"{name}.c").write_text(generated if name == NAMES[0] else "", encoding="utf-8")
    compiler = project / "compiler"
    compiler.write_text(COMPILER.format(fails=fails), encoding="utf-8")
    compiler.chmod(0o755)
    (project / "made").mkdir()
    tools = {"CC": str(compiler), "LDSHARED": str(compiler)}
    ran = subprocess.run(
        [sys.executable, "-c", BUILD, what],
        capture_output=True,
        text=True,
        check=True,
        cwd=project,
        env={name: value for name, value in os.environ.items() if name != "DOMIK_COMPILE"} | tools,
    )
    (wheel,) = (project / "made").glob("*.whl")
    assert wheel.name.endswith("-none-any.whl") == ("no compiled core" in ran.stderr), wheel.name
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    return folder / "installed", ran


def parts_in(folder: Path) -> set[str]:
    """The compiled parts of an installed package."""
    return {str(path.relative_to(folder)).split(".")[0] for path in folder.rglob("*.so")}


def assert_starts_pure(installed: Path) -> None:
    """The package plays from its sources; pip would lay them flat."""
    (home,) = (path.parents[1] for path in installed.rglob("domik/__init__.py"))
    ran = subprocess.run(
        [sys.executable, "-c", START, str(home)],
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
        env=os.environ | {"PYTHONPATH": str(home)},
    )
    assert ran.returncode == 0, ran.stderr


def test_a_compiler_that_can_do_everything_is_used(tmp_path: Path) -> None:
    installed, ran = built(tmp_path, "nothing", "few")
    assert parts_in(installed) == {"domik__mypyc", "domik/kernel/luck", "domik_table__mypyc"}
    assert "no compiled core" not in ran.stderr


@pytest.mark.parametrize("fails", ["*domik_table*", "*domik__mypyc*", "*luck.c*", "*luck*.so*", "*"])
def test_one_part_that_cannot_be_built_leaves_none_behind(tmp_path: Path, fails: str) -> None:
    installed, ran = built(tmp_path, fails, "few")
    assert parts_in(installed) == set()
    assert "no compiled core" in ran.stderr
    assert_starts_pure(installed)
    made = (tmp_path / "project" / "compiled.txt").read_text(encoding="utf-8")
    assert "domik__mypyc.c" in made
    assert "domik_table__mypyc.c" in made, "all parts were tried"


def test_c_that_cannot_be_patched_is_not_compiled(tmp_path: Path) -> None:
    installed, ran = built(tmp_path, "nothing", "few", GENERATED.replace(ENTRY, SPACED))
    assert parts_in(installed) == set()
    assert "no compiled core (of 2 places in the generated C, 1 match " in ran.stderr
    assert not (tmp_path / "project" / "compiled.txt").exists()


def test_entries_borrow_their_vecs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In all entries from interpreted code, and nowhere else (docs/decisions/0018)."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    from generated_c import patch_c

    source = tmp_path / "source.c"
    source.write_text(GENERATED, encoding="utf-8")
    patch_c([source])
    patched = source.read_text(encoding="utf-8")
    assert patched.startswith(ENTRY + "        VEC_I64_DECREF(arg_numbers);\n" + INNER)
    assert patched.endswith(SETTER + "    VEC_U8_DECREF(tmp);\n")
    assert "if (likely(cpy_r_r2)) goto CPyL2;" in patched
    assert "memcpy(cpy_r_target.items + cpy_r_at," in patched


@pytest.mark.parametrize(
    "generated",
    [
        "",
        GENERATED.replace(ENTRY, "").replace(SETTER, ""),
        GENERATED.replace(ENTRY, SPACED),
        GENERATED.replace("VecU8Api.unbox(value)", "VecU8Api.unbox(value, true)"),
        GENERATED + "    VEC_U8_DECREF(tmp);\n",
        GENERATED.replace("if (cpy_r_r2)", "if (!cpy_r_r2)"),
        GENERATED.replace("int64_t cpy_r_at", "int32_t cpy_r_at"),
    ],
    ids=["nothing", "no entry", "entry", "setter", "releases itself", "check", "copy"],
)
def test_every_place_must_be_patched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, generated: str) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    from generated_c import UnknownC, patch_c

    source = tmp_path / "source.c"
    source.write_text(generated, encoding="utf-8")
    with pytest.raises(UnknownC, match=r"of \d places in the generated C, \d match"):
        patch_c([source])
    assert source.read_text(encoding="utf-8") == generated


@pytest.mark.skipif(QUICK, reason="mypyc takes half a minute")
def test_the_same_with_all_that_mypyc_makes(tmp_path: Path) -> None:
    installed, ran = built(tmp_path, "*__native_domik_table.c*", "all")
    made = (tmp_path / "project" / "compiled.txt").read_text(encoding="utf-8")
    assert "__native_domik.c" in made
    assert made.count(".so") > 60, "all other parts were built"
    assert parts_in(installed) == set()
    assert "no compiled core" in ran.stderr
    assert_starts_pure(installed)
