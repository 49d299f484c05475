"""How pages look to a careful eye, in every language, on a desk and in the hand; and how heavy they are."""

from __future__ import annotations

import re
import zlib
from collections import Counter

import pytest

from domik.language import LANGUAGES
from domik.server.rendering.page_state import COMPRESS_FIRST_FROM, COMPRESS_FROM
from tests.browser.conftest import Come
from tests.browser.eyes import cut_texts, fits_one_screen, scrolls_sideways, wide_panels
from tests.browser.games import NAMES, PHONE_CONTEXT, against_bots, finished, gathering, played
from tests.browser.person import DEALT, DESKTOP, LIT, PHONE, Person
from tests.browser.test_together import together
from tests.web.drawn import ways

FIRST_VISIT = 90_000  # bytes, everything counted
HALF = 15  # moves until the middle of a game
BELOW = """() => {
  const own = document.querySelector(".own"), frame = own.getBoundingClientRect();
  const cut = [...own.querySelectorAll(".panel, .aid, .reason, .cell")].filter(part => {
    const box = part.getBoundingClientRect();
    return box.width && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
  }).map(part => part.id || part.className);
  return own.scrollHeight > own.clientHeight + 1 ? [...cut, "it scrolls"] : cut;
}"""


class Inspection:
    """Faults of many pages, all told at the end."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.faults: list[str] = []

    def look(self, where: str, one_screen: bool = False) -> None:
        """One page as it is now."""
        page = self.person.page
        self.faults += [f"{where}: {fault}" for fault in cut_texts(page)]
        self.faults += [f"{where}: too wide: {panel}" for panel in wide_panels(page)]
        if scrolls_sideways(page):
            self.faults.append(f"{where}: it scrolls sideways")
        if one_screen and not fits_one_screen(page):
            self.faults.append(f"{where}: it does not fit one screen")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["desk", "hand"])
@pytest.mark.parametrize("game", NAMES)
def test_no_text_leaves_its_box(come: Come, served: str, game: str, size: str, language: str) -> None:
    phone = size == "hand"
    person = come(**(PHONE_CONTEXT if phone else {}), locale=language)
    inspection = Inspection(person)
    for path in ("/", f"/g/{game}", f"/g/{game}/rules", "/games"):
        person.go(path)
        inspection.look(path)
    person.go(gathering(served, game))
    person.until("document.querySelector('#invite .link') && document.querySelector('#company *')")
    inspection.look("gathering")
    for moves in (0, 1, HALF, HALF + 1):
        person.context.clear_cookies()
        _, links = played(served, game, moves)
        person.go(links[moves % 2])
        person.until(DEALT)
        inspection.look(f"table after {moves} moves", one_screen=not phone)
    for way in range(LANGUAGES.index(language), len(ways(game)), len(LANGUAGES)):  # every option in one language
        _, links = played(served, game, HALF, way=way)
        person.go(links[0])
        person.until(DEALT)
        inspection.look(f"way {way}", one_screen=not phone)
    table, links = finished(served, game)
    person.go(links[0])
    person.until(DEALT)
    inspection.look("the end", one_screen=not phone)
    person.go(f"/t/{table}/replay?step={HALF}&eyes=all")
    person.until(DEALT)
    inspection.look("replay")
    assert inspection.faults == [], "\n".join(inspection.faults)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dream_home_in_the_hand_is_whole(come: Come, served: str, seats: int, language: str) -> None:
    """The house leaves room for the score and every tool and helper below it: nothing is cut, nothing scrolls."""
    person = come(**PHONE_CONTEXT, locale=language)
    faults = []
    for seed, moves in enumerate((0, 13 * seats, 22 * seats, 32 * seats, 10_000)):  # from the first round to the end
        _, links = played(served, "dream_home", moves, seats, seed)
        person.context.clear_cookies()
        person.go(links[0])
        person.until(DEALT)
        person.page.evaluate("document.fonts.ready.then(() => true)")
        faults += [f"{moves} moves: {fault}" for fault in person.page.evaluate(BELOW)]
    assert faults == []


@pytest.mark.parametrize("game", NAMES)
def test_a_turned_screen_is_drawn_anew(come: Come, served: str, game: str) -> None:
    person = come()
    person.open_table(game, against_bots(game))
    assert person.until_my_turn()
    for size in (PHONE, DESKTOP):
        person.page.evaluate("document.querySelector('[data-area=own] > *').dataset.old = '1'")
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        person.until(f"!document.querySelector('[data-old]') && {LIT}")
        assert cut_texts(person.page) == []


def test_no_script_waits_for_another(come: Come) -> None:
    """Whatever a module imports, the page has named: nothing is found out only when a script has come."""
    person = come()
    person.open_table(NAMES[0], against_bots(NAMES[0]))
    assert person.until_my_turn()
    fresh = come()  # has seen no other page
    fresh.go(f"/t/{person.table}")
    fresh.until(DEALT)
    named = "() => [...document.querySelectorAll('script[src], [rel=modulepreload]')].map(e => e.src || e.href)"
    scripts = [response.url for response in fresh.responses if response.url.endswith(".js")]
    assert all(re.search(r"/static/[0-9a-f]{10}/[a-z]+\.js$", address) for address in scripts)
    assert set(fresh.page.evaluate(named)) == set(scripts)


def on_the_way(frame: str) -> int:
    """How heavy a message is for a browser that unpacks: people of these tests get everything plain, to read it."""
    data = frame.encode()
    return len(
        zlib.compress(data) if len(data) >= (COMPRESS_FIRST_FROM if '"viewer"' in frame else COMPRESS_FROM) else data
    )


def weights_of(person: Person) -> Counter[str]:
    """Everything that came, headers included; the typeface where it was cut for browsers, as a wheel brings it."""
    weights: Counter[str] = Counter(cells=sum(map(on_the_way, person.frames)))
    for response in person.responses:
        kind = response.headers.get("content-type", "").partition(";")[0]
        sizes = response.request.sizes()
        if kind != "font/ttf":
            weights[kind] += sizes["responseBodySize"] + sizes["responseHeadersSize"]
    return weights


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_is_light(come: Come, language: str) -> None:
    person = come(locale=language)
    person.go("/")
    person.page.wait_for_load_state("networkidle")
    weights = weights_of(person)
    assert 0 < weights.total() < FIRST_VISIT, weights


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_the_first_playable_page_is_light(come: Come, game: str, language: str) -> None:
    person = together(come, game)[0][0]  # people who have not moved: bots would go on while it is weighed
    fresh = come(locale=language)  # nothing kept from before
    fresh.go(f"/t/{person.table}")
    fresh.until(DEALT)
    weights = weights_of(fresh)
    print(game, language, weights.total(), dict(weights))
    assert 0 < weights.total() < FIRST_VISIT, weights
