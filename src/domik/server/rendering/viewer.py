"""One open page and its connection state, and the context that decides what is rendered for it."""

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
    """Everything by which pages at one table may differ: equal contexts get the same bytes."""

    view_seat: int
    seats: tuple[int, ...]
    language: str
    form: ScreenForm
    text_only: bool
    owner: str  # of players; the same for all spectators
    is_host: bool
    origin: str  # the server's URL as the host's page knows it


MAX_UNACKNOWLEDGED = (
    32  # manifests kept for a page that acknowledges nothing; a page that lacks more gets everything anew
)
COMPRESS_FROM = 10_000  # bytes from which compression pays: the update of a move is sent sooner than compressed
COMPRESS_FIRST_FROM = 2_000  # the same for a first board, which is waited for
ANSWER_KEYS = ("ok", "refused", "hint")  # sent once; no later message repeats them


class Viewer:
    """One open page: its identity, language, screen form, the seat it views, and its page state."""

    def __init__(self, owner: str, language: str, form: ScreenForm, in_letters: bool, name: str) -> None:
        self.id = secrets.token_urlsafe(12)
        self.owner = owner
        self.address = ""  # as rate limits count it
        self.device = ""  # of the browser that it is open in
        self.is_muted = False  # may not chat: a stranger where only known people play
        self.language = language
        self.form: ScreenForm = form
        self.text_only = in_letters
        self.name = name
        self.accepts_compressed = False  # whether the page can decompress messages
        self.seats: tuple[int, ...] = ()  # seats it may act for
        self.is_host = False  # whether this person opened the table
        self.origin = ""  # the server's URL as this page knows it
        self.view_seat = SPECTATOR  # the seat whose view it shows
        self.outbox: Outbox | None = None  # None while it is disconnected
        self.left_at = 0.0
        self.last_number = 0  # number of the last message
        self.manifests: list[UpdateManifest] = []  # of the last messages, which the page may lack
        self.sent_answers: tuple[
            tuple[int, Message], ...
        ] = ()  # answers among them, with the numbers of their messages
        self.lost_answers: Message | None = None  # answers that were lost on a broken connection
        self.page_state: PageState = EMPTY_PAGE  # shared with all pages in the same state

    @property
    def is_connected(self) -> bool:
        return self.outbox is not None

    def render_context(self) -> RenderContext:
        owner, origin = self.owner if self.seats else "", self.origin if self.is_host else ""
        own = (self.language, self.form, self.text_only)
        return RenderContext(self.view_seat, self.seats, *own, owner, self.is_host, origin)

    def sees_same_as(self, other: Viewer) -> bool:
        """Whether both are spectators that see the same; cheaper than comparing their contexts."""
        if self.seats or other.seats or self.is_host or other.is_host or self.language != other.language:
            return False
        return self.view_seat == other.view_seat and self.form == other.form and self.text_only == other.text_only

    # ---- messages ----------------------------------------------------------------------------------

    def send_update(self, update: Update, answer: Message) -> None:
        """Send an update, with an answer that is for this page alone."""
        self.page_state = update.page_state
        self._send(answer, update.manifest, update.body)

    def send_answer(self, answer: Message) -> None:
        """Send an answer that leaves the page state unchanged."""
        self._send(answer, self.page_state.manifest_of({}), b"}")

    def _send(self, answer: Message, carried: UpdateManifest, rest: bytes) -> None:
        """Send a numbered message: `answer` for this page, then `rest`, which is shared by equal pages."""
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
        """Whether the manifests of all messages after that one are known."""
        return self.last_number - len(self.manifests) <= number <= self.last_number

    def resume(self, number: int) -> None:
        """Treat all messages after `number` as lost: the next update sends their content as it is then."""
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
        """Drop the manifests up to that message, which the page has received."""
        known = min(number, self.last_number) - (self.last_number - len(self.manifests))
        if known > 0:
            del self.manifests[:known]
        if self.sent_answers:
            self.sent_answers = tuple([one for one in self.sent_answers if one[0] > number])
