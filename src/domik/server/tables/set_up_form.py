"""The form of a new table: what it holds at first, and the setup that it describes."""

from __future__ import annotations

from collections.abc import Mapping

from domik.kernel.errors import BadOption
from domik.kernel.options import Flag, Order
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title
from domik.server.http.asked import number_in
from domik.server.sight.names import bot_name
from domik.server.thinking.thinking import usual_bot
from domik.table.setup import BOT, HUMAN, SCREEN, SeatPlan, Setup, Terms, tidy_name

CLOCKS = ("0-0-0", "5-5-0", "15-10-0", "30-20-0", "0-0-1", "0-0-3", "0-0-7")  # minutes, bonus seconds, days a move
PATIENCE = (2, 10, 60, 0)  # minutes until a bot may play for somebody who is away; 0: never
FLAGS = (("forced", True), ("confirm", False), ("hints", True), ("listed", True))
USUAL_SEATS = 3
COMPANY = {"friends": HUMAN, "screen": SCREEN}  # who sits on the other chairs where it is not bots


def usual_seats(title: Title) -> int:
    """How many play where nobody says."""
    return min(max(USUAL_SEATS, title.least_seats), title.most_seats)


def usual_form(title: Title, company: str = "") -> dict[str, str]:
    """The form before anybody touches it; `company` says who the others are."""
    form = {"seat0": HUMAN, "clock": CLOCKS[0], "patience": str(PATIENCE[0])}
    for number in range(1, title.most_seats):
        form[f"seat{number}"] = COMPANY.get(company, f"bot:{usual_bot()}") if number < usual_seats(title) else ""
    form |= {name: "on" for name, on in FLAGS if on}
    for option in title.schema.options:
        if isinstance(option, Flag):
            form |= {f"option.{option.name}": "on"} if option.default else {}
        elif not isinstance(option, Order):
            form[f"option.{option.name}"] = str(option.default)
    return form


def plans_in(form: Mapping[str, str], title: Title, guest: str, language: str) -> list[SeatPlan]:
    """Who sits where; BadOption where that is nobody we know."""
    plans = []
    for number in range(title.most_seats):
        kind, _, bot = form.get(f"seat{number}", "").partition(":")
        if kind:
            usual = guest if number == 0 else bot_name(number - 1, language)
            plans.append(SeatPlan(kind, tidy_name(form.get(f"name{number}", "")) or usual, bot or usual_bot()))
    return plans


def given_in(form: Mapping[str, str], title: Title, seats: int) -> dict[str, object]:
    """The options as they were chosen."""
    given: dict[str, object] = {}
    for option in title.schema.options:
        value = form.get(f"option.{option.name}", "")
        if isinstance(option, Flag):
            given[option.name] = value == "on"
        elif isinstance(option, Order):
            first = number_in(value, seats - 1)
            given[option.name] = [] if first is None else [(first + k) % seats for k in range(seats)]
        elif value:
            given[option.name] = value
    return given


def wrong_with(title: Title, seats: int, given: Mapping[str, object]) -> Phrase | None:
    """What speaks against these seats and options together."""
    if not title.least_seats <= seats <= title.most_seats:
        return Phrase("table.error.setup")
    try:
        return title.check(seats, title.schema.read(given))
    except BadOption as error:
        return error.phrase


def seated(title: Title, plans: list[SeatPlan], given: Mapping[str, object]) -> list[SeatPlan]:
    """The chairs that these options want: what is played alone sends the bots home, never a person."""
    if wrong_with(title, len(plans), given) is None:
        return plans
    for number in range(title.least_seats, len(plans)):
        if wrong_with(title, number, given) is None and all(plan.kind == BOT for plan in plans[number:]):
            return plans[:number]
    return plans


def setup_from(form: Mapping[str, str], title: Title, guest: str, language: str) -> Setup:
    """The setup that a form describes; BadOption says what is wrong with it."""
    plans = plans_in(form, title, guest, language)
    given = given_in(form, title, len(plans))
    plans = seated(title, plans, given)
    clock = form.get("clock", "")
    minutes, bonus, days = (int(part) for part in clock.split("-")) if clock in CLOCKS else (0, 0, 0)
    flags = {name: form.get(name) == "on" for name, _ in FLAGS}
    waits = number_in(form.get("patience", ""))
    terms = Terms(minutes, bonus, days, patience=waits if waits in PATIENCE else PATIENCE[0], **flags)
    options = title.match(len(plans), given).options
    return Setup(title.name, dict(options), tuple(plans), terms)
