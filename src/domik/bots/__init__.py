"""Players made of code: all they get is a view."""

from domik.bots.bot import Bot, bot_of

__all__ = ["Bot", "bot_of"]
