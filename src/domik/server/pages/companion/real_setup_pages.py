"""Before and after a real game: who begins, which variant, what to take out of the box; score sheets to print."""

from __future__ import annotations

import secrets
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import cached_match
from domik.kernel.entry_board import RealSetup
from domik.kernel.errors import BadOption
from domik.kernel.luck import Luck, luck_of
from domik.kernel.options import Choice, Flag
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.language.rulebook import load_rulebook
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number
from domik.server.pages.companion.companion_pages import (
    countable_game,
    counting_from,
    option_word,
    pictures_for,
    player_name,
)
from domik.server.pages.companion.counting import entry_board_of
from domik.server.pages.companion.results import result_context
from domik.server.pages.tables.forms import read_form
from domik.server.rendering.renderers import table_pen
from domik.server.rendering.templates import game_card, game_words, render_page
from domik.table.table import ANIMALS

LONGEST_SEED = 12
BLANK_COLUMNS = 4


def setup_of(package: GamePackage) -> RealSetup[Match]:
    """How the game's real table is set up; HttpError 404 where it does not say."""
    found = entry_board_of(package).setup
    if found is None:
        raise HttpError(404, Phrase("error.no_entering", {"game": package.name}))
    return found


def drawn_options(package: GamePackage, seats: int, luck: Luck) -> dict[str, object]:
    """Random variants that go together with so many players; every option is as likely as its opposite."""
    chosen: dict[str, object] = {}
    for option in package.schema.options:
        if isinstance(option, Choice):
            wanted: object = option.values[int(luck.below(len(option.values)))]
        elif isinstance(option, Flag) and option.group in ("variant", "mode"):
            wanted = bool(luck.below(2))
        else:
            continue
        if can_play(package, seats, chosen | {option.name: wanted}):
            chosen[option.name] = wanted
    return chosen


def can_play(package: GamePackage, seats: int, options: dict[str, object]) -> bool:
    try:
        return package.check(seats, package.schema.read(options)) is None
    except BadOption:
        return False


def option_names(match: Match, words: Words) -> list[str]:
    """What was chosen, in words: editions and scenarios by their names, variants that are on."""
    names = []
    for option in match.package.schema.options:
        value = match.options.get(option.name)
        if isinstance(option, Choice) and value != "none":
            names.append(option_word(words, option.name, str(value)))
        elif isinstance(option, Flag) and option.group in ("variant", "mode") and value:
            names.append(words.say(Phrase(f"{option.group}.{option.name}")))
    return names


async def setup_page(request: Request) -> Response:
    """GET /companion/GAME/setup?seats=2&seed=abc&draw=1: the same link sets the same table up."""
    package = countable_game(request.path_params["game"])
    language, query = visitor_of(request).language, request.query_params
    setup, words = setup_of(package), game_words(package.name, language)
    seats = parse_number(query.get("seats", ""), package.most_seats) or package.least_seats
    seats = max(seats, package.least_seats)
    seed = "".join(letter for letter in query.get("seed", "") if letter.isalnum() and letter.isascii())[:LONGEST_SEED]
    seed = seed or secrets.token_hex(4)
    luck, drawn = luck_of(f"set up {seed}"), "draw" in query
    first = int(luck.below(seats))
    match = cached_match(package.name, seats, drawn_options(package, seats, luck) if drawn else {})
    book, pen = load_rulebook(package, language), table_pen(language, package.name, "hand")
    show = entry_board_of(package).held_card
    cards = [show(match, pen, text) for text in setup.deck(match, seed)] if setup.deck and show else []
    pictures, definitions = pictures_for(package.name, language)
    context: dict[str, Any] = {
        "game": game_card(package, language),
        "seats": seats,
        "least": package.least_seats,
        "most": package.most_seats,
        "seed": seed,
        "next_seed": secrets.token_hex(4),
        "drawn": drawn,
        "first": first,
        "animals_of": ANIMALS,
        "options": option_names(match, words),
        "box": [(words.say(name), n) for name, n in setup.box(match)],
        "clauses": [(clause, book.find(clause).text) for clause in setup.clauses],
        "deck": [(pen.text(label), Markup(picture)) for label, picture in cards],
        "pictures": pictures,
        "definitions": definitions,
    }
    return render_page(request, "companion_setup.html", **context)


async def blank_sheet_page(request: Request) -> Response:
    """GET /companion/GAME/sheet: a blank score sheet on A5."""
    package = countable_game(request.path_params["game"])
    language = visitor_of(request).language
    words = game_words(package.name, language)
    match = cached_match(package.name, package.least_seats, {})
    rows: list[tuple[str, str, list[str]]] = [
        (words.say(name), clause, []) for name, clause in setup_of(package).sheet(match)
    ]
    columns = min(BLANK_COLUMNS, package.most_seats)
    context: dict[str, Any] = {
        "rows": rows,
        "names": [""] * columns,
        "points": [],
        "why": "",
        "why_clause": "",
        "house_rules": 0,
    }
    return render_page(request, "companion_sheet.html", game=game_card(package, language), **context)


async def filled_sheet_page(request: Request) -> Response:
    """POST /companion/GAME/sheet: the sheet of a counted table, clause by clause."""
    package = countable_game(request.path_params["game"])
    language = visitor_of(request).language
    counting = counting_from(package, await read_form(request))
    names = [player_name(counting.position, seat, language) for seat in range(counting.match.seats)]
    result = result_context(counting, names, language)
    context: dict[str, Any] = {
        "rows": result["sums"],
        "names": names,
        "points": [package.format_points(score) for score in counting.current_count.scores],
        "why": result["why"],
        "why_clause": result["why_clause"],
        "house_rules": len(counting.position.house_rules()),
    }
    return render_page(request, "companion_sheet.html", game=game_card(package, language), **context)


PAGES = [("/companion/{game}/setup", setup_page), ("/companion/{game}/sheet", blank_sheet_page)]
WRITES = [("/companion/{game}/sheet", filled_sheet_page)]
