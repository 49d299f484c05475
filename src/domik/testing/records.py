"""Tests of game records: replay, verification of results, and refusal of broken input."""

from __future__ import annotations

import json

import pytest

from domik.kernel.components import Components
from domik.kernel.errors import BadOption, BadRecord, DomikError
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, read_record, verify
from domik.language import words_for
from domik.testing.subject import Subject, match_label, random_record, random_steps


class Records:
    def test_a_replay_equals_the_play(self, game: Subject) -> None:
        for match in game.matches():
            record = read_record(random_record(match, "replay").to_json(), registry_for(game))
            played = [list(state.numbers) for state, _, _ in random_steps(match, "replay")]
            replayed = [list(state.numbers) for state in record.states()]
            assert replayed[:-1] == played, match_label(match)
            assert record.end().is_over()

    def test_a_record_proves_its_result(self, game: Subject) -> None:
        """A false value in any field of the result is found and named."""
        for match in game.sample_matches(6):
            document = json.loads(random_record(match, "proof").to_json())
            assert next(iter(document)) == "schema"
            record = read_record(json.dumps(document), registry_for(game))
            assert verify(record, document) == []
            say = words_for("ru", (match.package.words_package,))
            for field, lie in (("scores", [999] * match.seats), ("winners", []), ("tally", []), ("over", False)):
                wrong = verify(record, {**document, field: lie})
                assert [phrase.args["field"] for phrase in wrong] == [field]
                assert say(wrong[0])

    def test_an_unfinished_record_goes_on(self, game: Subject) -> None:
        match = game.matches()[0]
        whole = random_record(match, "half")
        half = GameRecord(match, whole.deal, whole.players, whole.moves[: len(whole.moves) // 2])
        again = read_record(half.to_json(), registry_for(game))
        assert not again.end().is_over()
        assert "winners" not in json.loads(half.to_json())

    def test_broken_records_are_refused(self, game: Subject) -> None:
        match = game.matches()[0]
        document = json.loads(random_record(match, "broken").to_json())
        deal, moves = document["deal"], document["moves"]
        broken: list[object] = [
            "{",
            "[]",
            {**document, "schema": 99},
            {**document, "rules": 99},
            {**document, "game": "chess"},
            {**document, "seats": 77},
            {**document, "options": {"colour": "pink"}},
            {**document, "components": {"hash": "0"}},
            {**document, "components": {"hash": "0", "toml": "rooms ="}},
            {**document, "deal": deal[:-1]},
            {**document, "deal": [deal[0], *deal[:-1]]},
            {**document, "deal": ["x"] * len(deal)},
            {**document, "moves": [["a", 1, 0]]},
            {key: value for key, value in document.items() if key != "moves"},
        ]
        for text in broken:
            with pytest.raises(DomikError) as caught:
                read_record(text if isinstance(text, str) else json.dumps(text), registry_for(game))
            assert words_for("en", (match.package.words_package,))(caught.value.phrase)
        for wrong in ([[0, 99, 0]], [[9, 0, 0]], [[0, -1, 0]], [*moves, [0, 0, 0]]):
            record = read_record(json.dumps({**document, "moves": wrong}), registry_for(game))
            with pytest.raises(BadRecord):
                record.end()

    def test_an_owners_components_travel_with_the_record(self, game: Subject) -> None:
        """A custom component file is stored in the record."""
        own = Components(game.title.read_resource("components.toml") + '\n[notes]\nowner = "me"\n', "mine.toml")
        usual = game.matches()[0]
        match = game.title.match(usual.seats, usual.options, own)
        text = random_record(match, "own").to_json()
        assert read_record(text, registry_for(game)).match.components.hash() == own.hash() != usual.components.hash()


class SingleGameRegistry:
    """A registry with one game, so that a game can be tested before it is installed."""

    def __init__(self, package: GamePackage) -> None:
        self.title = package

    def __call__(self, name: str) -> GamePackage:
        """The game's package, or BadOption like the real registry."""
        if name != self.title.name:
            raise BadOption(Phrase("error.game", {"game": name, "games": self.title.name}))
        return self.title


def registry_for(game: Subject) -> SingleGameRegistry:
    return SingleGameRegistry(game.title)
