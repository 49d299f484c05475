"""A viewer: one page that is open somewhere. The server remembers what it shows and sends only what changed."""

from __future__ import annotations

import secrets
import zlib

from domik.kernel.drawing import Form
from domik.kernel.game import ONLOOKER
from domik.server.http.wire import Wire
from domik.server.sight.patches import encoder
from domik.server.sight.reader import Reader
from domik.server.sight.shown import NOTHING, Carried, Message, Parcel, Shown

MOST_LOST = 32  # messages whose names are kept for a page that acknowledges none; lacking more, it gets all anew
LARGE = 10_000  # bytes that are worth packing: a move's news are sooner sent than packed
BOARD = 2_000  # the same of a first board, which somebody waits for
ANSWERS = ("ok", "refused", "hint")  # said once: what no later message would say again


class Viewer:
    """One open page: whose eyes, in which language, on what screen, and what it shows by now."""

    def __init__(self, owner: str, language: str, form: Form, in_letters: bool, name: str) -> None:
        self.id = secrets.token_urlsafe(12)
        self.owner = owner
        self.address = ""  # where it comes from, as limits count
        self.device = ""  # the browser that it is open in
        self.is_silent = False  # a stranger where names have to be known
        self.language = language
        self.form: Form = form
        self.in_letters = in_letters
        self.name = name
        self.unpacks = False  # whether the page can read what is packed
        self.seats: tuple[int, ...] = ()  # those it may act for
        self.is_host = False  # whether whoever looks opened the table
        self.origin = ""  # the address of the house as this page knows it
        self.eyes = ONLOOKER  # the one it sees with now
        self.wire: Wire | None = None  # while it is connected
        self.left_at = 0.0
        self.number = 0  # of the last message
        self.carried: list[Carried] = []  # by the last messages: the page may lack them
        self.answered: tuple[tuple[int, Message], ...] = ()  # the answers among them, by the numbers of their messages
        self.owed: Message | None = None  # answers that were lost on the way
        self.shown: Shown = NOTHING  # shared with all pages that show the same

    @property
    def is_connected(self) -> bool:
        """Whether the page can be reached."""
        return self.wire is not None

    def reader(self) -> Reader:
        """All that decides what it sees."""
        owner, origin = self.owner if self.seats else "", self.origin if self.is_host else ""
        own = (self.language, self.form, self.in_letters)
        return Reader(self.eyes, self.seats, *own, owner, self.is_host, origin)

    def reads_like(self, other: Viewer) -> bool:
        """Whether both only look on and see the same: a shorter way to compare their readers."""
        if self.seats or other.seats or self.is_host or other.is_host or self.language != other.language:
            return False
        return self.eyes == other.eyes and self.form == other.form and self.in_letters == other.in_letters

    # ---- on its way --------------------------------------------------------------------------------

    def bring(self, parcel: Parcel, answer: Message) -> None:
        """Put news on their way, with an answer that is for this page alone."""
        self.shown = parcel.shown
        self._post(answer, parcel.carried, parcel.rest)

    def say(self, answer: Message) -> None:
        """Put an answer on its way that changes nothing."""
        self._post(answer, self.shown.carried_by({}), b"}")

    def _post(self, answer: Message, carried: Carried, rest: bytes) -> None:
        """Numbered; what is for all who have the same follows what is for this page."""
        self.number += 1
        self.carried.append(carried)
        kept = {name: answer[name] for name in ANSWERS if name in answer} if answer else None
        if kept:
            self.answered = (*self.answered, (self.number, kept))
        if len(self.carried) > MOST_LOST:
            self.acknowledge(self.number - MOST_LOST)
        if self.wire is not None:
            head = encoder.encode({"n": self.number} | answer)[:-1] if answer else f'{{"n":{self.number}'.encode()
            data = head + rest if rest == b"}" else head + b"," + rest
            worth = BOARD if "viewer" in answer else LARGE
            self.wire.post(zlib.compress(data) if self.unpacks and len(data) >= worth else data)

    def can_resume(self, number: int) -> bool:
        """Whether it is known what every message after that one carried."""
        return self.number - len(self.carried) <= number <= self.number

    def resume(self, number: int) -> None:
        """Take everything back that was lost on the way: the next message brings it as it is now."""
        held = len(self.carried) - (self.number - number)
        lost = self.carried[held:]
        if not lost:
            return
        del self.carried[held:]
        self.number = number
        self.shown = self.shown.lacking(lost)
        self.owed = {name: said for at, answers in self.answered if at > number for name, said in answers.items()}
        self.answered = tuple([one for one in self.answered if one[0] <= number])

    def acknowledge(self, number: int) -> None:
        """The page has everything up to that message."""
        known = min(number, self.number) - (self.number - len(self.carried))
        if known > 0:
            del self.carried[:known]
        if self.answered:
            self.answered = tuple([one for one in self.answered if one[0] > number])
