"""Who sits where, as texts and tables call them."""

from __future__ import annotations

from domik.cli.choices import HUMAN
from domik.kernel.phrase import Phrase
from domik.kernel.tally import Event
from domik.language import Words


class Players:
    """A name for every seat: the number that the sketch shows, and who sits there."""

    def __init__(self, kinds: list[str], say: Words, at_table: bool = False) -> None:
        self.say = say
        human = say(Phrase("play.you" if at_table and kinds.count(HUMAN) == 1 else "play.human"))
        levels = {kind: say(Phrase(f"bot.{kind}")) for kind in kinds if say.has(f"bot.{kind}")}
        self.kinds = [human if kind == HUMAN else levels.get(kind, kind) for kind in kinds]

    def __getitem__(self, seat: int) -> str:
        return self.say(Phrase("play.seat", {"seat": seat + 1, "who": self.kinds[seat]}))

    def heads(self) -> list[str]:
        """The short names that fit above a column."""
        return [f"{seat} {kind}" for seat, kind in enumerate(self.kinds, 1)]

    def all(self) -> str:
        """Everybody in a row."""
        return self.some(range(len(self.kinds)))

    def some(self, seats: range | tuple[int, ...]) -> str:
        """Several names in a row."""
        return ", ".join(self[seat] for seat in seats)

    def told(self, event: Event) -> str:
        """Something that everybody saw, with whose doing it was."""
        text = self.say(event.what)
        return f"{self[event.seat]}: {text}" if event.seat >= 0 else text
