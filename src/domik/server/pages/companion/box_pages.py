"""My box differs: components corrected card by card, checked by the loader, kept in the browser, shared by a link.

The form is the state, as in counting: it carries the box as letters (`Box.token`), and nothing is kept here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.box_form import NAME, NUMBER, WORD, WORDS, BoxField
from domik.kernel.errors import DomikError
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.positions.box import LONGEST_TEXT, Box, BoxEntry, BoxValue, components_text, loader_objection, read_box
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number
from domik.server.pages.companion.companion_pages import pictures_for
from domik.server.pages.tables.forms import load_box, read_form
from domik.server.rendering.renderers import table_pen
from domik.server.rendering.templates import all_words, find_game, game_card, game_words, render_page
from domik.web.pen import MarkupPen

FIELD = "f."  # form fields of numbers and names: f.PATH


def package_with_box(request: Request) -> GamePackage:
    package = find_game(request.path_params["game"])
    if package.box_form() is None:
        raise HttpError(404, Phrase("error.no_box_form", {"game": package.name}))
    return package


async def box_page(request: Request) -> Response:
    """GET /companion/GAME/box: the box of a link, or ours as the game ships it."""
    package = package_with_box(request)
    asked = request.query_params
    try:
        box = read_box(package.name, asked.get("b", ""))
    except DomikError as problem:
        said = all_words(visitor_of(request).language).say(problem.phrase)
        return show(request, Box(package.name), "", note=said, status=400)
    await load_box(request, box)
    note = ""
    if asked.get("hash") and loader_objection(box) is None and box.components().hash() != asked["hash"]:
        note = all_words(visitor_of(request).language).say(Phrase("web.mybox.other_hash"))
    return show(request, box, asked.get("entry", ""), note=note)


async def change_box(request: Request) -> Response:
    """POST /companion/GAME/box: one tap, or what was typed."""
    package = package_with_box(request)
    form = await read_form(request)
    box, at = read_box(package.name, form.get("box", "")), form.get("at", "")
    entry = box.entries.get(at)
    if entry is not None:
        box = typed_values(box, entry, form)
    box, at = act(box, at, form.get("do", ""))
    await load_box(request, box)
    return show(request, box, at, keep=True)


def typed_values(box: Box, entry: BoxEntry, form: Mapping[str, str]) -> Box:
    """Numbers and names of the form; what is no number stays as it was."""
    for one in entry.fields:
        text = form.get(FIELD + ".".join(one.path))
        if text is None:
            continue
        if one.kind == NAME:
            kept = " ".join(text.split())[:LONGEST_TEXT]
            box = box.put(entry, one, kept or entry.shipped_value(one))
        elif one.kind == NUMBER and (number := parse_number(text.strip(), 999)) is not None:
            box = box.put(entry, one, number)
    return box


def act(box: Box, at: str, wish: str) -> tuple[Box, str]:
    """What a button says: the box after it, and the entry that is shown then."""
    verb, _, rest = wish.partition(" ")
    path, _, word = rest.partition(" ")
    entries = list(box.entries)
    if verb == "open":
        return box, rest if rest in box.entries else ""
    if verb == "next" and at in box.entries:
        ahead = entries[(entries.index(at) + 1) % len(entries)]
        return box.look_at(at), ahead
    if verb == "back":  # to the shipped value, at any entry
        return revert(box, rest), at
    entry = box.entries.get(at)
    one = next((one for one in entry.fields if ".".join(one.path) == path), None) if entry else None
    if entry is None or one is None:
        return box, at
    return box.put(entry, one, tapped_value(box.value(entry, one), one, verb, word)), at


def revert(box: Box, path: str) -> Box:
    return Box(box.game, {name: value for name, value in box.values.items() if name != path}, box.seen)


def tapped_value(value: BoxValue, one: BoxField, verb: str, word: str) -> BoxValue:
    """A value after a tap; one that cannot be tapped stays."""
    if one.kind == NUMBER and isinstance(value, int):
        step = {"more": 1, "less": -1}.get(verb, 0)
        return max(one.least, min(one.most, value + step))
    if one.kind == WORD and verb == "set" and word in one.among:
        return word
    if one.kind == WORDS and isinstance(value, list):
        if verb == "add" and word in one.among and len(value) < one.most:
            return [*value, word]
        if verb == "drop" and word in value:
            place = value.index(word)
            return value[:place] + value[place + 1 :]
    return value


async def components_file(request: Request) -> Response:
    """GET /companion/GAME/box/components.toml?b=: the component file of a box, for `--components FILE`."""
    package = package_with_box(request)
    box = read_box(package.name, request.query_params.get("b", ""))
    await load_box(request, box)
    box.components()  # a file that cannot be played is told here
    return Response(
        components_text(package.name, box.token()),
        media_type="application/toml",
        headers={"content-disposition": f'attachment; filename="{package.name}-components.toml"'},
    )


# ---- what the page shows ---------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownField:
    """One field of the form as it is shown."""

    path: str
    label: str
    kind: str
    value: BoxValue
    was: str  # the shipped value where the box differs, in words
    group: str
    choices: list[tuple[str, str, Markup, bool]]  # word, its name, its picture, whether it is chosen
    taken: list[tuple[str, str, Markup]]  # of a list: the words on it
    least: int
    most: int
    is_bad: bool  # the loader speaks of it
    wrong: str = ""  # what it says, at the first of the fields that it speaks of


def show(request: Request, box: Box, at: str, note: str = "", keep: bool = False, status: int = 200) -> Response:
    language = visitor_of(request).language
    package = find_game(box.game)
    words = game_words(box.game, language)
    objection = loader_objection(box)
    entry = box.entries.get(at)
    place, why = objection if objection else ("", None)
    said = all_words(language).say(why) if why else ""
    pen = table_pen(language, box.game, "hand")
    fields = [shown_field(box, entry, one, pen, words, place) for one in entry.fields] if entry else []
    first = next((number for number, one in enumerate(fields) if one.is_bad), -1)
    if first >= 0:
        fields[first] = replace(fields[first], wrong=said)
    pictures, definitions = pictures_for(box.game, language)
    token = box.token()
    own_hash = "" if objection else box.components().hash()
    seen = [key for key in box.needed_keys() if key in box.seen]
    return render_page(
        request,
        "companion_box.html",
        status,
        game=game_card(package, language),
        pictures=pictures,
        definitions=definitions,
        token=token,
        at=at if entry else "",
        entry=entry_context(box, entry, pen, words) if entry else None,
        fields=fields,
        sections=section_rows(box, words, at),
        wrong="" if first >= 0 else said,
        wrong_place=place,
        changes=[
            (
                entry_label(one, words),
                words.say(field.label),
                value_text(old, field, words),
                value_text(new, field, words),
                one.path(field),
            )
            for one, field, old, new in box.changes()
        ],
        seen=len(seen),
        needed=len(box.needed_keys()),
        is_complete=box.is_complete,
        hash=own_hash,
        link=f"/companion/{box.game}/box?" + urlencode({"b": token, "hash": own_hash}),
        note=note,
        keep=keep,
        numbers_first=is_numbers_first(package),
    )


def is_numbers_first(package: GamePackage) -> bool:
    board = package.entry_board()
    return board is not None and board.numbers_first


def entry_label(entry: BoxEntry, words: Words) -> str:
    return words.say(entry.section.entry_label(entry.shipped, entry.number))


def section_rows(box: Box, words: Words, at: str) -> list[dict[str, Any]]:
    """All that can be corrected, by section: what was looked at, and what differs."""
    differing = {entry.key for entry, *_ in box.changes()}
    found: dict[str, dict[str, Any]] = {}
    for key, entry in box.entries.items():
        section = found.setdefault(
            entry.section.key, {"label": words.say(entry.section.label), "entries": [], "is_open": False}
        )
        section["entries"].append((key, entry_label(entry, words), key in box.seen, key in differing, key == at))
        section["is_open"] |= key == at
    return list(found.values())


def current_entry(box: Box, entry: BoxEntry) -> dict[str, Any]:
    """The entry's table with the box's own values, for its picture."""
    found: dict[str, Any] = {
        name: dict(value) if isinstance(value, dict) else value for name, value in entry.shipped.items()
    }
    for one in entry.fields:
        if one.kind in (WORD, WORDS) and len(one.path) == 2:
            found[one.path[0]][one.path[1]] = box.value(entry, one)
    return found


def entry_context(box: Box, entry: BoxEntry, pen: MarkupPen, words: Words) -> dict[str, Any]:
    draw = entry.section.draw
    listed = [key for key, one in box.entries.items() if one.section == entry.section]
    return {
        "label": entry_label(entry, words),
        "section": words.say(entry.section.label),
        "picture": Markup(draw(pen, current_entry(box, entry))) if draw else "",
        "number": listed.index(entry.key) + 1,
        "of": len(listed),
    }


def shown_field(box: Box, entry: BoxEntry, one: BoxField, pen: MarkupPen, words: Words, place: str) -> ShownField:
    value, shipped = box.value(entry, one), entry.shipped_value(one)
    chosen = value if isinstance(value, list) else [value]

    def choice(word: str) -> tuple[str, str, Markup]:
        return word, words.say(one.word(word)), Markup(one.draw_word(pen, word) if one.draw_word else "")

    return ShownField(
        ".".join(one.path),
        words.say(one.label),
        one.kind,
        value,
        value_text(shipped, one, words) if value != shipped else "",
        words.say(one.group) if one.group else "",
        [(*choice(word), word in chosen) for word in one.among],
        [choice(word) for word in value] if isinstance(value, list) else [],
        one.least,
        one.most,
        is_about(entry, one, place),
    )


def is_about(entry: BoxEntry, one: BoxField, place: str) -> bool:
    """Whether the loader speaks of this field: its path in the file, with the number of the entry, or its parent."""
    here = ".".join((entry.section.key, *([str(entry.number)] if entry.number else []), *one.path))
    return bool(place) and (here == place or (here.startswith(f"{place}.") and place.count(".") >= 2))


def value_text(value: BoxValue, one: BoxField, words: Words) -> str:
    if isinstance(value, list):
        return ", ".join(words.say(one.word(word)) for word in value) or "–"
    return words.say(one.word(value)) if one.kind == WORD and isinstance(value, str) else str(value)


PAGES = [("/companion/{game}/box", box_page)]
READS = [("/companion/{game}/box/components.toml", components_file)]
WRITES = [("/companion/{game}/box", change_box)]
