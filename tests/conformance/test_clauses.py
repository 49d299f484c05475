"""No clause is forgotten: every id of every rules text is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conformance.tables import NAMES
from tests.conformance.test_texts import clauses

TESTS = Path(__file__).parents[1]


def named() -> dict[str, set[str]]:
    """Clause id -> the test files that name it in a clause mark."""
    found: dict[str, set[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for mark in re.finditer(r"mark\.clause\(([^)]*)\)", path.read_text(encoding="utf-8")):
            for clause in re.findall(r'"([A-Z]{2}-X?\d+)"', mark.group(1)):
                found.setdefault(clause, set()).add(path.name)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_a_test(name: str) -> None:
    missing = [clause for clause in clauses(name) if clause not in named()]
    assert not missing, f"no test names {', '.join(missing)}"


def test_no_test_names_a_clause_that_is_not_there() -> None:
    known = {clause for name in NAMES for clause in clauses(name)}
    prefixes = {clause.split("-")[0] for clause in known}
    strange = [clause for clause in named() if clause not in known and clause.split("-")[0] in prefixes]
    assert not strange
