"""The pictures of an installed Domik in web/static: icons drawn of domik.svg, and two pictures of the home page.

Run it after `make screenshots`, when the look has changed; it needs the system's chromium.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src" / "domik" / "web" / "static"
PAPER = "#f6f1e7"
ICONS = {  # size in pixels, share of the house, background
    "icon-192.png": (192, 0.92, "transparent"),
    "icon-512.png": (512, 0.92, "transparent"),
    "icon-maskable.png": (512, 0.6, PAPER),  # whatever a phone cuts off, the house is whole
    "icon-apple.png": (180, 0.76, PAPER),
}
SCREENS = {"screen-narrow.webp": "home-phone-light.webp", "screen-wide.webp": "home-desktop-light.webp"}


def draw_icons() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    house = (STATIC / "domik.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (size, share, background) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = f"margin:0;display:grid;place-items:center;height:100vh;background:{background}"
            page.set_content(f"<body style='{style}'><div style='width:{share:.0%}'>{house}</div></body>")
            page.screenshot(path=STATIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    draw_icons()
    for name, source in SCREENS.items():
        shutil.copyfile(ROOT / "docs" / "pictures" / source, STATIC / name)
