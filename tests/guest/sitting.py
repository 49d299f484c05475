"""A person at a guest's table, without a browser: what the page's script would do."""

from __future__ import annotations

from typing import Any

from tests.server.host import Page
from tests.waiting import patient_client


def played_over_the_socket(served: str, game: str) -> tuple[Page, dict[str, Any]]:
    """A whole game against bots, always by the first path; the page as it is in the end, and the record."""
    with patient_client(base_url=served, headers={"origin": served, "accept-language": "en"}) as person:
        reply = person.post(f"/g/{game}/play", follow_redirects=True)
        table = str(reply.url).rsplit("/", 1)[1]
        page = Page(served, table, person)
        page.take()
        page.ask("luck", text="luck")
        while not page.facts["over"]:
            page.until(lambda page: page.facts["over"] or (page.facts["mine"] and page.paths))
            if not page.facts["over"]:
                assert "ok" in page.move(page.paths[0][0])
        page.close()
        record: dict[str, Any] = person.get(f"/api/tables/{table}/record").json()
    return page, record
