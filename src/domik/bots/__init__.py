"""Bots: players that are given a view and never the state."""

from domik.bots.bot import BOTS, PLAYER_LEVELS, Bot
from domik.bots.program import end_programs, failure_phrase, failures_of
from domik.bots.spec import bot_of, check_spec, split_specs

__all__ = [
    "BOTS",
    "PLAYER_LEVELS",
    "Bot",
    "bot_of",
    "check_spec",
    "end_programs",
    "failure_phrase",
    "failures_of",
    "split_specs",
]
