"""tools/frozen.py: two runs of one build are equal, and a planted difference is named and shown."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

FROZEN = Path(__file__).parents[2] / "tools" / "frozen.py"


def frozen(*words: object) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run([sys.executable, FROZEN, *map(str, words)], capture_output=True, text=True)
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran


def written(folder: Path, name: str) -> Path:
    """The hashes of a small part, as one run writes them."""
    out = folder / f"{name}.json"
    assert frozen("write", out, "--quick", "--only", "records", "counts", "--keep", folder / name).returncode == 0
    return out


def test_two_runs_are_equal_and_a_difference_is_shown(tmp_path: Path) -> None:
    one, other = written(tmp_path, "one"), written(tmp_path, "other")
    same = frozen("compare", one, other)
    assert (same.returncode, same.stdout) == (0, "equal\n")

    hashes = json.loads(other.read_text(encoding="utf-8"))
    changed = next(key for key in hashes if key.startswith("record/"))
    gone = next(key for key in hashes if key.startswith("count/"))
    hashes[changed] = "0" * 16
    del hashes[gone]
    other.write_text(json.dumps(hashes | {"count/new": "0"}), encoding="utf-8")
    differs = frozen("compare", one, other)
    assert differs.returncode == 1
    for line in (f"changed: {changed}", f"missing: {gone}", "new: count/new", "3 differences"):
        assert line in differs.stdout.splitlines()


def test_kept_texts_show_where_they_differ(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, points in ((one, 12), (other, 13)):
        kept = folder / "text" / "score.txt.gz"
        kept.parent.mkdir(parents=True)
        kept.write_bytes(gzip.compress(f"first\nAnia has {points} points\nlast".encode()))
        folder.with_suffix(".json").write_text(json.dumps({"text/score": str(points)}), encoding="utf-8")
    ran = frozen("compare", one.with_suffix(".json"), other.with_suffix(".json"), "--kept", one, other)
    assert ran.returncode == 1
    assert "    - Ania has 12 points" in ran.stdout
    assert "    + Ania has 13 points" in ran.stdout
    assert "last" not in ran.stdout
