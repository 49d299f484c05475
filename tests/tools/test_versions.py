"""The versions that are said to work are tried: lower bounds that are versions, jobs that call targets that exist."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from versions import PYTHONS, core_requirements, interpreter, lowest_of  # noqa: E402

sys.path.pop(0)
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT: dict[str, Any] = SETTINGS["project"]


@pytest.mark.parametrize(
    ("required", "pinned"),
    [
        ("babel>=2.16", "babel==2.16"),
        ("librt>=0.16.0,<0.17", "librt==0.16.0"),
        ("psycopg[binary]>=3.2", "psycopg[binary]==3.2"),
        (
            "brotli>=1.1; platform_python_implementation == 'CPython'",
            "brotli==1.1; platform_python_implementation == 'CPython'",
        ),
    ],
)
def test_a_lower_bound_is_pinned(required: str, pinned: str) -> None:
    assert lowest_of(required) == pinned


def test_a_requirement_without_a_lower_bound_is_named() -> None:
    with pytest.raises(SystemExit, match="babel"):
        lowest_of("babel")


def test_everything_that_the_core_needs_has_one() -> None:
    found = [lowest_of(one) for one in core_requirements(SETTINGS)]
    assert len(found) > len(SETTINGS["tool"]["domik"]["dependencies"]) + 5


def test_every_python_that_is_promised_is_tried() -> None:
    named = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d", one)]
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["pythons"]["strategy"]["matrix"]["python"] == list(PYTHONS)
    assert named == list(PYTHONS)
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    assert jobs["lowest"]["steps"][1]["with"]["python-version"] == PYTHONS[0], "the lowest of everything"


def test_an_interpreter_is_of_its_version() -> None:
    assert interpreter("2.0") is None


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.stem))
def test_workflows_are_read_and_call_what_there_is(path: Path) -> None:
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    targets = re.findall(r"^([\w%-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    patterns = [re.escape(target).replace("%", ".+") for target in targets]
    for job in jobs.values():
        if "uses" in job:  # another workflow as a whole
            assert (ROOT / job["uses"]).is_file()
            continue
        if any("run" in step for step in job["steps"]):  # in the checkout; other jobs only pass on what was made
            assert job["steps"][0]["uses"].startswith("actions/checkout@")
        for called in (name for step in job["steps"] for name in re.findall(r"\bmake (\S+)", step.get("run", ""))):
            assert any(re.fullmatch(pattern, called) for pattern in patterns), called
