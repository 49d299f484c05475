"""Diffs of markup, which turn what a page shows into what it should show.

Most changes in a cell are a class, a number or one picture among many, and a new cell is mostly like one beside it.
So markup is split before every tag, and a cell is sent as copies of ranges of pieces that the page has and as new
text between them: `[0, 7, "b>4", 8, 12]`, with the name of another cell `["at-1-2", [0, 7, "b>4"]]`, or whole where
that is no longer. web/static/live.js applies it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

MIN_DIFF_LENGTH = 100  # characters of markup below which it is sent whole
MIN_COPY_SAVING = 12  # characters that a copy has to save
UNKNOWN_MARKUP = "?"  # never valid markup: what the page shows there is unknown
json_encoder = msgspec.json.Encoder()
Patch = msgspec.Raw | tuple[str, msgspec.Raw]


def use_single_quotes(markup: str) -> str:
    """Markup with single quotes, since JSON would escape every double quote.

    Text between tags contains neither, since it is escaped.
    """
    return markup if "'" in markup else markup.replace('"', "'")


@lru_cache(maxsize=4096)
def encode_markup(markup: str) -> msgspec.Raw:
    """Markup encoded as JSON; cached, since most cells are sent many times and encoding is the main cost."""
    return msgspec.Raw(json_encoder.encode(use_single_quotes(markup)))


EMPTY_MARKUP: Final = encode_markup("")


def diff_pieces(had: list[str], now: list[str]) -> list[int | str]:
    """The new pieces as copies of ranges (start, end) of the old ones, and new text between them."""
    most = min(len(had), len(now))
    begin = 0
    while begin < most and had[begin] == now[begin]:
        begin += 1
    last, end = len(had), len(now)
    while end > begin and last > begin and had[last - 1] == now[end - 1]:
        last -= 1
        end -= 1
    found: list[int | str] = [0, begin] if begin else []
    if begin < last:
        diff_middle(had, begin, last, now, begin, end, found)
    elif begin < end:
        found.append("<".join(now[begin:end]))
    if last < len(had):
        found.append(last)
        found.append(len(had))
    return found


def diff_middle(
    had: list[str], begin: int, last: int, now: list[str], done: int, end: int, found: list[int | str]
) -> None:
    """Diff the part between a common prefix and suffix into `found`; copies may begin at any piece."""
    places = {had[at]: at for at in range(last - 1, begin - 1, -1)}
    fresh = done  # start of the pieces that are neither copied nor emitted yet
    while done < end:
        place = places.get(now[done], -1)
        run = 0
        if place >= 0:
            while done + run < end and place + run < last and had[place + run] == now[done + run]:
                run += 1
        if run > 1 or (run and len(now[done]) >= MIN_COPY_SAVING):
            if done > fresh:
                found.append("<".join(now[fresh:done]))
            found.append(place)
            found.append(place + run)
            done += run
            fresh = done
        else:
            done += 1
    if fresh < end:
        found.append("<".join(now[fresh:end]))


@lru_cache(maxsize=2048)
def split_at_tags(markup: str) -> list[str]:
    """Markup split before every tag; cached, since the new markup is the old one of the next diff."""
    return use_single_quotes(markup).split("<")


@lru_cache(maxsize=4096)
def encode_diff(had: str, now: str) -> msgspec.Raw | None:
    """The diff as JSON; None where it is not shorter than the new markup."""
    found = msgspec.Raw(json_encoder.encode(diff_pieces(split_at_tags(had), split_at_tags(now))))
    return found if len(found) < len(now) else None


@lru_cache(maxsize=4096)
def cell_kind(id: str) -> str:
    """The id without its numbers: cells of the same kind look alike."""
    return id.rstrip("-0123456789")


def similar_cell(id: str, now: dict[str, str]) -> str:
    """The last preceding cell of the same kind; the page has it when it comes to this one. Empty for none."""
    kind, found = cell_kind(id), ""
    for other, markup in now.items():
        if other == id:
            break
        if len(markup) >= MIN_DIFF_LENGTH and cell_kind(other) == kind:
            found = other
    return found


def cell_patch(id: str, had: str, now: dict[str, str]) -> Patch:
    """The shortest patch that produces this cell."""
    markup = now[id]
    if len(markup) < MIN_DIFF_LENGTH:
        return encode_markup(markup)
    own = encode_diff(had, markup) if len(had) >= MIN_DIFF_LENGTH else None
    if own is not None and 2 * len(own) < len(markup):
        return own
    other = similar_cell(id, now)
    like = encode_diff(now[other], markup) if other else None
    if like is not None and (own is None or len(like) < len(own)):
        return other, like
    return encode_markup(markup) if own is None else own


def find_changed(had: dict[str, str], now: dict[str, str], found: dict[str, Patch]) -> None:
    """Add to `found` patches for all markup that a page lacks; unchanged markup is mostly the same object."""
    for id, markup in now.items():
        old = had.get(id, "")
        if old is not markup and old != markup:
            found[id] = cell_patch(id, old, now)
