"""Patches: what makes the markup that a page has into the markup that it should have.

Most of what changes in a cell is a class, a number or one picture among many, and a new cell is mostly like one beside
it. So a cell is sent as copies out of markup that the page has, from one character up to another, and as what is new
between them: `[0, 70, "<b>4</b>", 78, 120]`, with the name of another cell `["at-1-2", [0, 70, "<b>4</b>"]]`, or whole
where that is no longer. web/static/live.js puts it together.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

WORTH = 100  # characters of markup below which it is sent whole
LEAST = 12  # characters that a copy has to save
SMALL = 60  # characters that are sooner sent than looked at
UNKNOWN = "?"  # no markup: nobody knows what the page shows there
TOKEN = re.compile(r"<[^>]*>|[^<]+")
TALL = re.compile("[\U00010000-\U0010ffff]")  # what scripts count as two characters
encoder = msgspec.json.Encoder()
Patch = msgspec.Raw | tuple[str, msgspec.Raw]


def thin(markup: str) -> str:
    """Markup as it travels, with single quotes: in JSON every double one would cost a sign more.

    Between tags there is neither: texts are escaped.
    """
    return markup if "'" in markup else markup.replace('"', "'")


@lru_cache(maxsize=8192)
def whole(markup: str) -> msgspec.Raw:
    """Markup ready for a message: most cells are shown many times, and quoting them is most of a message's cost."""
    return msgspec.Raw(encoder.encode(thin(markup)))


EMPTIED: Final = whole("")


def alike(one: str, at: int, other: str, place: int) -> int:
    """How many characters are the same from here on; compared in halves, which is quicker than one by one."""
    low, high = 0, min(len(one) - at, len(other) - place)
    if one[at : at + high] == other[place : place + high]:
        return high
    while high - low > 1:
        half = (low + high) // 2
        if one[at + low : at + half] == other[place + low : place + half]:
            low = half
        else:
            high = half
    return low


def alike_at_end(one: str, other: str, most: int) -> int:
    """How many characters are the same at the end, at most so many."""
    low, high = 0, most + 1
    while high - low > 1:
        half = (low + high) // 2
        if one[len(one) - half : len(one) - low] == other[len(other) - half : len(other) - low]:
            low = half
        else:
            high = half
    return low


def copied(had: str, now: str) -> list[int | str]:
    """The new markup: copies out of the old one, and between them what is new."""
    begin = alike(had, 0, now, 0)
    end = alike_at_end(had, now, min(len(had), len(now)) - begin)
    found: list[int | str] = [0, begin] if begin else []
    middle = now[begin : len(now) - end]
    if len(middle) > SMALL and len(had) - begin - end >= LEAST:
        found += inside(had, begin, len(had) - end, middle)
    elif middle:
        found.append(middle)
    if end:
        found.append(len(had) - end)
        found.append(len(had))
    return found


def inside(had: str, begin: int, end: int, now: str) -> list[int | str]:
    """The same for what lies between a like beginning and a like end: copies may begin at any tag."""
    places: dict[str, int] = {}
    at = begin
    for token in TOKEN.findall(had[begin:end]):
        places.setdefault(token, at)
        at += len(token)
    found: list[int | str] = []
    fresh = done = skip = 0  # what is neither copied nor said yet begins at `fresh`
    for token in TOKEN.findall(now):
        if skip > 0:
            skip -= len(token)
        else:
            place = places.get(token, -1)
            if place >= 0:
                run = alike(had, place, now, done)
                if run >= LEAST:
                    if done > fresh:
                        found.append(now[fresh:done])
                    found.append(place)
                    found.append(place + run)
                    fresh = done + run
                    skip = run - len(token)
        done += len(token)
    if fresh < len(now):
        found.append(now[fresh:])
    return found


@lru_cache(maxsize=4096)
def difference(had: str, now: str) -> msgspec.Raw | None:
    """Copies out of the old markup, None where the new one as a whole is no longer."""
    if not had.isascii() and TALL.search(had):
        return None
    found = msgspec.Raw(encoder.encode(copied(thin(had), thin(now))))
    return found if len(found) < len(now) else None


@lru_cache(maxsize=4096)
def kind_of(id: str) -> str:
    """Cells with the same name but for its numbers look alike."""
    return id.rstrip("-0123456789")


def relative(id: str, now: dict[str, str]) -> str:
    """The cell before this one that looks most like it; the page has it by the time it comes to this one."""
    kind, found = kind_of(id), ""
    for other, markup in now.items():
        if other == id:
            break
        if len(markup) >= WORTH and kind_of(other) == kind:
            found = other
    return found


def patch(id: str, had: str, now: dict[str, str]) -> Patch:
    """The shortest way from what the page has to this cell."""
    markup = now[id]
    if len(markup) < WORTH:
        return whole(markup)
    if len(had) >= WORTH:
        return difference(had, markup) or whole(markup)
    other = relative(id, now)
    like = difference(now[other], markup) if other else None
    return (other, like) if like is not None else whole(markup)


def find_changed(had: dict[str, str], now: dict[str, str], found: dict[str, Patch]) -> None:
    """Find the markup that a page does not have yet; most of it is the very same object as before."""
    for id, markup in now.items():
        old = had.get(id, "")
        if old is not markup and old != markup:
            found[id] = patch(id, old, now)
