"""What would be best at a real table: the judge thinks where bots think, from what one seat knows."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request

from domik.bots.spec import HINT
from domik.games import own_components
from domik.kernel.errors import BadPosition, DomikError
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.positions.advising import Advice, advice_questions
from domik.server.accounts.visitors import visitor_of
from domik.server.bots.fair_queue import WATCHED
from domik.server.bots.worker import DecisionTask
from domik.server.http.requests import client_address, service
from domik.server.live.live_tables import LiveTables
from domik.server.live.services import Services
from domik.server.pages.companion.counting import BEST, THINK, Counting
from domik.server.rendering.renderers import table_pen
from domik.web.pen import MarkupPen

QUEUE = "companion"  # the name under which its questions wait their turn, as a table's do


@dataclass(frozen=True)
class HeldCard:
    """A card that the player says they hold."""

    label: str
    picture: Markup


async def find_advice(request: Request, counting: Counting) -> Advice:
    """The best way to play the cards in hand; DomikError where the position has no such decision."""
    services = service(request, LiveTables).services
    address = client_address(request)
    if not services.rate_limits.hints.allows(visitor_of(request).owner, address):
        raise BadPosition(Phrase("error.hints_fast"))
    asking = advice_questions(counting.position, counting.seat, counting.held)
    try:
        match, view = next(asking)
        while True:
            match, view = asking.send(await judge(services, match, view, address))
    except StopIteration as done:
        found: Advice = done.value
        return found


async def judge(services: Services, match: Match, view: View, address: str) -> int:
    """The action (one bit) that the judge finds best; decisions with a single way need no thinking."""
    legal = int(view.legal())
    if not legal & (legal - 1):
        return legal
    numbers = [int(number) for number in view.numbers]
    task: DecisionTask = (
        *(match.package.name, match.seats, match.options_json(), own_components(match)),
        *(numbers, int(view.seat), HINT, "", False),
    )
    action, _, wrong = await services.bot_pool.deep.ask(task, WATCHED, address, QUEUE)
    if wrong:
        raise RuntimeError(wrong)
    return action


def held_cards(counting: Counting, language: str) -> list[HeldCard]:
    """The cards in hand as the page shows them; what is no card of this game is left out."""
    show = counting.board.held_card
    pen = table_pen(language, counting.match.package.name, "hand")
    found = []
    for value in counting.held:
        try:
            label, picture = show(counting.match, pen, value) if show is not None else (Phrase(""), "")
        except (ValueError, StopIteration, KeyError, DomikError):
            continue
        found.append(HeldCard(pen.text(label), Markup(picture)))
    return found


def best_context(counting: Counting, advice: Advice | None, language: str) -> dict[str, object]:
    """What the page shows while somebody asks what would be best, and the answer once there is one."""
    if counting.screen not in (BEST, THINK):
        return {"best": None}
    pen = table_pen(language, counting.match.package.name, "hand")
    places = counting.step.place_keys()
    entries = advice.entries if advice else ()
    laid = [(key, value) for key, value in entries if key in places or value in places]
    return {
        "best": {
            "held": held_cards(counting, language),
            "most": counting.game_entering.most_held,
            "steps": [
                pen.text(Phrase("hint.because", {"what": step_phrase(counting, pen, advice, k), "why": why}))
                for k, why in enumerate(advice.reasons)
            ]
            if advice
            else [],
            "where": [key if key in places else value for key, value in laid],
            "play": " ".join(f"{key}={value}" for key, value in laid),
        }
    }


def step_phrase(counting: Counting, pen: MarkupPen, advice: Advice, number: int) -> Phrase:
    """A step by the kind of card and its place, as they were entered; by the game's words where it has no place."""
    key, value = advice.entries[number]
    board, match = counting.board, counting.match
    try:
        if not key and value and board.held_card is not None:
            return board.held_card(match, pen, value)[0]
        if key in counting.step.place_keys():
            there = counting.position.put(counting.seat, key, value)
            lies = board.lies_there(match, there.table, counting.seat, key)
            if lies is not None:
                return Phrase("hint.placed", {"what": lies, "place": board.place_name(match, key)})
    except (ValueError, StopIteration, DomikError):  # a card that is not on the shelf
        pass
    return advice.steps[number]
