"""The web app manifest: what a phone needs to put Domik on its home screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domik.kernel.phrase import Phrase
from domik.language import words_for

PAPER = "#f6f1e7"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)
SCREENS = (("screen-narrow.webp", "390x844", "narrow"), ("screen-wide.webp", "1366x768", "wide"))
SHORTCUTS = (  # what a long tap on the icon offers
    ("play", "/"),
    ("daily", "/daily"),
    ("puzzles", "/puzzles"),
    ("learn", "/learn"),
    ("companion", "/companion"),
)
PICTURES = ("domik.svg", "icon-apple.png", *(name for name, *_ in (*ICONS, *SCREENS)))
SHARED_FILE = "file"  # the field in which a device hands over a file that is shared with Domik
RECORDS = ["application/json", "application/zip", ".json", ".jsonl", ".zip"]


def manifest(root: str, language: str, address: Callable[[str], str]) -> Mapping[str, Any]:
    """The manifest in a language; `address` says where a picture is."""
    words = words_for(language, ("domik.web",))

    def say(name: str) -> str:
        return str(words.say(Phrase(f"web.{name}")))

    icons = [{"src": address(name), "sizes": size, "type": "image/png", "purpose": use} for name, size, use in ICONS]
    icons.append({"src": address("domik.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    return {
        "id": f"{root}/",
        "name": "Domik",
        "short_name": "Domik",
        "description": say("description"),
        "lang": language,
        "dir": "ltr",
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games", "entertainment"],
        "icons": icons,
        "screenshots": [
            {"src": address(name), "sizes": size, "type": "image/webp", "form_factor": form, "label": say("tag")}
            for name, size, form in SCREENS
        ],
        "shortcuts": [
            {
                "name": say(f"shortcut.{name}"),
                "url": root + path,
                "icons": [{"src": address("icon-192.png"), "sizes": "192x192", "type": "image/png"}],
            }
            for name, path in SHORTCUTS
        ],
        "share_target": {
            "action": f"{root}/share",
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"files": [{"name": SHARED_FILE, "accept": RECORDS}]},
        },
    }
