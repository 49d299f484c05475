"""What every drawing must be: the checks of domik.testing, for the tests of one game's drawing."""

from __future__ import annotations

from domik.testing.marked import (
    check_clickable,
    check_escaped,
    check_paths,
    ids,
    page_of,
    parts_of,
    referred_to,
    tags,
    targets,
    well_formed,
)

__all__ = [
    "check_clickable", "check_escaped", "check_paths", "ids", "page_of", "parts_of", "referred_to", "tags", "targets",
    "well_formed",
]  # fmt: skip
