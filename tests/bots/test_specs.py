from __future__ import annotations

import pytest

from domik.bots import BOTS, PLAYER_LEVELS, bot_of, parse_bot, split_specs
from domik.bots.search import LEVELS, SearchBot, SearchSettings
from domik.games import game_package
from domik.kernel.errors import BadOption
from domik.kernel.luck import luck_of
from domik.language import LANGUAGES, words_for
from domik.server.bots.pool import with_time_limit
from domik.table.fair_deal import deterministic_bot


def settings_of(text: str) -> SearchSettings:
    found = parse_bot(text).settings
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("human,greedy", ["human", "greedy"]),
        (" Hard , NORMAL ", ["hard", "normal"]),
        ("ismcts:iterations=2000,seed=1,hard", ["ismcts:iterations=2000,seed=1", "hard"]),
        ("cmd:python my_bot.py,hard", ["cmd:python my_bot.py", "hard"]),
        ('"cmd:python Bot.py --a=1,2",hard:seed=3', ["cmd:python Bot.py --a=1,2", "hard:seed=3"]),
    ],
)
def test_specs_between_commas(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


def test_every_name_makes_a_bot() -> None:
    for name in BOTS:
        assert bot_of(name, luck_of(1))
    assert set(PLAYER_LEVELS) < set(BOTS)


def test_settings_change_what_they_name_and_nothing_else() -> None:
    game = game_package("treehouse").match(2).game
    bot = bot_of("master:explore=0.7,iterations=50,rivals=0", luck_of(1))
    assert isinstance(bot, SearchBot)
    style, usual = bot.settings.config_for(game), LEVELS["master"].config_for(game)
    assert (style.explore, bot.settings.iterations, style.rivals) == (0.7, 50, False)
    assert (style.guide, style.halving) == (usual.guide, usual.halving)
    assert usual.explore != 0.7


def test_one_budget_replaces_the_other() -> None:
    assert settings_of("hard:milliseconds=5").iterations == 0
    assert settings_of("hard:iterations=5").milliseconds == 0
    both = settings_of("hard:iterations=5,milliseconds=7")
    assert (both.iterations, both.milliseconds) == (5, 7)


@pytest.mark.parametrize(("seats", "worlds"), [(2, 1500), (3, 200), (4, 150)])
def test_a_game_fits_a_level_to_its_number_of_players(seats: int, worlds: int) -> None:
    game = game_package("treehouse").match(seats).game
    assert LEVELS["hard"].iterations_for(game) == settings_of("hard:seed=1").iterations_for(game) == worlds
    assert LEVELS["master"].iterations_for(game) == LEVELS["master"].iterations
    assert LEVELS["ismcts"].iterations_for(game) == LEVELS["ismcts"].iterations
    hard, master, own = (parse_bot(text) for text in ("hard", "master", "hard:guide=2"))
    rival = deterministic_bot(hard, game)  # at tables that are compared
    assert rival.settings == settings_of(f"hard:iterations={worlds}")
    assert deterministic_bot(master, game).settings == settings_of("master:iterations=4000")
    hurried = with_time_limit(hard, 70, game)  # where many wait for a bot
    assert hurried.settings == settings_of(f"hard:iterations={worlds},milliseconds=70")
    assert with_time_limit(own, 70, game) == deterministic_bot(own, game) == own, "set by hand, so left alone"


@pytest.mark.parametrize("budget", ["iterations=1500", "iterations=40", "milliseconds=5"])
def test_a_budget_set_by_hand_stays(budget: str) -> None:
    thought = settings_of(f"hard:{budget}")
    for seats in (2, 4):
        assert thought.iterations_for(game_package("treehouse").match(seats).game) == thought.iterations


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("nobody", "error.bot"),
        ("", "error.bot"),
        ("cmd:", "error.bot"),
        ("normal:seed=1", "error.bot_plain"),
        ("hard:colour=1", "error.bot_setting"),
        ("hard:iterations=many", "error.bot_value"),
        ("hard:iterations=-4", "error.bot_value"),
        ("hard:rivals=2", "error.bot_value"),
        ("hard:iterations", "error.bot_value"),
        ("hard:iterations=0", "error.bot_budget"),
    ],
)
def test_a_bad_spec_says_what_is_wrong_in_every_language(spec: str, key: str) -> None:
    with pytest.raises(BadOption) as caught:
        parse_bot(spec)
    assert caught.value.phrase.key == key
    for language in LANGUAGES:
        assert words_for(language)(caught.value.phrase)


def test_a_program_is_not_started_where_no_match_is_at_hand() -> None:
    parse_bot("cmd:anything")
    with pytest.raises(BadOption) as caught:
        bot_of("cmd:anything", luck_of(1))
    assert caught.value.phrase.key == "error.bot_command"
