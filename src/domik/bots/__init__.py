"""Bots: players that are given a view and never the state."""

from domik.bots.bot import BOTS, PLAYER_LEVELS, Bot
from domik.bots.program import end_programs, failure_phrase, failures_of, is_startable
from domik.bots.spec import BotSpec, bot_of, parse_bot, split_specs

__all__ = [
    "BOTS",
    "PLAYER_LEVELS",
    "Bot",
    "BotSpec",
    "bot_of",
    "end_programs",
    "failure_phrase",
    "failures_of",
    "is_startable",
    "parse_bot",
    "split_specs",
]
