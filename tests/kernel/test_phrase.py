"""Phrases are equal when they say the same."""

from __future__ import annotations

import pickle

from domik.kernel.phrase import Phrase


def test_the_same_key_with_other_texts_is_another_phrase() -> None:
    mine, yours = (Phrase("room.1", texts={"en": name}) for name in ("Attic", "Cellar"))
    assert mine != yours
    assert mine == Phrase("room.1", texts={"en": "Attic"})
    assert Phrase("built", {"room": mine}) != Phrase("built", {"room": yours})
    assert len({mine, yours, Phrase("room.1")}) == 3


def test_a_phrase_travels_between_processes() -> None:
    phrase = Phrase("built", {"room": Phrase("room.1", texts={"en": "Attic"}), "n": 2})
    hash(phrase)
    assert pickle.loads(pickle.dumps(phrase)) == phrase
