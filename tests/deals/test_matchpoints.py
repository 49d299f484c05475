"""Matchpoints, standings, the line to share."""

from __future__ import annotations

from domik.deals.results import leaderboard, matchpoint_percents, matchpoints_against, rank_among, share_squares


def test_a_score_against_others() -> None:
    found = matchpoints_against(36, [40, 36, 30, 20])
    assert (found.beaten, found.level, found.of, found.percent) == (2, 1, 4, 62)
    assert matchpoints_against(36, []).percent is None
    assert rank_among(36, [40, 36, 30]) == 2


def test_matchpoints_of_a_deal_add_up_to_half_of_all() -> None:
    scores = {"a": 10, "b": 7, "c": 7, "d": 1}
    found = matchpoint_percents(scores)
    assert found == {"a": 100.0, "b": 50.0, "c": 50.0, "d": 0.0}
    assert sum(found.values()) == 50 * len(scores)
    assert matchpoint_percents({"a": 10}) == {}


def test_standings_over_deals_that_not_everybody_has_played() -> None:
    table = leaderboard(["a", "b", "c", "d"], [{"a": 5, "b": 9}, {"a": 3, "b": 3, "c": 1}, {"c": 4}])
    assert [(one.who, one.place) for one in table] == [("b", 1), ("a", 2), ("c", 3), ("d", 4)]
    assert table[0].percents == (100.0, 75.0, None)
    assert table[0].total == 87.5
    assert table[3].total is None


def test_six_squares_say_how_well_and_nothing_else() -> None:
    verdicts = ["best"] * 6 + ["inaccuracy", "fine"] + ["close"] * 4 + ["mistake", "inaccuracy", "blunder", "best"]
    line = share_squares(verdicts)
    assert len(line) == 6
    assert line == "🟩🟩🟨🟩🟧🟥"
    assert share_squares(None) == "⬜" * 6
    assert share_squares([]) == "🟩" * 6
    assert share_squares(["blunder"]) == "🟩🟩🟩🟩🟩🟥"
