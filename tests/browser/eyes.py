"""What a careful eye would see on a page: cut text, text over the edge of its card, pages that scroll sideways."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.games import PEOPLE

CUT = Path(__file__).with_name("eyes.js").read_text(encoding="utf-8").partition("\nnames =>")[2]
TABLE = Path(__file__).with_name("eyes_table.js").read_text(encoding="utf-8").partition("\ntouch =>")[2]
SIDEWAYS = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) > innerWidth"
ONE_SCREEN = """() => {
  const parts = ".ribbon, .own, .side, .hand, .acts, [data-area], .acts .button, .shelf > *";
  const shown = [...document.querySelectorAll(parts)].filter(part => !part.closest(".tobi-tip"));  // its pictures fold
  return document.documentElement.scrollHeight <= innerHeight && shown.every(part => {
    const box = part.getBoundingClientRect();
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    return !box.width || inside;
  });
}"""
WIDE = """() => [...document.querySelectorAll(".panel")].filter(panel => {
  const box = panel.getBoundingClientRect();
  if (!box.width || !panel.checkVisibility()) return false;
  if (box.left < -1 || box.right > innerWidth + 1 || panel.scrollWidth > panel.clientWidth + 1) return true;
  for (let e = panel.parentElement; e && e !== document.body; e = e.parentElement) {
    const style = getComputedStyle(e), frame = e.getBoundingClientRect();
    if (style.display === "contents" || style.overflowX === "visible") continue;
    if (box.left < frame.left - 1 || box.right > frame.right + 1) return true;
  }
  return false;
}).map(panel => panel.className)"""


def cut_texts(page: Page) -> list[str]:
    """Every text that does not lie inside its box."""
    page.evaluate("document.fonts.ready.then(() => true)")
    found: list[str] = page.evaluate(f"names =>{CUT}", list(PEOPLE))
    return found


def wide_panels(page: Page) -> list[str]:
    """Every panel that is wider than what holds it, or that holds something wider than itself."""
    found: list[str] = page.evaluate(WIDE)
    return found


def table_faults(page: Page, finger: int) -> list[str]:
    """What lies over something else, is cut, too small for a finger of so many pixels, or leaves its place empty."""
    found: list[str] = page.evaluate(f"touch =>{TABLE}", finger)
    return found


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than the screen."""
    found: bool = page.evaluate(SIDEWAYS)
    return found


def fits_one_screen(page: Page) -> bool:
    """Whether nothing of the page is below the screen, and no part of the table sticks out of it."""
    found: bool = page.evaluate(ONE_SCREEN)
    return found
