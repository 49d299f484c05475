"""Twin worlds on the socket: what a viewer has not seen may be anything, and not one byte it is sent may tell.

Two tables are dealt alike but for cards that a viewer never sees; the same moves are made at both; every message to
that viewer must be the same, byte for byte, but for the tables' own names.
"""

from __future__ import annotations

import json
import random
import re

import pytest

from domik.games import game_package
from domik.games.treehouse.rules.state import DEAL_TASKS, HAND
from domik.kernel.luck import luck_of
from domik.table import SeatPlan, Setup, Terms
from tests.server.host import Host, Page

SEATS = 3
OPTIONS = {"edition": "nk", "secret_tasks": True}


def at_table(host: Host, deal: list[int], options: dict[str, object]) -> tuple[str, list[Page], Page]:
    """A table with a given deal, three people and an onlooker."""
    plans = tuple(SeatPlan("human", f"P{seat}") for seat in range(SEATS))
    chosen = game_package("treehouse").match(SEATS, options).options
    setup = Setup("treehouse", dict(chosen), plans, Terms(forced=False))
    branch = {"table": "", "step": 0, "deal": deal, "moves": []}
    live_table = host.call(host.rooms.open(setup, "", "", branch))
    id = live_table.table.id
    pages = []
    for seat in range(SEATS):
        person = host.person()
        person.get(f"/t/{id}")
        person.post(f"/t/{id}/sit", data={"key": f"{seat}.{host.rooms.services.keys.seat_secret(id, seat)}"})
        pages.append(Page(host.origin, id, person))
        pages[-1].take()
    onlooker = Page(host.origin, id)
    onlooker.take()
    for page in pages:  # each hears of the onlooker in a message of its own, before anything else happens
        page.until(lambda page: page.cells["crowd"])
    for page in pages:
        page.ask("luck", text="x")
    for page in pages:
        page.until(lambda page: page.facts["dealt"])
    return id, pages, onlooker


def settle(host: Host, id: str, pages: list[Page]) -> None:
    """Let every page take all that was sent to it."""
    live_table = host.call(host.rooms.get(id))
    sent = {viewer.id: viewer.last_number for viewer in live_table.viewers.values()}
    for page in pages:
        page.until(lambda page: page.number >= sent[page.facts["viewer"]])


def said(page: Page, id: str) -> list[str]:
    """Everything a viewer was told, without what names the table, the page or the hour."""
    return [clean(text, id) for text in page.raw]


def clean(text: str, id: str) -> str:
    message = json.loads(text)
    message.pop("viewer", None)
    message.pop("hash", None)  # the promise of this table
    message.pop("head", None)  # its hash chain, which is salted (tests/table/test_chain.py)
    text = json.dumps(message, ensure_ascii=False).replace(id, "TABLE")
    return re.sub(r"#(\d)\.[\w-]+|<code>[0-9a-f]{64}</code>", "KEY", text)


def both(host: Host, deals: list[list[int]], moves: int, seed: int) -> list[list[list[str]]]:
    """Play the same moves at both tables; what each viewer was told at each."""
    tables = [at_table(host, deal, OPTIONS) for deal in deals]
    luck = random.Random(seed)
    for _ in range(moves):
        for id, pages, onlooker in tables:
            settle(host, id, [*pages, onlooker])
        able = [seat for seat, page in enumerate(tables[0][1]) if page.facts["mine"] and page.paths]
        if not able:
            break
        seat = luck.choice(able)
        action = luck.choice(tables[0][1][seat].paths)[0]
        for _, pages, _ in tables:
            assert "ok" in pages[seat].move(action)
    for id, pages, onlooker in tables:
        settle(host, id, [*pages, onlooker])
    return [[said(page, id) for page in (*pages, onlooker)] for id, pages, onlooker in tables]


def dealt(seed: str) -> list[int]:
    match = game_package("treehouse").match(SEATS, OPTIONS)
    return [int(item) for item in match.game.deal(luck_of(seed))]


@pytest.mark.parametrize("seed", [1, 2])
def test_another_seats_task_is_never_told(host: Host, seed: int) -> None:
    one = dealt(f"twins {seed}")
    two = list(one)
    two[DEAL_TASKS + 1], two[DEAL_TASKS + SEATS] = two[DEAL_TASKS + SEATS], two[DEAL_TASKS + 1]
    first, second = both(host, [one, two], 60, seed)
    for viewer in (0, 2, SEATS):
        assert first[viewer] == second[viewer]
    assert first[1] != second[1], "seat 2 itself must see its task"


@pytest.mark.parametrize("seed", [3, 4])
def test_a_hand_is_told_to_its_holder_only(host: Host, seed: int) -> None:
    one = dealt(f"twins {seed}")
    two = list(one)
    mine, later = HAND, SEATS * HAND + 1  # a card of the second seat's hand, and one of the next round
    two[mine], two[later] = two[later], two[mine]
    first, second = both(host, [one, two], 2, seed)  # two of three have chosen: nothing is revealed yet
    for viewer in (0, 2, SEATS):
        assert first[viewer] == second[viewer]
    assert first[1] != second[1]


def test_a_secret_choice_is_not_told(host: Host) -> None:
    deal = dealt("choice")
    told = []
    for action in (0, 4):
        id, pages, onlooker = at_table(host, deal, OPTIONS)
        pages[1].move(action)
        settle(host, id, [*pages, onlooker])
        told.append([said(page, id) for page in (pages[0], pages[2], onlooker)])
    assert told[0] == told[1]
