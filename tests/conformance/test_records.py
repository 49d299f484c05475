"""Records: what was played replays, proves itself, and nonsense is refused with a reason."""

from __future__ import annotations

import json

import pytest

from domik.games import title_of
from domik.kernel.errors import BadRecord, DomikError
from domik.kernel.record import Record, read_record, verify
from domik.language import words_for
from tests.conformance.tables import NAMES, label, matches, random_record, random_steps, sampled


@pytest.mark.parametrize("name", NAMES)
def test_a_replay_equals_the_play(name: str) -> None:
    for match in matches(name):
        record = read_record(random_record(match, "replay").to_json(), title_of)
        played = [list(state.numbers) for state, _, _ in random_steps(match, "replay")]
        replayed = [list(state.numbers) for state in record.states()]
        assert replayed[:-1] == played, label(match)
        assert record.end().is_over()


@pytest.mark.parametrize("name", NAMES)
def test_a_record_proves_its_result(name: str) -> None:
    for match in sampled(name, 6):
        document = json.loads(random_record(match, "proof").to_json())
        assert next(iter(document)) == "schema"
        record = read_record(json.dumps(document), title_of)
        assert verify(record, document) == []
        say = words_for("ru", (match.title.words,))
        for field, lie in (("scores", [999] * match.seats), ("winners", []), ("tally", []), ("over", False)):
            wrong = verify(record, {**document, field: lie})
            assert [phrase.args["field"] for phrase in wrong] == [field]
            assert say(wrong[0])


@pytest.mark.parametrize("name", NAMES)
def test_an_unfinished_record_goes_on(name: str) -> None:
    match = matches(name)[0]
    whole = random_record(match, "half")
    half = Record(match, whole.deal, whole.players, whole.moves[: len(whole.moves) // 2])
    again = read_record(half.to_json(), title_of)
    assert not again.end().is_over()
    assert "winners" not in json.loads(half.to_json())


@pytest.mark.parametrize("name", NAMES)
def test_broken_records_are_refused(name: str) -> None:
    match = matches(name)[0]
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
            read_record(text if isinstance(text, str) else json.dumps(text), title_of)
        assert words_for("en", (match.title.words,))(caught.value.phrase)
    for wrong in ([[0, 99, 0]], [[9, 0, 0]], [[0, -1, 0]], [*moves, [0, 0, 0]]):
        record = read_record(json.dumps({**document, "moves": wrong}), title_of)
        with pytest.raises(BadRecord):
            record.end()


@pytest.mark.parametrize("name", NAMES)
def test_an_owners_components_travel_with_the_record(name: str) -> None:
    from domik.kernel.components import Components

    title = title_of(name)
    own = Components(title.resource("components.toml") + '\n[notes]\nowner = "me"\n', "mine.toml")
    usual = matches(name)[0]
    match = title.match(usual.seats, usual.options, own)
    text = random_record(match, "own").to_json()
    assert read_record(text, title_of).match.components.hash() == own.hash() != usual.components.hash()
