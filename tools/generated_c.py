"""Change the C that mypyc generates in three ways; setup.py runs this before anything is compiled.

The first is needed: without it, interpreted code that hands a vec to compiled code leaks it (docs/decisions/0018). The
other two save time (docs/decisions/0037).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from mypy.version import __version__

KNOWN = "2.4."  # versions of mypy that generate this C


class Patch(NamedTuple):
    place: str  # a loose pattern that finds every place to be changed
    exact: str  # the same places in full
    becomes: str | Callable[[re.Match[str]], str]


# An entry from interpreted code takes the vec as its own and never releases it: let it borrow.
BORROW = Patch(
    place=r"^(?! +cpy_r_).*\bVec\w+\.unbox\(",
    exact=r"^( +)(arg_\w+|tmp) = Vec(\w+)Api\.unbox\((?:obj_\w+|value)\);\n"
    r" +if \(VEC_IS_ERROR\(\2\)\) \{\n[^\n]*\n +\}\n(?! +VEC_\w+_DECREF)",
    becomes=lambda found: f"{found[0]}{found[1]}VEC_{found[3].upper()}_DECREF({found[2]});\n",
)
# An index is nearly always within the bounds of its vec, which the C compiler cannot know.
LIKELY = Patch(
    place=r"^ +\S+ = \(uint64_t\)\S+ < \(uint64_t\)",
    exact=r"^( +(cpy_r_r\d+) = \(uint64_t\)\S+ < \(uint64_t\)\S+;\n +if \()\2\)",
    becomes=r"\1likely(\2))",
)
# kernel.game.copy_into is one memcpy if both rows are long enough.
COPY = Patch(
    place=r"^char CPyDef_domik___kernel___game___copy_into\b.*\{$",
    exact=r"^char CPyDef_domik___kernel___game___copy_into\(VecI64 cpy_r_target, int64_t cpy_r_at, "
    r"VecI64 cpy_r_numbers, int64_t cpy_r_first, int64_t cpy_r_size\) \{\n",
    becomes=r"\g<0>"
    """\
    if (cpy_r_at >= 0 && cpy_r_first >= 0 && cpy_r_size >= 0 && cpy_r_target.items != cpy_r_numbers.items
            && cpy_r_at <= cpy_r_target.len - cpy_r_size && cpy_r_first <= cpy_r_numbers.len - cpy_r_size) {
        memcpy(cpy_r_target.items + cpy_r_at, cpy_r_numbers.items + cpy_r_first, cpy_r_size * sizeof(int64_t));
        return 1;
    }
""",
)


class UnknownC(Exception):
    """The generated C does not look as the patches expect it."""


def patch_c(sources: list[Path]) -> None:
    """Patch all sources of a build; raise UnknownC, and change nothing, unless every place is found and patched."""
    if not __version__.startswith(KNOWN):
        raise UnknownC(f"mypyc {__version__} is not known")
    texts = [source.read_text(encoding="utf-8") for source in sources]
    for patch in (BORROW, LIKELY, COPY):
        expected = sum(len(re.findall(patch.place, text, re.MULTILINE)) for text in texts)
        patched = [re.subn(patch.exact, patch.becomes, text, flags=re.MULTILINE) for text in texts]
        found = sum(number for _, number in patched)
        if not found or found != expected:
            raise UnknownC(f"of {expected} places in the generated C, {found} match {patch.exact!r}")
        texts = [text for text, _ in patched]
    for source, text in zip(sources, texts, strict=True):
        source.write_text(text, encoding="utf-8")
