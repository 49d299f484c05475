"""A viewer: what a page may lack is remembered, answers until they are known to have come."""

from __future__ import annotations

from domik.server.rendering.page_state import MAX_UNACKNOWLEDGED, Viewer


def somebody() -> Viewer:
    return Viewer("somebody", "en", form="desk", in_letters=False, name="somebody")


def test_answers_that_were_lost_are_owed() -> None:
    page = somebody()
    page.send_answer({"ok": 1})
    page.send_answer({})
    page.send_answer({"refused": "no"})
    assert page.can_resume(1)
    page.resume(1)
    assert (page.last_number, page.lost_answers) == (1, {"refused": "no"})
    assert page.sent_answers == ((1, {"ok": 1}),)


def test_nothing_is_owed_that_is_known_to_have_come() -> None:
    page = somebody()
    page.send_answer({"ok": 1})
    page.send_answer({"hint": "here"})
    page.acknowledge(1)
    assert not page.can_resume(0)
    page.resume(1)
    assert page.lost_answers == {"hint": "here"}


def test_of_a_page_that_says_nothing_the_last_messages_are_remembered() -> None:
    page = somebody()
    for number in range(MAX_UNACKNOWLEDGED + 5):
        page.send_answer({"ok": number})
    assert (len(page.manifests), len(page.sent_answers)) == (MAX_UNACKNOWLEDGED, MAX_UNACKNOWLEDGED)
    assert page.can_resume(5)
    assert not page.can_resume(4)


def test_whoever_claims_to_have_more_than_was_sent_changes_nothing_to_come() -> None:
    page = somebody()
    page.send_answer({"ok": 1})
    page.acknowledge(99)
    page.send_answer({"ok": 2})
    page.resume(1)
    assert page.lost_answers == {"ok": 2}
