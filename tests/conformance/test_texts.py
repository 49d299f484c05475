"""Every game speaks: notation both ways, words in three languages, refusals with clauses, two readings of the rules."""

from __future__ import annotations

import random
import re

import pytest

from domik.games import title_of
from domik.kernel.errors import BadNotation, DomikError
from domik.kernel.game import MOST_ACTIONS, ONLOOKER
from domik.kernel.sketch import plain, width
from domik.kernel.state import State, View
from domik.kernel.title import Match
from domik.language import LANGUAGES, words_for
from tests.conformance.tables import (
    NAMES,
    QUICK,
    actions_of,
    hooks,
    label,
    legal_sets,
    matches,
    random_steps,
    sampled,
    seats_of,
)

POSITIONS = 800 if QUICK else 20_000  # for every family of options that a game's hooks name


def clauses(name: str, language: str = "en") -> list[str]:
    """The clause ids of a game's rules text."""
    file = "RULES.md" if language == "en" else f"RULES.{language}.md"
    title = title_of(name)
    return re.findall(rf"^- ({title.prefix}-X?\d+)\b", title.resource(file), re.M)


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_have_the_same_clauses_in_every_language(name: str) -> None:
    english = clauses(name)
    assert len(english) == len(set(english)) > 20
    for language in LANGUAGES:
        assert clauses(name, language) == english, language


@pytest.mark.parametrize("name", NAMES)
def test_notation_round_trips(name: str) -> None:
    for match in matches(name):
        for state, seat, _ in random_steps(match, "notation"):
            view = state.view(seat)
            texts = {match.write(view, action): action for action in actions_of(int(view.legal()))}
            assert len(texts) == len(actions_of(int(view.legal()))), f"two moves, one text: {label(match)}"
            for text, action in texts.items():
                assert match.read(view, text) == action, f"{text}: {label(match)}"
                assert match.read(view, f"  {text.upper()} ") == action


@pytest.mark.parametrize("name", NAMES)
def test_nonsense_is_no_move(name: str) -> None:
    match = matches(name)[0]
    state, seat, _ = next(random_steps(match, "nonsense"))
    for text in ("", "?", "zzz", "9" * 50, "\x00", "drop table", "🏠"):
        with pytest.raises(BadNotation):
            match.read(state.view(seat), text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_everything_can_be_said(name: str, language: str) -> None:
    """Prompts, moves, events, tallies and drawings in letters have their words, and the drawing fits 80 columns."""
    say = words_for(language, (title_of(name).words,))
    for match in sampled(name, 8):
        for state, seat, action in random_steps(match, f"words {language}"):
            view = state.view(seat)
            assert say(match.prompt(view))
            for other in actions_of(int(view.legal()))[:4]:
                assert say(match.describe(view, other))
                assert say(match.hint(view, other))
            before = state.view()
            after = state.copy()
            after.play(seat, action)
            for event in match.tell(before, after.view(), seat):
                assert say(event.what)
            for who in (seat, ONLOOKER):
                for row in match.sketch(state.view(who), say, 80):
                    assert width(row) <= 80, plain([row])
            if after.is_over():
                final = after.view()
                lines = match.tally(final)
                assert all(say(line.reason) for line in lines)
                for who in range(match.seats):
                    assert sum(line.points for line in lines if line.seat == who) == after.score(who), label(match)
                result = match.outcome(final)
                assert say(result.reason)
                assert list(result.winners) == seats_of(int(after.winners())), label(match)
                assert {line.clause for line in lines} <= set(clauses(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_tally_is_the_score_at_every_step(name: str) -> None:
    for match in sampled(name, 8):
        for number, (state, _, _) in enumerate(random_steps(match, "tally")):
            if number % 6 == 0:
                view = state.view()
                lines = match.tally(view)
                for seat in range(match.seats):
                    mine = sum(line.points for line in lines if line.seat == seat)
                    assert mine == match.game.score(view.numbers, seat), label(match)


def family_of(name: str) -> list[str]:
    """The families of options that are compared at full length, such as the two editions of Treehouse."""
    return list(getattr(hooks(name), "FAMILIES", {"all": {}}))


@pytest.mark.parametrize(("name", "family"), [(name, family) for name in NAMES for family in family_of(name)])
def test_fast_legal_equals_slow_objections(name: str, family: str) -> None:
    wanted = getattr(hooks(name), "FAMILIES", {"all": {}})[family]
    ways = [
        title_of(name).match(seats, options)
        for seats, options in legal_sets(name)
        if all(options.get(key) == value for key, value in wanted.items())
    ]
    rng = random.Random(f"objections {name} {family}")
    known = set(clauses(name))
    say = words_for(rng.choice(LANGUAGES), (title_of(name).words,))
    seen = 0
    while seen < POSITIONS:
        match = rng.choice(ways)
        for state, seat, _ in random_steps(match, rng.random()):
            compare_readings(match, state, seat, known, say, rng)
            seen += 1


def compare_readings(match: Match, state: State, seat: int, known: set[str], say: object, rng: random.Random) -> None:
    """Every action is legal exactly when nothing speaks against it; every objection has a clause and a sentence."""
    view: View = state.view(seat)
    legal = int(view.legal())
    for number in range(MOST_ACTIONS):
        found = match.objections(view, 1 << number)
        assert bool(found) != bool(legal >> number & 1), (
            f"{label(match)}: action {number}, legal {legal:b}, objections {found}\n"
            f"{plain(match.sketch(view, words_for('en', (match.title.words,))))}"
        )
        for objection in found:
            assert objection.clause in known
    if rng.random() < 0.02:
        for number in range(MOST_ACTIONS):
            for objection in match.objections(view, 1 << number):
                assert say(objection.reason)  # type: ignore[operator]
        other = (seat + 1) % match.seats
        if not state.awaited() >> other & 1:
            assert match.objections(state.view(other), 1)


@pytest.mark.parametrize("name", NAMES)
def test_wrong_options_are_explained(name: str) -> None:
    title = title_of(name)
    say = words_for("pl", (title.words,))
    with pytest.raises(DomikError) as caught:
        title.match(title.most_seats + 1)
    assert str(title.most_seats) in say(caught.value.phrase)
    with pytest.raises(DomikError) as caught:
        title.match(title.most_seats, {"no such option": True})
    assert say(caught.value.phrase)
