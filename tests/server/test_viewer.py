"""A viewer: what a page may lack is remembered, answers until they are known to have come."""

from __future__ import annotations

from domik.server.sight.viewer import MOST_LOST, Viewer


def somebody() -> Viewer:
    return Viewer("somebody", "en", form="desk", in_letters=False, name="somebody")


def test_answers_that_were_lost_are_owed() -> None:
    page = somebody()
    page.say({"ok": 1})
    page.say({})
    page.say({"refused": "no"})
    assert page.can_resume(1)
    page.resume(1)
    assert (page.number, page.owed) == (1, {"refused": "no"})
    assert page.answered == ((1, {"ok": 1}),)


def test_nothing_is_owed_that_is_known_to_have_come() -> None:
    page = somebody()
    page.say({"ok": 1})
    page.say({"hint": "here"})
    page.acknowledge(1)
    assert not page.can_resume(0)
    page.resume(1)
    assert page.owed == {"hint": "here"}


def test_of_a_page_that_says_nothing_the_last_messages_are_remembered() -> None:
    page = somebody()
    for number in range(MOST_LOST + 5):
        page.say({"ok": number})
    assert (len(page.carried), len(page.answered)) == (MOST_LOST, MOST_LOST)
    assert page.can_resume(5)
    assert not page.can_resume(4)


def test_whoever_claims_to_have_more_than_was_sent_changes_nothing_to_come() -> None:
    page = somebody()
    page.say({"ok": 1})
    page.acknowledge(99)
    page.say({"ok": 2})
    page.resume(1)
    assert page.owed == {"ok": 2}
