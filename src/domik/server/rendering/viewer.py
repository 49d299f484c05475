"""A reader: everything by which the pages at one table may differ. Who is equal here sees the same, byte for byte."""

from __future__ import annotations

import secrets
import zlib
from typing import NamedTuple

from domik.kernel.drawing import ScreenForm
from domik.kernel.game import SPECTATOR
from domik.server.http.outbox import Outbox
from domik.server.rendering.markup_diff import json_encoder
from domik.server.rendering.page_state import EMPTY_PAGE, Message, PageState, Update, UpdateManifest


class RenderContext(NamedTuple):
    """Whose eyes, for which seats, in which language, on what screen."""

    view_seat: int
    seats: tuple[int, ...]
    language: str
    form: ScreenForm
    text_only: bool
    owner: str  # of those who sit here; onlookers are all alike
    is_host: bool
    origin: str  # the address of the house as the host's page knows it


MAX_UNACKNOWLEDGED = (
    32  # messages whose names are kept for a page that acknowledges none; lacking more, it gets all anew
)
COMPRESS_FROM = 10_000  # bytes that are worth packing: a move's news are sooner sent than packed
COMPRESS_FIRST_FROM = 2_000  # the same of a first board, which somebody waits for
ANSWER_KEYS = ("ok", "refused", "hint")  # said once: what no later message would say again


class Viewer:
    """One open page: whose eyes, in which language, on what screen, and what it shows by now."""

    def __init__(self, owner: str, language: str, form: ScreenForm, in_letters: bool, name: str) -> None:
        self.id = secrets.token_urlsafe(12)
        self.owner = owner
        self.address = ""  # where it comes from, as limits count
        self.device = ""  # the browser that it is open in
        self.is_muted = False  # a stranger where names have to be known
        self.language = language
        self.form: ScreenForm = form
        self.text_only = in_letters
        self.name = name
        self.accepts_compressed = False  # whether the page can read what is packed
        self.seats: tuple[int, ...] = ()  # those it may act for
        self.is_host = False  # whether whoever looks opened the table
        self.origin = ""  # the address of the house as this page knows it
        self.view_seat = SPECTATOR  # the one it sees with now
        self.outbox: Outbox | None = None  # while it is connected
        self.left_at = 0.0
        self.last_number = 0  # of the last message
        self.manifests: list[UpdateManifest] = []  # by the last messages: the page may lack them
        self.sent_answers: tuple[
            tuple[int, Message], ...
        ] = ()  # the answers among them, by the numbers of their messages
        self.lost_answers: Message | None = None  # answers that were lost on the way
        self.page_state: PageState = EMPTY_PAGE  # shared with all pages that show the same

    @property
    def is_connected(self) -> bool:
        """Whether the page can be reached."""
        return self.outbox is not None

    def render_context(self) -> RenderContext:
        """All that decides what it sees."""
        owner, origin = self.owner if self.seats else "", self.origin if self.is_host else ""
        own = (self.language, self.form, self.text_only)
        return RenderContext(self.view_seat, self.seats, *own, owner, self.is_host, origin)

    def sees_same_as(self, other: Viewer) -> bool:
        """Whether both only look on and see the same: a shorter way to compare their readers."""
        if self.seats or other.seats or self.is_host or other.is_host or self.language != other.language:
            return False
        return self.view_seat == other.view_seat and self.form == other.form and self.text_only == other.text_only

    # ---- on its way --------------------------------------------------------------------------------

    def send_update(self, parcel: Update, answer: Message) -> None:
        """Put news on their way, with an answer that is for this page alone."""
        self.page_state = parcel.page_state
        self._send(answer, parcel.manifest, parcel.body)

    def send_answer(self, answer: Message) -> None:
        """Put an answer on its way that changes nothing."""
        self._send(answer, self.page_state.manifest_of({}), b"}")

    def _send(self, answer: Message, carried: UpdateManifest, rest: bytes) -> None:
        """Numbered; what is for all who have the same follows what is for this page."""
        self.last_number += 1
        self.manifests.append(carried)
        kept = {name: answer[name] for name in ANSWER_KEYS if name in answer} if answer else None
        if kept:
            self.sent_answers = (*self.sent_answers, (self.last_number, kept))
        if len(self.manifests) > MAX_UNACKNOWLEDGED:
            self.acknowledge(self.last_number - MAX_UNACKNOWLEDGED)
        if self.outbox is not None:
            head = (
                json_encoder.encode({"n": self.last_number} | answer)[:-1]
                if answer
                else f'{{"n":{self.last_number}'.encode()
            )
            data = head + rest if rest == b"}" else head + b"," + rest
            worth = COMPRESS_FIRST_FROM if "viewer" in answer else COMPRESS_FROM
            self.outbox.post(zlib.compress(data) if self.accepts_compressed and len(data) >= worth else data)

    def can_resume(self, number: int) -> bool:
        """Whether it is known what every message after that one carried."""
        return self.last_number - len(self.manifests) <= number <= self.last_number

    def resume(self, number: int) -> None:
        """Take everything back that was lost on the way: the next message brings it as it is now."""
        held = len(self.manifests) - (self.last_number - number)
        lost = self.manifests[held:]
        if not lost:
            return
        del self.manifests[held:]
        self.last_number = number
        self.page_state = self.page_state.without_updates(lost)
        self.lost_answers = {
            name: said for at, answers in self.sent_answers if at > number for name, said in answers.items()
        }
        self.sent_answers = tuple([one for one in self.sent_answers if one[0] <= number])

    def acknowledge(self, number: int) -> None:
        """The page has everything up to that message."""
        known = min(number, self.last_number) - (self.last_number - len(self.manifests))
        if known > 0:
            del self.manifests[:known]
        if self.sent_answers:
            self.sent_answers = tuple([one for one in self.sent_answers if one[0] > number])
