"""The documents' site: it builds without a warning, can be searched, and has a reference from the docstrings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from site_links import unlink_outside  # noqa: E402

sys.path.pop(0)


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(tmp_path)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    assert any("yardstick" in page["text"] for page in found)
    reference = (tmp_path / "reference.html").read_text(encoding="utf-8")
    for name in (
        "domik.public.start.new",
        "domik.public.play.Play.play",
        "domik.public.view.View",
        "domik.reviews.review",
    ):
        assert f'id="{name}"' in reference, name


@pytest.mark.parametrize(
    ("page", "text", "told"),
    [
        ("a.md", "[b](b.md)", "[b](b.md)"),
        ("a.md", "[part](b.md#c)", "[part](b.md#c)"),
        ("figures/a.md", "[b](../b.md)", "[b](../b.md)"),
        ("a.md", "[work](../CONTRIBUTING.md)", "work (`CONTRIBUTING.md`)"),
        ("a.md", "[bot.py](../examples/bot.py)", "`examples/bot.py`"),
        ("a.md", "[report](balance/bower.html)", "report (`docs/balance/bower.html`)"),
        ("a.md", "[far](https://a.example/b)", "[far](https://a.example/b)"),
    ],
)
def test_links_out_of_the_site_become_names(page: str, text: str, told: str) -> None:
    assert unlink_outside(text, page) == told
