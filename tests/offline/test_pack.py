"""What is packed: nothing that the application needs is left out, and bad input changes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from domik.offline.pack import NOT_PACKED, UNUSED_FILES, UNUSED_MODULES, archive, pack
from domik.offline.parts import PackError

LOADED = "import sys, domik.offline.application; print(*sys.modules)"


def test_the_application_imports_nothing_that_is_left_out() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    names = done.stdout.split()
    assert "domik.server.app" in names
    for name in names:
        path = name.replace(".", "/") + ".py"
        assert not UNUSED_MODULES.match(path), name
        assert not UNUSED_FILES.match(path), name
        assert not NOT_PACKED.match(path), name


def test_archives_are_the_same_for_the_same_files() -> None:
    files = [("b.py", b"2"), ("a.py", b"1")]
    assert archive(files) == archive(reversed(files))


@pytest.mark.parametrize("root_path", ["domik", "/a b", "/<x>", "//x"])
def test_a_bad_root_path_gets_a_sentence(tmp_path: Path, root_path: str) -> None:
    with pytest.raises(PackError) as caught:
        pack(tmp_path / "site", root_path)
    assert caught.value.phrase.key == "pack.root_path"
    assert not (tmp_path / "site").exists()


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(PackError) as caught:
        pack(tmp_path)
    assert caught.value.phrase.key == "pack.not_empty"
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_files_of_another_pyodide_are_refused(tmp_path: Path) -> None:
    (tmp_path / "pyodide.mjs").write_text("other", "utf-8")
    with pytest.raises(PackError) as caught:
        pack(tmp_path / "site", pyodide=tmp_path)
    assert caught.value.phrase.key == "pack.other_file"
