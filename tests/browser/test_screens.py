"""Every game in every phase, language and number of seats on all eight screens: `make looks`; else a sample.

Nothing is cut, nothing lies over anything, a finger hits everything, the prompt is whole, the board fills its place,
a hint does not cover what it speaks of, and nothing jumps while the table loads.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

from tests.browser.conftest import Come
from tests.browser.eyes import cut_texts, fits_one_screen, scrolls_sideways, table_faults, wide_panels
from tests.browser.games import NAMES, gathering, played
from tests.browser.person import DEALT, Person
from tests.browser.screens import MOVES, Sight, every, sample

STILL = 0.05  # the most that a page may shift while it loads
HINTED = "!document.querySelector('#why').hidden"


class Visit:
    """Somebody who goes from table to table and writes down what they see."""

    def __init__(self, come: Come, origin: str) -> None:
        self.come = come
        self.origin = origin
        self.people: dict[tuple[str, bool], Person] = {}
        self.faults: list[str] = []

    def person(self, sight: Sight) -> Person:
        """A browser for this language, by touch or by mouse, as large as the screen."""
        key = sight.language, sight.finger > 0
        if key not in self.people:
            self.people[key] = self.come(**sight.settings)
        person = self.people[key]
        person.page.set_viewport_size({"width": sight.screen[0], "height": sight.screen[1]})
        person.context.clear_cookies()
        return person

    def look(self, sight: Sight) -> None:
        """One table."""
        person = self.person(sight)
        self.open(person, sight)
        page = person.page
        found = [*cut_texts(page), *table_faults(page, sight.finger)]
        found += [f"too wide: {panel}" for panel in wide_panels(page)]
        if scrolls_sideways(page):
            found.append("it scrolls sideways")
        if not fits_one_screen(page):
            found.append("it does not fit one screen")
        shifted = page.evaluate("watch.shifted")
        if shifted > STILL:
            found.append(f"it jumps while it loads: {shifted:.3f}")
        self.faults += [f"{' '.join(map(str, sight))}: {fault}" for fault in found]

    def open(self, person: Person, sight: Sight) -> None:
        """The table in the phase that is to be seen."""
        if sight.phase == "gathering":
            person.go(gathering(self.origin, sight.game, sight.seats))
            person.until("document.querySelector('#invite .link') && document.querySelector('#company *')")
            return
        _, links = played(self.origin, sight.game, MOVES[sight.phase], sight.seats)
        for link in links:  # a hint is for whoever is to move
            person.context.clear_cookies()
            person.page.goto("about:blank")  # links differ in what follows the #: that alone would load nothing
            person.go(link)
            person.until(DEALT)
            if sight.phase != "hint" or person.page.locator("[data-do=hint]").count():
                break
        if sight.phase == "hint":
            person.page.locator("[data-do=hint]").click()
            person.until(HINTED)
        if sight.phase == "menu":
            person.page.locator(".ribbon > .menu > summary").click()


@pytest.mark.parametrize("game", NAMES)
def test_tables_on_every_screen(come: Come, served: str, game: str) -> None:
    sights: Iterable[Sight] = every(game) if os.environ.get("DOMIK_LOOKS") else sample(game)
    visit = Visit(come, served)
    for sight in sights:
        visit.look(sight)
    assert visit.faults == [], "\n".join(visit.faults)
