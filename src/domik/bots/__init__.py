"""Players made of code: all they get is a view."""

from domik.bots.bot import BOTS, FAMILY, Bot
from domik.bots.command import end_programs, trouble_phrase, troubles_of
from domik.bots.spec import bot_of, check_spec, split_specs

__all__ = [
    "BOTS",
    "FAMILY",
    "Bot",
    "bot_of",
    "check_spec",
    "end_programs",
    "split_specs",
    "trouble_phrase",
    "troubles_of",
]
