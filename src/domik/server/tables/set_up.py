"""Setting a table up: the form as a reader sees it, what goes together, and the table that comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.errors import DomikError
from domik.kernel.options import Choice, Flag, Number, Option, Order
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title
from domik.server.http.errors import Refused
from domik.server.paper.answers import answered
from domik.server.paper.templates import all_words, page, web_words
from domik.server.sight.names import bot_name
from domik.server.sight.pens import words_pen
from domik.server.store.person import person_from
from domik.server.tables.forms import form_of, led_to, limited, rooms_of, text_in
from domik.server.tables.pages import card, checked, game_words, switched
from domik.server.tables.set_up_form import (
    CLOCKS,
    FLAGS,
    PATIENCE,
    given_in,
    plans_in,
    setup_from,
    usual_form,
    wrong_with,
)
from domik.server.thinking.thinking import levels, usual_bot
from domik.server.visitors.visitors import visitor_of
from domik.table.seat import ANIMALS
from domik.table.setup import tidy_name
from domik.web.choices import choice_picture

CLAUSE = re.compile(r" \[[A-Z]+-\w+\]$")  # behind a sentence: on a small card the sentence is enough


@dataclass(frozen=True)
class Card:
    """One thing to choose, with its picture.

    `why` says why it cannot be chosen now, `frees` and `instead` what would let it be, `seats` for how many it is.
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
class Choices:
    """A game's options in the form that suits them: pictured choices, pictured flags, long lists, small switches."""

    pictured: list[tuple[str, list[Card]]] = field(default_factory=list)
    variants: list[Card] = field(default_factory=list)
    lists: list[tuple[str, list[Card]]] = field(default_factory=list)
    switches: list[Card] = field(default_factory=list)
    orders: list[tuple[str, str, list[tuple[str, str]], str]] = field(default_factory=list)
    numbers: list[tuple[Number, str, str]] = field(default_factory=list)


async def new_table(request: Request) -> Response:
    """GET /g/GAME: the form; `?with=` fills the chairs as most people want them, `?option.NAME=` chooses an option."""
    if switch := switched(request):
        return switch
    title = checked(request.path_params["game"])
    form = usual_form(title, request.query_params.get("with", ""))
    form |= {name: value for name, value in request.query_params.items() if name.startswith("option.")}
    return setup_page(request, title, form)


def setup_page(
    request: Request, title: Title, form: Mapping[str, str], error: str = "", at: str = "", status: int = 200
) -> Response:
    """The form as it was filled in, with what was wrong at its field."""
    language = visitor_of(request).language
    t = web_words(language)
    return page(
        request,
        "setup.html",
        status,
        game=card(title, language),
        ways=[way for way in ("bots", "friends", "screen") if title.most_seats > 1],
        way=request.query_params.get("with", "bots") if not error else "",
        seats=[seat_card(title, form, number, language) for number in range(title.most_seats)],
        levels=levels(),
        options=choices(title, form, language),
        clocks=[(clock, clock_words(clock, language), clock == text_in(form, "clock")) for clock in CLOCKS],
        flags=[(name, text_in(form, name) == "on") for name, _ in FLAGS],
        patience=[
            (str(n), t("patience_minutes", n=n) if n else t("patience_never"), str(n) == text_in(form, "patience"))
            for n in PATIENCE
        ],
        error=error,
        at=at,
    )


def seat_card(title: Title, form: Mapping[str, str], number: int, language: str) -> dict[str, Any]:
    """One chair: what it can be, what it is, and what a bot there is called."""
    chosen = text_in(form, f"seat{number}")
    return {
        "number": number,
        "chosen": chosen,
        "name": text_in(form, f"name{number}"),
        "called": bot_name(number - 1, language) if number else web_words(language)("guest"),
        "animal": ANIMALS[number],
        "usual": f"bot:{usual_bot()}",
        "may_be_empty": number >= title.least_seats and number > 0,
    }


def choices(title: Title, form: Mapping[str, str], language: str) -> Choices:
    """Every option with its words, its picture and what speaks against it now."""
    found = Choices()
    locked = locks(title, form, language)
    for option in title.schema.options:
        if isinstance(option, Flag):
            one = option_card(title, option, option.name, form, language, locked)
            (found.variants if one.text else found.switches).append(one)
        elif isinstance(option, Choice):
            cards = [option_card(title, option, value, form, language, locked) for value in option.values]
            label = said(title, language, f"option.{option.name}") or option.name
            (found.pictured if len(cards) <= 3 else found.lists).append((label, cards))
        elif isinstance(option, Order):
            t = web_words(language)
            seats = [(str(k), t("youngest", n=k + 1)) for k in range(title.most_seats)]
            label = said(title, language, f"option.{option.name}") or option.name
            chosen = text_in(form, f"option.{option.name}")
            found.orders.append((option.name, label, [("", t("by_chance")), *seats], chosen))
        else:
            label = said(title, language, f"option.{option.name}") or option.name
            found.numbers.append((option, label, text_in(form, f"option.{option.name}") or str(option.default)))
    return found


def option_card(
    title: Title, option: Option, value: str, form: Mapping[str, str], language: str, locked: dict[str, dict[str, Any]]
) -> Card:
    """A flag, or one value of a choice."""
    name = f"option.{option.name}"
    is_flag = isinstance(option, Flag)
    group = option.group if isinstance(option, Flag) else option.name
    lock = locked.get(name if is_flag else f"{name}={value}", {})
    on = text_in(form, name) == ("on" if is_flag else value)
    return Card(
        name,
        "on" if is_flag else value,
        said(title, language, f"{group}.{value}", f"option.{value}") or value,
        said(title, language, f"{group}_text.{value}", f"option_text.{value}"),
        option.clause,
        Markup(choice_picture(title, words_pen(language, title.name), value)),
        on and not (is_flag and lock.get("why")),
        str(lock.get("why", "")),
        int(lock.get("seats", 0)),
        str(lock.get("frees", "")),
        str(lock.get("instead", "")),
    )


def said(title: Title, language: str, *keys: str) -> str:
    """The first of these texts that the game has."""
    from domik.language.ways import first_said

    return first_said(game_words(title.name, language), *keys)


def clock_words(clock: str, language: str) -> str:
    """A clock in words."""
    t = web_words(language)
    minutes, bonus, days = (int(part) for part in clock.split("-"))
    if days:
        return t("clock_days", n=days)
    return t("clock_minutes", n=minutes, bonus=bonus) if minutes else t("clock_none")


def locks(title: Title, form: Mapping[str, str], language: str) -> dict[str, dict[str, Any]]:
    """What cannot be chosen as things stand, with the reason; or for how many seats it is."""
    words = all_words(language)

    def say(why: Phrase) -> str:
        return CLAUSE.sub("", words.say(why))

    taken = sum(bool(text_in(form, f"seat{number}")) for number in range(title.most_seats))
    seats = max(taken, title.least_seats)
    given = given_in(form, title, seats)
    flags = [option.name for option in title.schema.options if isinstance(option, Flag)]
    bare = {name: value for name, value in given.items() if name not in flags}
    found: dict[str, dict[str, Any]] = {}
    kept = dict(bare)
    for name in flags:  # what stands first stays; what does not go with it is let go
        if given.get(name) and wrong_with(title, seats, kept | {name: True}) is None:
            kept[name] = True
    for name in flags:
        why = wrong_with(title, seats, kept | {name: True})
        if why is not None and name not in kept:
            found[f"option.{name}"] = {"why": say(why)} | way_out(title, seats, kept, name, language)
    for option in title.schema.options:
        for value in option.values if isinstance(option, Choice) else ():
            why = wrong_with(title, seats, bare | {option.name: value})
            if why is not None:
                fit = next((n for n in range(1, 9) if wrong_with(title, n, bare | {option.name: value}) is None), 0)
                found[f"option.{option.name}={value}"] = {"seats": fit} if fit else {"why": say(why)}
    return found


def way_out(title: Title, seats: int, kept: Mapping[str, object], name: str, language: str) -> dict[str, str]:
    """The one other choice that would let this flag be chosen, as a field of the form, and both said in few words."""
    t = web_words(language)
    for option in title.schema.options:
        for value in option.values if isinstance(option, Choice) else ():
            if wrong_with(title, seats, {**kept, option.name: value, name: True}) is None:
                what = said(title, language, f"{option.name}.{value}", f"option.{value}") or value
                why, instead = t("setup.only_with", what=what), t("setup.choose_instead", what=what)
                return {"why": why, "frees": f"option.{option.name}={value}", "instead": instead}
        without = {**kept, option.name: False, name: True}
        if isinstance(option, Flag) and kept.get(option.name) and wrong_with(title, seats, without) is None:
            what = said(title, language, f"{option.group}.{option.name}", f"option.{option.name}") or option.name
            why, instead = t("setup.not_with", what=what), t("setup.leave_out", what=what)
            return {"why": why, "frees": f"option.{option.name}=", "instead": instead}
    return {}


async def check(request: Request) -> Response:
    """POST /g/GAME/check: what cannot be chosen as the form stands."""
    title = checked(request.path_params["game"])
    return answered(locks(title, await form_of(request), visitor_of(request).language))


async def open_table(request: Request) -> Response:
    """POST /g/GAME/tables: a table as the form wants it, or the form again."""
    limited(request)
    title = checked(request.path_params["game"])
    visitor = visitor_of(request)
    form = await form_of(request)
    guest = web_words(visitor.language)("guest")
    name = tidy_name(text_in(form, "name0")) or visitor.name or guest
    try:
        setup = setup_from(form, title, name, visitor.language)
        room = await rooms_of(request).open(setup, visitor.owner, name, animal=visitor.animal)
    except Refused:
        raise
    except DomikError as error:
        return setup_page(request, title, form, all_words(visitor.language).say(error.phrase), fault(title, form), 400)
    return await led_to(room, visitor, request, person_from(name, visitor.animal) if text_in(form, "name0") else None)


def fault(title: Title, form: Mapping[str, str]) -> str:
    """Where an error belongs: at the options if without them the seats would do, else at the seats."""
    try:
        seats = len(plans_in(form, title, "", "en"))
    except DomikError:
        return "seats"
    in_range = title.least_seats <= seats <= title.most_seats
    return "options" if in_range and wrong_with(title, seats, {}) is None else "seats"


READS = [("/g/{game}", new_table)]
WRITES = [("/g/{game}/tables", open_table), ("/g/{game}/check", check)]
