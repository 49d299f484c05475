"""A page that lost its connection, however and whatever was on its way, goes on exactly where it was."""

from __future__ import annotations

import random

import httpx
import pytest

from domik.server.rendering.page_state import MAX_UNACKNOWLEDGED
from tests.server.host import Cells, Host, Page
from tests.server.live.test_live import opened, play_on


def dealt(host: Host) -> tuple[str, list[httpx.Client], list[Page]]:
    table, people = opened(host, "hh", forced=False)
    pages = [Page(host.origin, table, person) for person in people]
    for page in pages:
        page.take()
    for page in pages:
        page.ask("luck", text="x")
    for page in pages:
        page.until(lambda page: page.facts["dealt"])
        page.drain()
    return table, people, pages


def come_back(host: Host, table: str, person: httpx.Client, old: Page) -> Page:
    """The same page by a new socket, showing what it showed."""
    back = Page(host.origin, table, person, v=old.facts["viewer"], n=old.number)
    back.areas, back.cells, back.log, back.chat = dict(old.areas), Cells(old.cells), list(old.log), list(old.chat)
    back.facts, back.paths, back.number, back.refusals = dict(old.facts), old.paths, old.number, dict(old.refusals)
    return back


def memory_of(page: Page) -> tuple[object, ...]:
    facts = {name: page.facts[name] for name in ("turn", "mine", "seats", "eyes", "dealt", "over", "curtain", "next")}
    return page.areas, page.cells, page.log, page.chat, sorted(page.paths), page.refusals, facts


def assert_as_fresh(host: Host, table: str, person: httpx.Client, back: Page) -> None:
    """It shows what a page shows that was opened now."""
    fresh = Page(host.origin, table, person)
    fresh.take()
    fresh.close()
    back.drain()
    assert memory_of(back) == memory_of(fresh)


def test_it_gets_exactly_what_it_missed(host: Host) -> None:
    table, people, (one, two) = dealt(host)
    one.close()
    two.move(two.paths[0][0])
    back = come_back(host, table, people[0], one)
    first = back.take()
    assert first["n"] == one.number + 1
    assert first["viewer"] == one.facts["viewer"]
    assert "areas" not in first
    assert len(first["log"]) == 2
    assert_as_fresh(host, table, people[0], back)


def test_messages_lost_on_the_way_are_made_up_for(host: Host) -> None:
    table, people, (one, _two) = dealt(host)
    before = come_back(host, table, people[0], one)  # what the page shows before the answer that it will never get
    before.drain()
    one = come_back(host, table, people[0], before)
    one.drain()
    before.number = one.number
    answer = one.ask("move", action=one.paths[0][0], turn=one.facts["turn"])
    assert answer["ok"] == 1
    one.close()
    back = come_back(host, table, people[0], before)
    assert back.take()["ok"] == 1
    assert_as_fresh(host, table, people[0], back)


def snapshot(page: Page) -> Page:
    """What a page shows now, while the page itself goes on."""
    kept = Page.__new__(Page)
    kept.__dict__ = page.__dict__ | {"cells": Cells(page.cells), "areas": dict(page.areas), "log": list(page.log)}
    kept.chat, kept.facts, kept.refusals = list(page.chat), dict(page.facts), dict(page.refusals)
    return kept


@pytest.mark.parametrize("lost", [1, 3, 9])
def test_a_loss_of_any_size_at_any_moment(host: Host, lost: int) -> None:
    """The last messages of a page never arrive; moves of both, a chat and a taking-back are among them."""
    table, people, pages = dealt(host)
    luck = random.Random(lost)
    for turn in range(4):
        play_on(pages, luck.randint(1, 5), turn)
        pages[0].drain()
        had = snapshot(pages[0])
        for _ in range(lost):
            for page in pages:
                page.drain()
            page = luck.choice([page for page in pages if page.facts["mine"]])
            got = had.number if page is pages[0] else page.number  # it never says that it has what it will lose
            page.ask("move", action=luck.choice(page.paths)[0], turn=page.facts["turn"], got=got)
        pages[1].ask("chat", text=f"hello {turn}")
        pages[0].ask("undo", got=had.number)
        pages[0].close()
        back = come_back(host, table, people[0], had)
        assert back.take()["viewer"] == had.facts["viewer"], "resumed, not begun anew"
        assert_as_fresh(host, table, people[0], back)
        assert len(back.chat) == turn + 1
        pages[0] = back
        pages[1].drain()


def test_a_single_message_may_be_larger_than_any_buffer(host: Host) -> None:
    """The first message of all, tens of kilobytes, is lost: it comes again in full, to the same page."""
    table, people, (one, _two) = dealt(host)
    assert len(one.raw[-1]) > 8192 or any(len(text) > 8192 for text in one.raw)
    viewer = Page(host.origin, table, people[0])
    first = viewer.take()
    assert len(viewer.raw[0]) > 20_000
    viewer.close()
    back = Page(host.origin, table, people[0], v=first["viewer"], n=0)
    again = back.take()
    assert again["viewer"] == first["viewer"]
    assert again["areas"] == first["areas"]
    assert_as_fresh(host, table, people[0], back)


def test_a_connection_that_died_without_a_word_is_taken_over(host: Host) -> None:
    table, people, (one, two) = dealt(host)
    back = come_back(host, table, people[0], one)  # the old socket is still open for the server
    assert back.take()["viewer"] == one.facts["viewer"]
    two.move(two.paths[0][0])
    back.until(lambda page: page.log)
    assert_as_fresh(host, table, people[0], back)
    live_table = host.call(host.rooms.get(table))
    assert live_table.viewers[back.facts["viewer"]].is_connected
    assert (
        sum(viewer.owner == live_table.viewers[back.facts["viewer"]].owner for viewer in live_table.viewers.values())
        == 2
    )


def test_whoever_lacks_too_much_gets_everything_anew(host: Host) -> None:
    table, _people, pages = dealt(host)
    onlooker = Page(host.origin, table)
    first = onlooker.take()
    for k in range(MAX_UNACKNOWLEDGED + 2):
        host.call(push(host, table, f"Ada {k}"))
    onlooker.until(lambda page: page.number > MAX_UNACKNOWLEDGED + 1)
    for page in (onlooker, *pages):
        page.drain()
        page.close()
    back = Page(host.origin, table, None, v=first["viewer"], n=1)
    assert back.take()["viewer"] != first["viewer"]


async def push(host: Host, table: str, name: str) -> None:
    """Something that every page sees."""
    live_table = await host.rooms.get(table)
    live_table.table.seats[0].name = name
    live_table.broadcast()


def test_nobody_resumes_another_ones_page(host: Host) -> None:
    table, people, (one, _two) = dealt(host)
    one.close()
    thief = Page(host.origin, table, people[1], v=one.facts["viewer"], n=one.number)
    first = thief.take()
    assert first["viewer"] != one.facts["viewer"]
    assert first["eyes"] == 1
