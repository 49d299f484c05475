"""Pages are what HTML allows: nothing interactive lies in a link, and a search engine finds a description."""

from __future__ import annotations

from html.parser import HTMLParser

import httpx
import pytest

from tests.server.host import Host

INSIDE_NO_LINK = ("a", "button", "iframe", "input", "select", "textarea", "details")


class LinkContents(HTMLParser):
    """Notes whatever may not be in a link and is."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.faults: list[str] = []
        self.description = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth and tag in INSIDE_NO_LINK:
            self.faults.append(f"<{tag}> in a link: {self.getpos()}")
        self.depth += tag == "a"
        if tag == "meta" and dict(attrs).get("name") == "description":
            self.description = dict(attrs).get("content") or ""

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "a"


def faults_of(person: httpx.Client, path: str) -> list[str]:
    found = LinkContents()
    found.feed(person.get(path).text)
    return [f"{path}: {fault}" for fault in found.faults] + ([] if found.description else [f"{path}: no description"])


@pytest.mark.parametrize("path", ["/", "/games", "/puzzles", "/learn", "/me", "/daily/bower", "/club"])
def test_nothing_interactive_is_in_a_link(host: Host, path: str) -> None:
    person = host.person()
    person.post("/g/treehouse/play")  # somebody for whom there is something to show
    assert faults_of(person, path) == []
