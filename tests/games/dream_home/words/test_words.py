"""Dream Home's texts: every thing has its words, every ruling says that it is one."""

from __future__ import annotations

import re

from domik.games.dream_home import TITLE
from domik.games.dream_home.rules.parts import read_parts
from domik.kernel.package import built_in_components
from domik.language.words import LANGUAGES, words_for

TITLE = TITLE


def test_every_thing_has_its_words() -> None:
    parts = read_parts(built_in_components(TITLE))
    for language in LANGUAGES:
        words = words_for(language, (TITLE.words_package,))
        keys = ["game.name", "game.line"]
        keys += [f"{part}.{kind.id}" for kind in parts.kinds for part in ("kind", "short", "beside")]
        keys += [
            f"{part}.{card.id}"
            for card in parts.resources
            for part in ("resource", "resource_text")
            if card.sort != "roof"
        ]
        keys += [
            f"{part}.{colour}"
            for colour in ("red", "blue", "green", "brown")
            for part in ("roof", "roof_window", "colour")
        ]
        keys += [f"{part}.{option.name}" for option in TITLE.schema.options for part in ("option", "option_text")]
        assert [key for key in keys if not words.has(key)] == []


def test_the_rules_name_their_rulings() -> None:
    for file, word in (("RULES.md", "Ruling: "), ("RULES.ru.md", "Решение: "), ("RULES.pl.md", "Ustalenie: ")):
        clauses = dict(re.findall(r"^- (DH-X?\d+) (.*)$", TITLE.read_resource(file), re.M))
        assert len(clauses) == 42
        ruled = {clause for clause, text in clauses.items() if word in text}
        assert {"DH-11", "DH-31", "DH-34", "DH-40", "DH-41", "DH-45", "DH-50", "DH-51", "DH-64", "DH-65"} <= ruled
