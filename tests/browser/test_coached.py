"""A board with a coach beside it, a lesson or a puzzle: on every screen the board is large and every button whole."""

from __future__ import annotations

import pytest

from domik.puzzles import load_puzzles
from tests.browser.conftest import Come
from tests.browser.eyes import scrolls_sideways
from tests.browser.test_lessons import LOCALES, SHORT

SCREENS = ((360, 640), (390, 844), (844, 390), (820, 1180), (1024, 768), (1366, 768))
SEEN = """() => {
  const own = document.querySelector(".own").getBoundingClientRect(), faults = [];
  if (own.width * own.height < .26 * innerWidth * innerHeight) faults.push(`board ${own.width} x ${own.height}`);
  for (const one of document.querySelectorAll(".steer .button, #bubble, .ribbon .round")) {
    const box = one.getBoundingClientRect(), side = one.closest(".coach, .ribbon").getBoundingClientRect();
    const right = Math.min(innerWidth, side.width ? side.right : innerWidth);
    if (box.left < 0 || box.right > right + 1 || box.bottom > innerHeight + 1) faults.push(one.outerHTML.slice(0, 80));
    if (one.matches(".button") && one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${one.textContent}`);
  }
  return faults;
}"""


@pytest.mark.parametrize("screen", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_has_room_beside_the_coach(come: Come, screen: tuple[int, int]) -> None:
    turn = SCREENS.index(screen)
    games, languages = list(SHORT), list(LOCALES)
    width, height = screen
    language = LOCALES[languages[turn % 3]]
    person = come(viewport={"width": width, "height": height}, locale=language)
    for step in range(2):  # two of the four games on each screen, in turn
        game = games[(turn + 2 * step) % 4]
        for path in (f"/learn/{game}/{SHORT[game]}", f"/puzzles/{game}/{load_puzzles(game)[turn].id}"):
            person.go(path)
            person.until("document.querySelector('.steer .button')")
            person.page.evaluate("document.fonts.ready.then(() => true)")
            assert person.page.evaluate(SEEN) == [], path
            assert not scrolls_sideways(person.page), path
