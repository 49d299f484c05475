"""Stars are kept, never lost, and a file that nobody can read is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from domik.kernel.errors import DomikError
from domik.learn.progress import LessonProgress, progress_path


def test_the_best_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "new" / "stars.json"
    progress = LessonProgress(path)
    for stars in (2, 3, 1):
        progress.save_stars("treehouse", "balance", stars)
    assert LessonProgress(path).number("treehouse", "balance") == 3
    assert LessonProgress(path).number("treehouse", "other") == 0
    assert [file.name for file in path.parent.iterdir()] == ["stars.json"]


@pytest.mark.parametrize("text", ["", "[]", '{"treehouse": 3}', '{"treehouse": {"balance": 9}}', "{"])
def test_a_broken_file_is_named_and_not_changed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "stars.json"
    path.write_text(text)
    with pytest.raises(DomikError) as caught:
        LessonProgress(path)
    assert str(path) in str(caught.value.phrase)
    assert path.read_text() == text


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    progress = LessonProgress(tmp_path / "stars.json")
    progress.path = tmp_path / "file" / "stars.json"
    with pytest.raises(DomikError, match=r"progress\.no_place"):
        progress.save_stars("a", "b", 1)


def test_where_it_lies() -> None:
    assert progress_path({"DOMIK_PROGRESS": "/here/stars.json", "XDG_DATA_HOME": "/data"}) == Path("/here/stars.json")
    assert progress_path({"XDG_DATA_HOME": "/data"}) == Path("/data/domik/progress.json")
    assert progress_path({}).parts[-4:] == (".local", "share", "domik", "progress.json")
