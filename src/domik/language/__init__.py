"""Texts in English, Russian and Polish."""

from domik.language.words import LANGUAGES, Words, preferred_language, words_for

__all__ = ["LANGUAGES", "Words", "preferred_language", "words_for"]
