"""Setup page of a new table: the form with its option cards, checks of incompatible options, and creation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import game_packages
from domik.kernel.errors import DomikError
from domik.kernel.options import Choice, Flag, NumberOption, Option, SeatOrder
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import Visitor, visitor_of
from domik.server.bots.pool import default_bot
from domik.server.http.errors import HttpError
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables, check_opening_limit
from domik.server.pages.tables.forms import (
    ABSENCE_MINUTES,
    CLOCKS,
    FLAGS,
    default_form,
    form_text,
    parse_options,
    parse_seat_plans,
    parse_setup,
    read_form,
    redirect_to_table,
    setup_objection,
)
from domik.server.pages.tables.profile import name_for_others
from domik.server.rendering.bot_names import free_bot_names
from domik.server.rendering.renderers import words_pen
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import all_words, find_game, game_card, game_words, render_page, web_words
from domik.server.store.repositories import parse_person
from domik.table.setup import HUMAN
from domik.table.table import ANIMALS
from domik.web.illustrations import choice_picture

CLAUSE_SUFFIX = re.compile(r" \[[A-Z]+-\w+\]$")  # trailing clause id, left out on small cards


@dataclass(frozen=True)
class OptionCard:
    """One selectable option with its illustration.

    `why` explains why it cannot be chosen now; `frees` is the form field that would allow it and `instead` its label;
    `seats` is the number of players it requires.
    """

    name: str
    value: str
    label: str
    text: str
    clause: str
    picture: Markup
    on: bool
    why: str = ""
    seats: int = 0
    frees: str = ""
    instead: str = ""


@dataclass
class SetupChoices:
    """A game's options grouped by widget: illustrated choices and flags, long lists, switches, orders and numbers."""

    pictured: list[tuple[str, list[OptionCard]]] = field(default_factory=list)
    variants: list[OptionCard] = field(default_factory=list)
    lists: list[tuple[str, list[OptionCard]]] = field(default_factory=list)
    switches: list[OptionCard] = field(default_factory=list)
    orders: list[tuple[str, str, list[tuple[str, str]], str]] = field(default_factory=list)
    numbers: list[tuple[NumberOption, str, str]] = field(default_factory=list)


async def new_table_page(request: Request) -> Response:
    """GET /g/GAME: the form; `?with=` presets the opponents, `?option.NAME=` an option."""
    title = find_game(request.path_params["game"])
    form = default_form(title, request.query_params.get("with", ""))
    form |= {name: value for name, value in request.query_params.items() if name.startswith("option.")}
    return setup_page(request, title, form)


def setup_page(
    request: Request, package: GamePackage, form: Mapping[str, str], error: str = "", at: str = "", status: int = 200
) -> Response:
    """Render the form as filled in; `error` is shown at the field `at`."""
    visitor = visitor_of(request)
    language = visitor.language
    t = web_words(language)
    return render_page(
        request,
        "setup.html",
        status,
        game=game_card(package, language),
        ways=[way for way in ("bots", "friends", "screen") if package.most_seats > 1],
        way=request.query_params.get("with", "bots") if not error else "",
        seats=[seat_card(package, form, number, visitor) for number in range(package.most_seats)],
        levels=service(request, LiveTables).services.bot_pool.levels,
        options=setup_choices(package, form, language),
        clocks=[(clock, clock_text(clock, language), clock == form_text(form, "clock")) for clock in CLOCKS],
        flags=[(name, form_text(form, name) == "on") for name, _ in FLAGS],
        patience=[
            (str(n), t("patience_minutes", n=n) if n else t("patience_never"), str(n) == form_text(form, "patience"))
            for n in ABSENCE_MINUTES
        ],
        error=error,
        at=at,
    )


def seat_card(package: GamePackage, form: Mapping[str, str], number: int, visitor: Visitor) -> dict[str, Any]:
    chosen, me = form_text(form, f"seat{number}"), name_for_others(visitor)
    return {
        "number": number,
        "chosen": chosen,
        "name": form_text(form, f"name{number}"),
        "called": free_bot_names([me], visitor.language)[number - 1] if number else me,
        "animal": ANIMALS[number],
        "usual": f"bot:{default_bot()}",
        "may_be_empty": number >= package.least_seats and number > 0,
    }


def setup_choices(package: GamePackage, form: Mapping[str, str], language: str) -> SetupChoices:
    """All options with texts, illustrations and the reasons against them."""
    found = SetupChoices()
    locked = locked_options(package, form, language)
    for option in package.schema.options:
        if isinstance(option, Flag):
            one = option_card(package, option, option.name, form, language, locked)
            (found.variants if one.text else found.switches).append(one)
        elif isinstance(option, Choice):
            cards = [option_card(package, option, value, form, language, locked) for value in option.values]
            label = first_of(package, language, f"option.{option.name}") or option.name
            (found.pictured if len(cards) <= 3 else found.lists).append((label, cards))
        elif isinstance(option, SeatOrder):
            t = web_words(language)
            seats = [(str(k), t("youngest", n=k + 1)) for k in range(package.most_seats)]
            label = first_of(package, language, f"option.{option.name}") or option.name
            chosen = form_text(form, f"option.{option.name}")
            found.orders.append((option.name, label, [("", t("by_chance")), *seats], chosen))
        else:
            label = first_of(package, language, f"option.{option.name}") or option.name
            found.numbers.append((option, label, form_text(form, f"option.{option.name}") or str(option.default)))
    return found


def option_card(
    package: GamePackage,
    option: Option,
    value: str,
    form: Mapping[str, str],
    language: str,
    locked: dict[str, dict[str, Any]],
) -> OptionCard:
    """Card of a flag, or of one value of a choice."""
    name = f"option.{option.name}"
    is_flag = isinstance(option, Flag)
    group = option.group if isinstance(option, Flag) else option.name
    lock = locked.get(name if is_flag else f"{name}={value}", {})
    on = form_text(form, name) == ("on" if is_flag else value)
    return OptionCard(
        name,
        "on" if is_flag else value,
        first_of(package, language, f"{group}.{value}", f"option.{value}") or value,
        first_of(package, language, f"{group}_text.{value}", f"option_text.{value}"),
        option.clause,
        Markup(choice_picture(package, words_pen(language, package.name), value)),
        on and not (is_flag and lock.get("why")),
        str(lock.get("why", "")),
        int(lock.get("seats", 0)),
        str(lock.get("frees", "")),
        str(lock.get("instead", "")),
    )


def first_of(package: GamePackage, language: str, *keys: str) -> str:
    """Text of the first key that the game has; empty if none."""
    from domik.language.option_names import first_text

    return first_text(game_words(package.name, language), *keys)


def clock_text(clock: str, language: str) -> str:
    t = web_words(language)
    minutes, bonus, days = (int(part) for part in clock.split("-"))
    if days:
        return t("clock_days", n=days)
    return t("clock_minutes", n=minutes, bonus=bonus) if minutes else t("clock_none")


def locked_options(package: GamePackage, form: Mapping[str, str], language: str) -> dict[str, dict[str, Any]]:
    """Options that cannot be chosen with the current form: by field, the reason or the number of seats required."""
    words = all_words(language)

    def say(why: Phrase) -> str:
        return CLAUSE_SUFFIX.sub("", words.say(why))

    taken = sum(bool(form_text(form, f"seat{number}")) for number in range(package.most_seats))
    seats = max(taken, package.least_seats)
    given = parse_options(form, package, seats)
    flags = [option.name for option in package.schema.options if isinstance(option, Flag)]
    bare = {name: value for name, value in given.items() if name not in flags}
    found: dict[str, dict[str, Any]] = {}
    kept = dict(bare)
    for name in flags:  # earlier flags win over later ones that do not fit
        if given.get(name) and setup_objection(package, seats, kept | {name: True}) is None:
            kept[name] = True
    for name in flags:
        why = setup_objection(package, seats, kept | {name: True})
        if why is not None and name not in kept:
            found[f"option.{name}"] = {"why": say(why)} | unlocking_choice(package, seats, kept, name, language)
    for option in package.schema.options:
        for value in option.values if isinstance(option, Choice) else ():
            why = setup_objection(package, seats, bare | {option.name: value})
            if why is not None:
                fit = next(
                    (n for n in range(1, 9) if setup_objection(package, n, bare | {option.name: value}) is None), 0
                )
                found[f"option.{option.name}={value}"] = {"seats": fit} if fit else {"why": say(why)}
    return found


def unlocking_choice(
    package: GamePackage, seats: int, kept: Mapping[str, object], name: str, language: str
) -> dict[str, str]:
    """The one other change of the form that would allow this flag, with its texts; empty if there is none."""
    t = web_words(language)
    for option in package.schema.options:
        for value in option.values if isinstance(option, Choice) else ():
            if setup_objection(package, seats, {**kept, option.name: value, name: True}) is None:
                what = first_of(package, language, f"{option.name}.{value}", f"option.{value}") or value
                why, instead = t("setup.only_with", what=what), t("setup.choose_instead", what=what)
                return {"why": why, "frees": f"option.{option.name}={value}", "instead": instead}
        without = {**kept, option.name: False, name: True}
        if isinstance(option, Flag) and kept.get(option.name) and setup_objection(package, seats, without) is None:
            what = first_of(package, language, f"{option.group}.{option.name}", f"option.{option.name}") or option.name
            why, instead = t("setup.not_with", what=what), t("setup.leave_out", what=what)
            return {"why": why, "frees": f"option.{option.name}=", "instead": instead}
    return {}


async def check_setup(request: Request) -> Response:
    """POST /g/GAME/check: JSON of the options that cannot be chosen with the posted form."""
    title = find_game(request.path_params["game"])
    return json_response(locked_options(title, await read_form(request), visitor_of(request).language))


async def create_table(request: Request) -> Response:
    """POST /g/GAME/tables: open the table, or show the form again with the error."""
    check_opening_limit(request)
    title = find_game(request.path_params["game"])
    visitor = visitor_of(request)
    form = await read_form(request)
    try:
        person = parse_person(form_text(form, "name0") or visitor.name, form_text(form, "animal") or visitor.animal)
        name = person.name or name_for_others(visitor)
        setup = parse_setup(form, title, name, visitor.language)
        if not person.name and is_for_friends(form, title):
            card = game_card(title, visitor.language)
            return render_page(request, "who_am_i.html", game=card, fields=form, suggested=person.animal)
        live_table = await service(request, LiveTables).open(setup, visitor.owner, name, animal=person.animal)
    except HttpError:
        raise
    except DomikError as error:
        return setup_page(
            request, title, form, all_words(visitor.language).say(error.phrase), error_field(title, form), 400
        )
    return await redirect_to_table(live_table, visitor, request, person if form_text(form, "name0") else None)


def is_for_friends(form: Mapping[str, str], package: GamePackage) -> bool:
    """Whether others will come by a link: they are to see who invites them."""
    return any(form_text(form, f"seat{number}") == HUMAN for number in range(1, package.most_seats))


async def friends_page(request: Request) -> Response:
    """GET /friends: which game; setting up with friends comes next."""
    language = visitor_of(request).language
    games = [game_card(title, language) for title in game_packages() if title.most_seats > 1]
    return render_page(request, "friends.html", here="/friends", games=games)


def error_field(package: GamePackage, form: Mapping[str, str]) -> str:
    """Where to show an error: "options" if the seats are valid without them, else "seats"."""
    try:
        seats = len(parse_seat_plans(form, package, "", "en"))
    except DomikError:
        return "seats"
    in_range = package.least_seats <= seats <= package.most_seats
    return "options" if in_range and setup_objection(package, seats, {}) is None else "seats"


PAGES = [("/g/{game}", new_table_page)]
FRIENDS_PAGES = [("/friends", friends_page)]
WRITES = [("/g/{game}/tables", create_table), ("/g/{game}/check", check_setup)]
