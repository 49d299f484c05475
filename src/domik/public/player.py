"""Bots by their spec, as every command names them."""

from __future__ import annotations

from domik.bots import Bot, bot_of, check_spec
from domik.kernel.luck import luck_of
from domik.public.errors import plainly
from domik.public.move import Move
from domik.public.view import View


class Player:
    """A bot that knows only the views it is handed."""

    def __init__(self, spec: str, seed: int | str = 0) -> None:
        with plainly("domik.bots"):
            check_spec(spec)
        self.spec = spec
        self.luck = luck_of(f"bot {seed}")
        self._bot: Bot | None = None

    def decide(self, view: View) -> Move:
        """The move it would make."""
        legal = view.legal_mask
        if not legal:
            raise ValueError(f"{view!r} has nothing to decide now")
        if self._bot is None:  # a program (`cmd:`) is started only when it is first asked
            self._bot = bot_of(self.spec, self.luck, view.match)
        return Move(view.match, view.seen, int(self._bot.decide(view.seen, legal)))

    def __repr__(self) -> str:
        return f"<Player {self.spec}>"


def bot(spec: str, seed: int | str = 0) -> Player:
    """The bot of a spec, such as "hard" or "hard:milliseconds=20"; the same seed decides alike."""
    return Player(spec, seed)
