"""Talking at a table: ready phrases in each reader's language, reactions, reports; and what giving up means."""

from __future__ import annotations

import httpx

from domik.server.live.reports import all_reports
from tests.server.host import Host, Page


def three_people(host: Host, game: str = "treehouse") -> tuple[str, list[httpx.Client]]:
    """A table with three people who have all come."""
    people = [host.person() for _ in range(3)]
    plans = {f"seat{number}": "human" for number in range(3)}
    opened = people[0].post(f"/g/{game}/tables", data=plans | {"name0": "Ania"})
    table = opened.headers["location"].rsplit("/", 1)[-1]
    secret = host.rooms.services.keys.invitation_secret(table)
    for person, name in zip(people[1:], ("Marek", "Sonia"), strict=True):
        person.post(f"/j/{table}/{secret}", data={"name": name})
    return table, people


def opened_pages(host: Host, table: str, people: list[httpx.Client], *languages: str) -> list[Page]:
    pages = [
        Page(host.origin, table, person, lang=language) for person, language in zip(people, languages, strict=True)
    ]
    for page in pages:
        page.take()
    return pages


def until(page: Page, found: str) -> str:
    """The chat of a page once it has that text."""
    while not any(found in line for line in page.chat):
        page.take()
    return next(line for line in page.chat if found in line)


def test_a_ready_phrase_is_read_in_each_language(host: Host) -> None:
    table, people = three_people(host)
    pages = opened_pages(host, table, people, "en", "ru", "pl")
    pages[0].ask("say", text="well_played")
    assert "Ania" in until(pages[0], "Well played!")
    until(pages[1], "Отличный ход!")
    until(pages[2], "Dobry ruch!")
    assert "refused" in pages[0].ask("say", text="rubbish")


def test_reactions_are_counted_and_taken_away(host: Host) -> None:
    table, people = three_people(host)
    first, second, _ = opened_pages(host, table, people, "en", "en", "en")
    first.ask("chat", text="What do you think?")
    until(second, "What do you think?")
    second.ask("react", line=0, text="love")
    assert second.facts["marks"] == {"0": {"love": [1]}}
    second.ask("react", line=0, text="love")
    assert second.facts["marks"] == {"0": {}}
    assert "refused" in second.ask("react", line=7, text="love")
    assert "refused" in second.ask("react", line=0, text="rubbish")
    spectator = Page(host.origin, table, host.person(), lang="en")
    spectator.take()
    assert "refused" in spectator.ask("react", line=0, text="love")


def test_a_report_keeps_what_was_said_for_the_host(host: Host) -> None:
    table, people = three_people(host)
    first, second, _ = opened_pages(host, table, people, "en", "en", "en")
    first.ask("chat", text="something rude")
    until(second, "something rude")
    assert "ok" in second.ask("report", line=0, text="He is rude")
    assert "refused" in second.ask("report", line=5, text="nobody")
    kept = dict(host.call(all_reports(host.rooms.services.store.key_value)))
    assert (kept[table].by, kept[table].about, kept[table].why) == ("Marek", "Ania", "He is rude")
    assert kept[table].lines == ["something rude"]


def test_whoever_gives_up_watches_like_any_spectator(host: Host) -> None:
    table, people = three_people(host)
    pages = opened_pages(host, table, people, "en", "en", "en")
    for page in pages:
        page.ask("luck", text="ab" * 16)
    while not pages[0].facts.get("dealt"):
        pages[0].take()
    menu = pages[0].cells["folk-menu"]
    assert "A bot plays on for you, so the others can finish: Marek, Sonia." in menu
    pages[0].ask("resign")
    while pages[0].facts["seats"]:
        pages[0].take()
    assert pages[0].facts["eyes"] == -1
    assert "A bot plays on for you." in pages[0].cells["acts"]
    spectator = Page(host.origin, table, host.person(), lang="en")
    spectator.take()
    around = ("acts", "crowd")  # that they gave up, and how many watch
    own = {id: markup for id, markup in pages[0].cells.items() if id not in around}
    assert own == {id: markup for id, markup in spectator.cells.items() if id not in around}, "no more than any other"
    pages[0].ask("chat", text="Good luck!")
    assert "Ania" in until(pages[1], "Good luck!"), "they keep their name"
    assert "refused" in pages[0].ask("undo")


def test_alone_with_bots_the_game_ends(host: Host) -> None:
    person = host.person()
    table = person.post("/g/bower/play").headers["location"].rsplit("/", 1)[-1]
    page = Page(host.origin, table, person, lang="en")
    page.take()
    if not page.facts.get("dealt"):
        page.ask("luck", text="ab" * 16)
    assert "The game ends here" in page.cells["folk-menu"]
