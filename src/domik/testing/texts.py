"""Tests of notation, translations, tallies and objections, and that fast and slow rules agree."""

from __future__ import annotations

import random
import re

import pytest

from domik.kernel.errors import BadNotation, DomikError
from domik.kernel.game import MOST_ACTIONS, SPECTATOR
from domik.kernel.package import Match
from domik.kernel.sketch import Say, plain_text, row_width
from domik.kernel.state import State, View
from domik.language import LANGUAGES, words_for
from domik.language.words import catalogue
from domik.testing.subject import QUICK, Subject, actions_of, match_label, random_steps, seats_of

POSITIONS = 800 if QUICK else 20_000  # for each family of options
COLUMNS = 80
FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many"}, "pl": {"one", "few", "many"}}
LISTING_KEYS = ("game.name", "game.line")  # shown on the home page


class Texts:
    def test_notation_round_trips(self, game: Subject) -> None:
        """Each legal move has its own text, which is read in lower and upper case."""
        for match in game.matches():
            for state, seat, _ in random_steps(match, "notation"):
                view = state.view(seat)
                texts = {match.write(view, action): action for action in actions_of(int(view.legal()))}
                assert len(texts) == len(actions_of(int(view.legal()))), f"two moves, one text: {match_label(match)}"
                for text, action in texts.items():
                    assert match.read(view, text) == action, f"{text}: {match_label(match)}"
                    assert match.read(view, f"  {text.upper()} ") == action

    def test_nonsense_is_no_move(self, game: Subject) -> None:
        match = game.matches()[0]
        state, seat, _ = next(random_steps(match, "nonsense"))
        for text in ("", "?", "zzz", "9" * 50, "\x00", "drop table", "🏠"):
            with pytest.raises(BadNotation) as caught:
                match.read(state.view(seat), text)
            assert words_for("en", (game.title.words_package,))(caught.value.phrase)

    def test_words_are_complete(self, game: Subject) -> None:
        """Every text in every language, with its plural forms and the same arguments."""
        texts = catalogue(game.title.words_package)
        assert not [key for key in LISTING_KEYS if key not in texts]
        for key in texts:
            assert_complete(key, texts[key])

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_everything_can_be_said(self, game: Subject, language: str) -> None:
        """Prompts, moves, hints, events, tallies and sketches have texts, and sketches fit 80 columns."""
        say = words_for(language, (game.title.words_package,))
        known = set(game.clauses())
        for match in game.sample_matches(8):
            for state, seat, action in random_steps(match, f"words {language}"):
                view = state.view(seat)
                assert say(match.prompt(view))
                for other in actions_of(int(view.legal()))[:4]:
                    assert say(match.describe(view, other))
                    assert say(match.hint(view, other))
                after = state.copy()
                after.play(seat, action)
                for event in match.events(state.view(), after.view(), seat):
                    assert say(event.what)
                for who in (seat, SPECTATOR):
                    for low in (False, True):
                        for row in match.sketch(state.view(who), say, COLUMNS, low):
                            assert row_width(row) <= COLUMNS, plain_text([row])
                if after.is_over():
                    assert_end_described(match, after, say, known)

    def test_the_tally_is_the_score_at_every_step(self, game: Subject) -> None:
        """As a spectator sees both."""
        for match in game.sample_matches(8):
            for number, (state, _, _) in enumerate(random_steps(match, "tally")):
                if number % 6 == 0:
                    view = state.view()
                    lines = match.tally(view)
                    for seat in range(match.seats):
                        mine = sum(line.points for line in lines if line.seat == seat)
                        assert mine == view.score(seat), match_label(match)

    def test_fast_legal_equals_slow_objections(self, game: Subject) -> None:
        """Both implementations of the rules agree on every action in many positions."""
        for family, wanted in game.option_families().items():
            ways = [
                game.title.match(seats, options)
                for seats, options in game.legal_sets()
                if all(options.get(key) == value for key, value in wanted.items())
            ]
            rng = random.Random(f"objections {game.name} {family}")
            known = set(game.clauses())
            say = words_for(rng.choice(LANGUAGES), (game.title.words_package,))
            seen = 0
            while seen < POSITIONS:
                match = rng.choice(ways)
                for state, seat, _ in random_steps(match, rng.random()):
                    compare_readings(match, state, seat, known, say, rng)
                    seen += 1

    def test_wrong_options_are_explained(self, game: Subject) -> None:
        title = game.title
        say = words_for("pl", (title.words_package,))
        with pytest.raises(DomikError) as caught:
            title.match(title.most_seats + 1)
        assert str(title.most_seats) in say(caught.value.phrase)
        with pytest.raises(DomikError) as caught:
            title.match(title.most_seats, {"no such option": True})
        assert say(caught.value.phrase)


def assert_complete(key: str, texts: dict[str, str | dict[str, str]]) -> None:
    """One text: plural in all languages or in none, never empty, with the same arguments everywhere."""
    plural = [isinstance(text, dict) for text in texts.values()]
    assert all(plural) or not any(plural), f"{key}: plural in some languages only"
    wanted = None
    for language, text in texts.items():
        if isinstance(text, dict):
            # `other` is for fractions, which only games with half points use
            assert FORMS[language] <= set(text) <= FORMS[language] | {"other"}, f"{key}: {language}: {sorted(text)}"
        forms = list(text.values()) if isinstance(text, dict) else [text]
        for form in forms:
            assert form.strip(), f"{key}: {language} is empty"
        arguments = set().union(*(re.findall(r"{(\w+)}", form) for form in forms))
        if isinstance(text, dict):
            arguments.add("n")
        wanted = arguments if wanted is None else wanted
        assert arguments == wanted, f"{key}: {language} uses {arguments}, English uses {wanted}"


def assert_end_described(match: Match, after: State, say: Say, known: set[str]) -> None:
    """Points and winners have reasons, and the points add up."""
    final = after.view()
    lines = match.tally(final)
    assert all(say(line.reason) for line in lines)
    for who in range(match.seats):
        assert sum(line.points for line in lines if line.seat == who) == after.score(who), match_label(match)
    result = match.outcome(final)
    assert say(result.reason)
    assert list(result.winners) == seats_of(int(after.winners())), match_label(match)
    assert {line.clause for line in lines} | {result.clause} <= known


def compare_readings(match: Match, state: State, seat: int, known: set[str], say: Say, rng: random.Random) -> None:
    """An action is legal exactly if there is no objection; each objection has a clause and a sentence."""
    view: View = state.view(seat)
    legal = int(view.legal())
    for number in range(MOST_ACTIONS):
        found = match.objections(view, 1 << number)
        assert bool(found) != bool(legal >> number & 1), (
            f"{match_label(match)}: action {number}, legal {legal:b}, objections {found}\n"
            f"{plain_text(match.sketch(view, words_for('en', (match.package.words_package,))))}"
        )
        for objection in found:
            assert objection.clause in known
    if rng.random() < 0.02:
        for number in range(MOST_ACTIONS):
            for objection in match.objections(view, 1 << number):
                assert say(objection.reason)
        other = (seat + 1) % match.seats
        if not state.awaited_seats() >> other & 1:
            assert match.objections(state.view(other), 1)
