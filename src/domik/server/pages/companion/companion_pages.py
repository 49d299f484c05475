"""Beside a real table: choose a game, who plays, count, and who won. Every request carries the position as its text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import cached_match, game_packages
from domik.kernel.entering import TABLE, PositionObjection
from domik.kernel.entry_board import EntryChoice
from domik.kernel.errors import DomikError
from domik.kernel.options import Choice, Flag
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.language.rulebook import load_rulebook
from domik.positions.advising import Advice
from domik.positions.box import own_box_text, read_box
from domik.positions.position import Position, new_position, read_position
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number
from domik.server.pages.companion.best_move import best_context, find_advice
from domik.server.pages.companion.counting import (
    ASK,
    BEST,
    CHECK,
    ENTER,
    NUMBER_FIELD,
    RESULT,
    THINK,
    Counting,
    begin,
)
from domik.server.pages.companion.giving_cards import points_context
from domik.server.pages.companion.own_board import bare_drawing, own_board
from domik.server.pages.companion.results import result_context
from domik.server.pages.tables.forms import read_form
from domik.server.rendering.renderers import game_pictures, table_pen
from domik.server.rendering.static_board import svg_definitions
from domik.server.rendering.templates import all_words, find_game, game_card, game_words, render_page, web_words
from domik.table.table import ANIMALS
from domik.web.pen import MarkupPen

MOST_STATE = 20  # places of the sequence, for a number in a form


def countable_game(name: str) -> GamePackage:
    """A game whose tables can be entered; HttpError 404 for others."""
    package = find_game(name)
    if package.entry_board() is None:
        raise HttpError(404, Phrase("error.no_entering", {"game": name}))
    return package


async def companion_page(request: Request) -> Response:
    """GET /companion?game=NAME: which game lies on the table, and what shall Domik do?"""
    language = visitor_of(request).language
    games = [game_card(package, language) for package in game_packages() if package.entry_board() is not None]
    asked = request.query_params.get("game", "")
    chosen = asked if any(game["name"] == asked for game in games) else games[0]["name"]
    return render_page(request, "companion.html", games=games, chosen=chosen)


async def who_page(request: Request) -> Response:
    """GET /companion/GAME?then=ask: who plays, which edition, and what is wanted then if not to count."""
    package = countable_game(request.path_params["game"])
    return render_page(
        request, "companion_who.html", **who_context(request, package, request.query_params.get("then", ""))
    )


def who_context(request: Request, package: GamePackage, then: str, error: str = "") -> dict[str, Any]:
    language = visitor_of(request).language
    words = game_words(package.name, language)
    choices, flags = [], []
    for option in package.schema.options:
        if isinstance(option, Choice):
            values = [(value, option_word(words, option.name, value)) for value in option.values]
            choices.append((option.name, option_title(language, option.name), values, option.default))
        elif isinstance(option, Flag) and option.group in ("variant", "mode"):
            flags.append((option.name, words.say(Phrase(f"{option.group}.{option.name}"))))
    return {
        "game": game_card(package, language),
        "has_box_form": package.box_form() is not None,
        "least": package.least_seats,
        "most": package.most_seats,
        "animals_of": ANIMALS,
        "choices": choices,
        "flags": flags,
        "then": then if then in (ASK, BEST) else "",
        "error": error,
    }


def option_word(words: Words, name: str, value: str) -> str:
    key = f"{name}.{value}"
    return str(words.say(Phrase(key))) if words.has(key) else value


def option_title(language: str, name: str) -> str:
    return web_words(language)(f"companion.option_{name}")


async def count_page(request: Request) -> Response:
    """POST /companion/GAME: one tap, from a position to the next; the answer is the whole page or its changing part."""
    package = countable_game(request.path_params["game"])
    form = await read_form(request)
    error = ""
    try:
        counting = first_question(package, form) if form.get("do") == "start" else counting_from(package, form)
    except DomikError as problem:
        if form.get("do") != "start":
            raise
        language = visitor_of(request).language
        said = all_words(language).say(problem.phrase)
        return render_page(
            request, "companion_who.html", 400, **who_context(request, package, form.get("then", ""), said)
        )
    advice: Advice | None = None
    if form.get("do") != "start":
        try:
            counting = counting.read_numbers(number_fields(form)).act(form.get("do", ""))
            if form.get("do") == "advise" and counting.held:
                counting = replace(counting, screen=BEST)
                advice = await find_advice(request, counting)
        except DomikError as problem:  # said in place of the choices; nothing is lost
            error = game_words(package.name, visitor_of(request).language).say(problem.phrase)
    template = "companion_part.html" if "x-part" in request.headers else "companion_count.html"
    context = count_context(request, counting, error, advice) | {"box": form.get("box", "")}
    return render_page(request, template, **context)


def first_question(package: GamePackage, form: Mapping[str, str]) -> Counting:
    """Names and options of the form, or "Same again" with a position whose names and options are kept."""
    if "position" in form:
        before = position_of(package, form)
        names = [seat.name for seat in before.table.seats]
        return begin(new_position(before.match, names), knows_box(package, form))
    names = [form.get(f"name.{seat}", "").strip() for seat in range(package.most_seats)]
    wanted = parse_number(form.get("seats", ""), package.most_seats) or len([name for name in names if name])
    options: dict[str, object] = {}
    for option in package.schema.options:
        if isinstance(option, Choice) and f"o.{option.name}" in form:
            options[option.name] = form[f"o.{option.name}"]
        elif isinstance(option, Flag) and option.group in ("variant", "mode"):
            options[option.name] = f"o.{option.name}" in form
    text = own_box_text(package.name, form.get("box", ""))
    match = cached_match(package.name, max(wanted, package.least_seats), options, text)
    begun = begin(new_position(match, names), knows_box(package, form))
    then = form.get("then", "")
    return begun.go_to_picture(0).act(then) if then in (ASK, BEST) else begun


def position_of(package: GamePackage, form: Mapping[str, str]) -> Position:
    """The position of a form, with the box that comes along."""
    text = own_box_text(package.name, form.get("box", ""))
    return read_position(
        form.get("position", ""),
        lambda game, seats, options: cached_match(game, seats, options, text),
        game=package.name,
    )


def knows_box(package: GamePackage, form: Mapping[str, str]) -> bool:
    """Whether the pictures are those of the box on the table, because its owner has looked at all of them."""
    return bool(form.get("box")) and read_box(package.name, form["box"]).is_complete


def counting_from(package: GamePackage, form: Mapping[str, str]) -> Counting:
    """Where the form says that the counting is."""
    return counting_at(Counting(position_of(package, form)), form)


def counting_at(counting: Counting, form: Mapping[str, str]) -> Counting:
    """The counting at the place in its sequence that the form names."""
    at = parse_number(form.get("at", ""), MOST_STATE) or 0
    screen = form.get("screen", ENTER)
    found = replace(counting.go(at), screen=screen if screen in (CHECK, RESULT) else ENTER)
    ring, narrowed = form.get("ring", ""), form.get("narrowed", "")[:60]
    found = replace(found, ring=ring if ring in found.step.place_keys() else "", narrowed=narrowed)
    if screen == ASK and found.may_ask:
        return replace(found, screen=ASK, asked=form.get("asked", "")[:60])
    if screen in (BEST, THINK) and found.may_ask:
        held = tuple(form.get("held", "").split())[: found.game_entering.most_held]
        return replace(found, screen=screen, held=tuple(card[:40] for card in held))
    return found


def number_fields(form: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in form.items() if name.startswith(NUMBER_FIELD)}


# ---- what a page shows ----------------------------------------------------------------------------


def player_name(position: Position, seat: int, language: str) -> str:
    name = position.table.seats[seat].name
    return name or web_words(language)("companion.player", seat=seat + 1)


def count_context(request: Request, counting: Counting, error: str, advice: Advice | None = None) -> dict[str, Any]:
    """Everything that the counting page shows."""
    language = visitor_of(request).language
    package = counting.match.package
    words = game_words(package.name, language)
    names = [player_name(counting.position, seat, language) for seat in range(counting.match.seats)]
    counted = counting.current_count
    pictures, definitions = pictures_for(package.name, language)
    found: dict[str, Any] = {
        "game": game_card(package, language),
        "pictures": pictures,
        "definitions": definitions,
        "counting": counting,
        "position": counting.position.text(),
        "names": names,
        "points": [package.format_points(score) for score in counted.scores],
        "animals_of": ANIMALS,
        "error": error,
        "objections": [objection_row(counting, one, words, names) for one in counting.open_objections()],
        "house_rules": [words.say(one.reason) for one in counting.position.house_rules()],
        "say": words.say,
        "table": TABLE,
        **dict.fromkeys(("box", "action", "back", "phones"), ""),  # own components; several phones (phone_pages.py)
    }
    if counting.screen == RESULT:
        return found | result_context(counting, names, language)
    best = best_context(counting, advice, language)
    return found | best | entry_context(counting, language, best["best"]) | {"verdict": verdict_of(counting, language)}


def verdict_of(counting: Counting, language: str) -> dict[str, Any] | None:
    """Whether the move in question is allowed, by the game's own objections and in the rules' own words."""
    if counting.question is None:
        return None
    key, value = counting.question
    package, seat = counting.match.package, counting.seat
    words, book = game_words(package.name, language), load_rulebook(package, language)
    try:
        refusals = counting.position.why_not(seat, key, value)
        there = counting.position.put(seat, key, value)
    except DomikError:  # a field that no page sends
        return None
    lies = counting.board.lies_there(counting.match, there.table, seat, key)
    return {
        "place": words.say(counting.board.place_name(counting.match, key)),
        "what": words.say(lies) if lies else "",
        "refusals": [(words.say(one.reason), one.clause, book.find(one.clause).text) for one in refusals],
        "where": counting.position.where_allowed(seat, value),
    }


@lru_cache(maxsize=32)
def pictures_for(game: str, language: str) -> tuple[Markup, Markup]:
    """The pictures that places and choices refer to: the game's own, and the definitions of its board."""
    package = find_game(game)
    match = cached_match(game, package.least_seats, {})
    drawing = bare_drawing(match, new_position(match).count().view, language)
    return Markup(game_pictures(game)), Markup(svg_definitions(drawing))


def objection_row(counting: Counting, found: PositionObjection, words: Words, names: list[str]) -> dict[str, Any]:
    """An objection with its clause, and for a question about the box whose number might be wrong."""
    less = []
    if found.seat == TABLE and len(found.where) == 1:
        key = found.where[0]
        for seat, one in enumerate(counting.position.table.seats):
            if one.by_numbers and one.number(key):
                less.append((seat, key))
    who = names[found.seat] if found.seat != TABLE else ""
    return {"text": words.say(found.reason), "clause": found.clause, "key": found.key, "who": who, "less": less}


def entry_context(counting: Counting, language: str, best: Any = None) -> dict[str, Any]:
    match, step, seat = counting.match, counting.step, counting.seat
    pen = table_pen(language, match.package.name, "hand")
    if counting.by_numbers:
        return {
            "numbers": number_rows(counting, pen),
            "rows": [],
            "choices": [],
            "steps": [],
            "checks": check_rows(counting, language),
            "asks": [],
            "own": None,
            "told": None,
            **points_context(counting, language),
        }
    verdict = verdict_of(counting, language)
    can = set(verdict["where"]) if verdict else set(best["where"]) if best else set()
    bad = {key for found in counting.open_objections() if found.seat == seat for key in found.where}
    points = points_context(counting, language)
    rows = [
        [place_cell(counting, pen, key, bad, can) if key else None for key in row] for row in counting.shown_step.rows
    ]
    for cell in (cell for row in rows for cell in row if cell):
        cell["is_lit"] = cell["key"] in points["lit"]
    return {
        **points,
        "rows": rows,
        "own": own_board(counting, language),
        "choices": [choice_cell(pen, one, counting) for one in shelf_choices(counting, pen)],
        "steps": counting.reachable_steps if seat != TABLE else [],
        "numbers": [],
        "asks": [
            (f"n.{k}.{key}", counting.position.table.seats[k].entries.get(key, ""), k, key)
            for key in step.numbers
            for k in range(match.seats)
        ],
        "checks": check_rows(counting, language),
        "told": told_row(counting, pen),
    }


def told_row(counting: Counting, pen: MarkupPen) -> tuple[str, str] | None:
    """What the engine did for a house that is done, and the clause."""
    if counting.screen != CHECK or counting.board.told is None:
        return None
    told = counting.board.told(counting.match, counting.position.table, counting.seat)
    return (pen.text(told[0]), told[1]) if told else None


def number_rows(counting: Counting, pen: MarkupPen) -> list[dict[str, Any]]:
    """What is asked by numbers, a row for each number and a field for each seat that is counted so."""
    match, board, table = counting.match, counting.board, counting.position.table
    return [
        {
            "label": pen.text(number_name(key)),
            "picture": Markup(board.number_picture(match, pen, key)),
            "is_long": key in board.long_numbers,
            "fields": [(seat, f"n.{seat}.{key}", table.of(seat).get(key, "")) for seat in counting.number_seats],
        }
        for key in counting.game_entering.number_keys(match)
    ]


def shelf_choices(counting: Counting, pen: MarkupPen) -> tuple[EntryChoice, ...]:
    """What the shelf offers: what can lie at the ring, or what a player may hold."""
    match, table, seat, board = counting.match, counting.position.table, counting.seat, counting.board
    if counting.screen in (BEST, THINK):
        if board.held_choices is None or len(counting.held) >= counting.game_entering.most_held:
            return ()
        return board.held_choices(match, pen, table, seat, counting.narrowed)
    return board.choices(match, pen, table, seat, counting.step, counting.ring, counting.narrowed)


def number_name(key: str) -> Phrase:
    return Phrase(f"entered.number_{key.replace('.', '_')}")


def place_cell(counting: Counting, pen: MarkupPen, key: str, bad: set[str], can: set[str]) -> dict[str, Any]:
    board, match, table, seat = counting.board, counting.match, counting.position.table, counting.seat
    lies = board.lies_there(match, table, seat, key)
    place = pen.text(board.place_name(match, key))
    return {
        "key": key,
        "place": place,
        "lies": pen.text(lies) if lies else "",
        "markup": Markup(board.draw_place(match, pen, table, seat, key)),
        "is_ring": key == counting.ring and counting.screen in (ENTER, ASK),
        "can": key in can,
        "is_bad": key in bad,
        "is_empty": table.of(seat).get(key) == "-",
    }


def choice_cell(pen: MarkupPen, choice: EntryChoice, counting: Counting) -> dict[str, Any]:
    ring = counting.ring
    if choice.narrows:
        wish = f"narrow {choice.narrows}"
    elif counting.screen in (BEST, THINK):
        wish = f"hold {choice.value}"
    elif choice.value:
        wish = f"put {choice.key or ring} {choice.value}"
    else:
        wish = f"take {choice.key or ring}"
    return {
        "do": wish,
        "label": pen.text(choice.label),
        "picture": Markup(choice.picture),
        "left": choice.left,
        "is_on": choice.is_on,
    }


def check_rows(counting: Counting, language: str) -> list[dict[str, Any]]:
    """What was judged when a seat was done: holds, or not."""
    if counting.screen != CHECK:
        return []
    words = game_words(counting.match.package.name, language)
    refused = {found.clause for found in counting.open_objections()}
    return [
        {"text": words.say(check.holds), "clause": check.clause}
        for check in counting.game_entering.checks(counting.match)
        if check.clause not in refused and not counting.by_numbers
    ]


PAGES = [("/companion", companion_page), ("/companion/{game}", who_page)]
WRITES = [("/companion/{game}", count_page)]
