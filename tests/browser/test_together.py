"""People together: by link with an onlooker, nobody told another's secrets; a lost line; a misclick; one screen."""

from __future__ import annotations

import html
import json
import random
import re

import httpx
import pytest

from domik.games import game_package
from tests.browser.conftest import Come
from tests.browser.games import NAMES, few, secretive
from tests.browser.person import ANSWERED, DEALT, LIT, OVER, Person
from tests.browser.secrets import Watcher, stands_in

STEPS = 10
OWN_FILE = re.compile(r"/static/[\w/.?-]+")  # of style sheets, scripts and pictures: the same for everybody
# After a move the next thing to click, the end, or the curtain for the next person; it may fall a moment later
TURN_OR_CURTAIN = f"{ANSWERED} && ({LIT} || {OVER} || !document.querySelector('#curtain').hidden)"


def together(come: Come, game: str) -> tuple[list[Person], list[str]]:
    """People at one table, each with a browser, the later ones by the link of the first; and their secrets."""
    host = come()
    host.open_table(game, ["human"] * few(game), secretive(game), forced=False)
    host.until("document.querySelector('#invite .link')")
    link = host.page.locator("#invite .link").input_value()
    people = [host]
    for _ in range(few(game) - 1):
        people.append(come())
        people[-1].join(link)
    for person in people:
        person.until(DEALT)
        person.settled()
    assert all(link.rpartition("/")[2] not in person.page.url for person in people), "the secret stays in the address"
    return people, [person.secret() for person in people]


def somebody_moves(people: list[Person], luck: random.Random) -> int:
    """Somebody who has something to do does it; who it was."""
    mover = luck.choice([number for number, person in enumerate(people) if person.lit()])
    people[mover].choose(luck)
    return mover


def received(person: Person) -> str:
    """Every byte that came since the table is there, pages, JSON and frames, as text; but for our own files' names."""
    texts = [json.dumps(json.loads(frame), ensure_ascii=False) for frame in person.frames]
    for response in person.responses:
        kind = response.headers.get("content-type", "")
        ours = f"/t/{person.table}" in response.url or "/api/" in response.url  # the invitation came before the deal
        if response.ok and ours and person.table in response.url and ("json" in kind or "html" in kind):
            texts.append(OWN_FILE.sub("", response.text()))
    assert len(texts) > 1
    return html.unescape("\n".join(texts)).replace('\\"', '"')


@pytest.mark.parametrize("game", NAMES)
def test_nobody_is_told_anothers_secrets(come: Come, door: httpx.Client, game: str) -> None:
    people, secrets = together(come, game)
    onlooker = come()
    onlooker.go(f"/t/{people[0].table}")
    onlooker.until(DEALT)
    table = people[0].table
    watchers = [Watcher(door, table, seat, secret) for seat, secret in enumerate(secrets)]
    watchers.append(Watcher(door, table, -1, ""))
    luck = random.Random(4)
    kept, mover = False, -1
    for _ in range(STEPS):
        for watcher in watchers:
            watcher.look(mover)
        heard = [received(person) for person in (*people, onlooker)]
        for viewer, text in zip(watchers, heard, strict=True):
            for other in watchers:
                secret = viewer.secrets_of(other)
                told = {mark for mark in secret if stands_in(mark, text)}
                assert not told, f"seat {viewer.seat} was told what only seat {other.seat} may see"
                kept = kept or any(stands_in(mark, heard[watchers.index(other)]) for mark in secret)
        assert not onlooker.lit()
        mover = somebody_moves(people, luck)
        for person in people:
            person.settled()
    assert kept or not hides_anything(game), "the secrets were not even told to their owners"


def hides_anything(game: str) -> bool:
    """Whether a seat of this game has anything of its own at all."""
    return int(game_package(game).match(few(game), secretive(game)).game.own_size) > 0


def cut(person: Person) -> None:
    """The line is down, and the page says so."""
    person.tolerant = True
    person.context.set_offline(True)
    person.page.evaluate("watch.sockets.at(-1).close()")
    person.page.locator("#lost").wait_for(state="visible")


def mend(person: Person, said: str) -> None:
    """The line is up again, and what was said meanwhile has come."""
    person.context.set_offline(False)
    person.page.locator("#lost").wait_for(state="hidden")
    person.until(f"document.querySelector('#chat').textContent.includes('{said}')")
    person.tolerant = False


def say(person: Person, words: str) -> None:
    """A line of chat."""
    person.page.locator("#tab-chat").click()
    person.page.locator("#chat-form input").fill(words)
    person.page.locator("#chat-form button").click()
    person.settled()


@pytest.mark.parametrize("game", NAMES)
def test_a_lost_line_is_found_again_exactly(come: Come, game: str) -> None:
    people, _ = together(come, game)
    host, guest = people[0], people[1]
    luck = random.Random(5)
    somebody_moves(people, luck)
    guest.settled()
    viewer = guest.page.evaluate("watch.viewers.at(-1)")
    cut(guest)
    say(host, "Are you there?")
    mend(guest, "Are you there?")
    assert guest.page.evaluate("watch.viewers.at(-1)") == viewer, "little was missed: resumed, not begun anew"
    cut(guest)
    others = [person for person in people if person is not guest]
    if any(person.lit() for person in others):
        somebody_moves(others, luck)
    say(host, "And now?")
    mend(guest, "And now?")
    found = guest.shown(), sorted(guest.lit()), guest.page.locator("#chat li").count()
    assert found[2] == 2
    guest.page.reload()
    guest.until(DEALT)
    assert (guest.shown(), sorted(guest.lit()), guest.page.locator("#chat li").count()) == found


@pytest.mark.parametrize("game", NAMES)
def test_a_misclick_is_taken_back(come: Come, game: str) -> None:
    people, _ = together(come, game)
    luck = random.Random(6)
    mover = next(person for person in people if person.lit())
    before = mover.shown(), sorted(mover.lit())
    mover.choose(luck)
    free = mover.page.locator("[data-do=undo]:enabled, [data-do=ask]:enabled")
    free.wait_for()
    must_ask = free.get_attribute("data-do") == "ask"
    free.click()
    if must_ask:
        for other in people:
            if other is not mover:
                other.page.locator("[data-do=yes]").click()
    lit = f"{json.dumps(before[1])}.every(id => document.getElementById(id)?.matches('.can'))"
    # in the Cabin the same things may be lit after the move: the log tells whether it has been taken back
    log = f"document.getElementById('log').textContent === {json.dumps(before[0]['log'])}"
    mover.until(f"watch.answered >= watch.sent && {lit} && {log}")
    assert (mover.shown(), sorted(mover.lit())) == before


@pytest.mark.parametrize("game", NAMES)
def test_escape_unpicks(come: Come, game: str) -> None:
    """With the confirming step nothing is sent before it is confirmed, and Escape takes the choice back."""
    person = come()
    person.open_table(game, ["human", *["bot:normal"] * (few(game) - 1)], confirm=True, forced=False)
    assert person.until_my_turn()
    sent, lit = person.page.evaluate("watch.sent"), sorted(person.lit())
    while person.lit():
        person.thing(person.lit()[0]).click()
    assert person.page.evaluate("watch.sent") == sent
    assert person.page.locator("[data-do=confirm]").is_enabled()
    while person.page.locator("[data-do=confirm]").is_enabled() or sorted(person.lit()) != lit:
        person.page.keyboard.press("Escape")
    while person.lit():
        person.thing(person.lit()[-1]).click()
    person.page.locator("[data-do=confirm]").click()
    person.settled()
    assert person.page.evaluate("watch.sent") == sent + 1
    assert person.page.evaluate("watch.refused") == []


@pytest.mark.parametrize("game", NAMES)
def test_the_curtain_falls_between_two_at_one_screen(come: Come, game: str) -> None:
    person = come()
    person.open_table(game, ["human", *["screen"] * (few(game) - 1)], forced=False)
    curtain = person.page.locator("#curtain")
    luck = random.Random(7)
    lookers = set()
    for _ in range(4):
        curtain.wait_for(state="visible")
        assert person.lit() == []
        button = curtain.locator("[data-look]").last
        assert person.page.evaluate("document.querySelector('#curtain').contains(document.activeElement)")
        seat = button.get_attribute("data-look")
        lookers.add(seat)
        button.click()
        curtain.wait_for(state="hidden")
        person.until(TURN_OR_CURTAIN)
        while curtain.is_hidden() and not person.is_over():
            person.choose(luck)
            person.until(TURN_OR_CURTAIN)
        if person.is_over():  # where everybody plays on at their own pace, the second one ends the game
            break
    assert len(lookers) > 1 or few(game) == 1
