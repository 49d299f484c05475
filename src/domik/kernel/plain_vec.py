"""`librt.vecs` in plain Python, for pure installs without librt: as fast where nothing is compiled, same results.

Only what Domik uses: `vec[i64]`, `vec[float]` and `vec[u8]` of an iterable, as arrays of the standard library.
"""

from __future__ import annotations

from array import array
from functools import partial
from types import ModuleType
from typing import Any

from mypy_extensions import i64, u8

ARRAYS: dict[Any, Any] = {i64: partial(array, "q"), float: partial(array, "d"), u8: partial(array, "B")}


class vec:  # noqa: N801 - as librt calls it
    """`vec[i64]([1, 2])` makes an array; a number that does not fit is an OverflowError."""

    def __class_getitem__(cls, item: Any) -> Any:
        return ARRAYS[item]


def plain_vecs() -> ModuleType:
    """A module to import instead of `librt.vecs`."""
    module = ModuleType("librt.vecs", __doc__)
    module.vec = vec  # type: ignore[attr-defined]
    return module
