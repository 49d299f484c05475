"""Every reason is true: in random games each is checked by another way than it was found (tests/reviews/claims.py)."""

from __future__ import annotations

from collections import Counter

import pytest

from domik.games import GAMES, game_package
from domik.kernel.package import Match
from domik.language.words import catalogue
from domik.reviews.seat_history import NO_REASON
from tests.conformance.tables import actions_of, random_steps
from tests.reviews.claims import CHECKS, Said

GAMES_EACH = 3
EVERY = {"treehouse": 2, "dream_home": 1, "cabin": 2, "bower": 3}  # steps: the thrifty part of all
AMONG_MORE = {"treehouse": 3}  # seats: some sentences are for more than two
UNSEEN = {"dream_home": {"reason.pass"}, "treehouse": {"reason.harm"}}  # too rare in so few games


@pytest.mark.parametrize("name", list(GAMES))
def test_every_reason_holds_on_the_board(name: str) -> None:
    title = game_package(name)
    held = reasons_held(title.match(max(2, title.least_seats)), name)
    if name in AMONG_MORE:
        held |= reasons_held(title.match(AMONG_MORE[name]), name)
    assert held | UNSEEN.get(name, set()) >= set(CHECKS[name]), "a sentence that was never checked"


@pytest.mark.clause("TH-61")
def test_a_birdhouse_may_still_make_a_place() -> None:
    match = game_package("treehouse").match(2, {"edition": "nk", "birdhouse": True})
    assert "reason.no_place" in reasons_held(match, "treehouse")


def reasons_held(match: Match, name: str) -> set[str]:
    """The sentences that random games called for and that held."""
    checked: Counter[str] = Counter()
    for number in range(GAMES_EACH):
        for step, (state, seat, _) in enumerate(random_steps(match, f"true {number}")):
            if step % EVERY[name]:
                continue
            view = state.view(seat)
            for action in actions_of(int(view.legal())):
                for phrase in match.reasons(view, action):
                    if phrase.key != NO_REASON:
                        holds = CHECKS[name][phrase.key](Said(match, state, seat, action, phrase))
                        assert holds is not False, (phrase, match.write(view, action))
                        checked[phrase.key] += holds is not None
    return {key for key, times in checked.items() if times}


@pytest.mark.parametrize("name", list(GAMES))
def test_every_sentence_of_the_words_has_its_check(name: str) -> None:
    said = {key for key in catalogue(game_package(name).words_package) if key.startswith("reason.")}
    assert said == set(CHECKS[name])
