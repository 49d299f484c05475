"""Scripts that travel together."""

from __future__ import annotations

import re

import pytest

from domik.web.bundles import BUNDLES, IMPORT, bundled, module

TOP = re.compile(r"^(?:export )?(?:const|let|async function|function) (.+)", re.MULTILINE)


@pytest.mark.parametrize("bundle", BUNDLES)
def test_nothing_in_a_bundle_is_named_twice(bundle: str) -> None:
    """Modules that travel as one share one space of names: what one has, or imports, no other may have."""
    owners: dict[str, str] = {}
    for part in BUNDLES[bundle]:
        text = re.sub(r"//.*", "", module(part))
        own = {name for line in TOP.findall(text) for name in declared(line)}
        for name in own:
            assert owners.setdefault(name, part) == part, name
        others = [names for names, other in IMPORT.findall(text) if other not in BUNDLES[bundle]]
        for name in ", ".join(others).split(", "):
            assert owners.setdefault(name, "elsewhere") == "elsewhere", name


def declared(line: str) -> set[str]:
    """The names of `a = 1, b = f(x, y), [c, d] = e`."""
    if re.match(r"\w+\(", line):
        return {line.partition("(")[0]}
    depth, flat = 0, ""
    for sign in line:
        depth += (sign in "([{") - (sign in ")]}")
        flat += sign if depth == 0 else ""
    unpacked = re.match(r"[\[{]([^\]}=]*)[\]}] =", line)
    return set(re.findall(r"(?:^|, )(\w+)(?= =[^>=]|,|;|$)", flat)) | set(
        re.findall(r"\w+", unpacked[1]) if unpacked else ()
    )


def test_a_bundle_imports_only_what_is_elsewhere() -> None:
    imported = {other for _, other in IMPORT.findall(bundled("live.js"))}
    assert imported == {"page.js", "table.js"}
    assert {other for _, other in IMPORT.findall(bundled("lesson.js"))} & {"choosing.js", "flying.js"} == set()
    assert "export const patch" in bundled("table.js")
