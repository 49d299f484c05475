"""What one page shows, the differences between two such states, and the viewer that remembers one.

Most changes in a cell are a class, a number or one picture among many, and a new cell is mostly like one beside it.
So markup is split before every tag, and a cell is sent as copies of ranges of pieces that the page has and as new
text between them: `[0, 7, "b>4", 8, 12]`, with the name of another cell `["at-1-2", [0, 7, "b>4"]]`, or whole where
that is no longer. web/static/live.js applies it.
"""

from __future__ import annotations

import secrets
import zlib
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from domik.kernel.drawing import EMPTY_FRAGMENT, NO_PATHS, Fragment, Paths, ScreenForm
from domik.kernel.game import SPECTATOR
from domik.server.http.outbox import Outbox

MIN_DIFF_LENGTH = 100  # characters of markup below which it is sent whole
MIN_COPY_SAVING = 12  # characters that a copy has to save
UNKNOWN_MARKUP = "?"  # never valid markup: what the page shows there is unknown
json_encoder = msgspec.json.Encoder()
Patch = msgspec.Raw | tuple[str, msgspec.Raw]


def use_single_quotes(markup: str) -> str:
    """Markup with single quotes, since JSON would escape every double quote.

    Text between tags contains neither, since it is escaped.
    """
    return markup if "'" in markup else markup.replace('"', "'")


@lru_cache(maxsize=256)
def encode_markup(markup: str) -> msgspec.Raw:
    """Markup encoded as JSON; cached, since most cells are sent many times and encoding is the main cost."""
    return msgspec.Raw(json_encoder.encode(use_single_quotes(markup)))


EMPTY_MARKUP: Final = encode_markup("")


def diff_pieces(had: list[str], now: list[str]) -> list[int | str]:
    """The new pieces as copies of ranges (start, end) of the old ones, and new text between them."""
    most = min(len(had), len(now))
    begin = 0
    while begin < most and had[begin] == now[begin]:
        begin += 1
    last, end = len(had), len(now)
    while end > begin and last > begin and had[last - 1] == now[end - 1]:
        last -= 1
        end -= 1
    found: list[int | str] = [0, begin] if begin else []
    if begin < last:
        diff_middle(had, begin, last, now, begin, end, found)
    elif begin < end:
        found.append("<".join(now[begin:end]))
    if last < len(had):
        found.append(last)
        found.append(len(had))
    return found


def diff_middle(
    had: list[str], begin: int, last: int, now: list[str], done: int, end: int, found: list[int | str]
) -> None:
    """Diff the part between a common prefix and suffix into `found`; copies may begin at any piece."""
    places = {had[at]: at for at in range(last - 1, begin - 1, -1)}
    fresh = done  # start of the pieces that are neither copied nor emitted yet
    while done < end:
        place = places.get(now[done], -1)
        run = 0
        if place >= 0:
            while done + run < end and place + run < last and had[place + run] == now[done + run]:
                run += 1
        if run > 1 or (run and len(now[done]) >= MIN_COPY_SAVING):
            if done > fresh:
                found.append("<".join(now[fresh:done]))
            found.append(place)
            found.append(place + run)
            done += run
            fresh = done
        else:
            done += 1
    if fresh < end:
        found.append("<".join(now[fresh:end]))


@lru_cache(maxsize=256)
def split_at_tags(markup: str) -> list[str]:
    """Markup split before every tag; cached, since the new markup is the old one of the next diff."""
    return use_single_quotes(markup).split("<")


@lru_cache(maxsize=256)
def encode_diff(had: str, now: str) -> msgspec.Raw | None:
    """The diff as JSON; None where it is not shorter than the new markup."""
    found = msgspec.Raw(json_encoder.encode(diff_pieces(split_at_tags(had), split_at_tags(now))))
    return found if len(found) < len(now) else None


@lru_cache(maxsize=256)
def cell_kind(id: str) -> str:
    """The id without its numbers: cells of the same kind look alike."""
    return id.rstrip("-0123456789")


def similar_cell(id: str, now: dict[str, str]) -> str:
    """The last preceding cell of the same kind; the page has it when it comes to this one. Empty for none."""
    kind, found = cell_kind(id), ""
    for other, markup in now.items():
        if other == id:
            break
        if len(markup) >= MIN_DIFF_LENGTH and cell_kind(other) == kind:
            found = other
    return found


def cell_patch(id: str, had: str, now: dict[str, str]) -> Patch:
    """The shortest patch that produces this cell."""
    markup = now[id]
    if len(markup) < MIN_DIFF_LENGTH:
        return encode_markup(markup)
    own = encode_diff(had, markup) if len(had) >= MIN_DIFF_LENGTH else None
    if own is not None and 2 * len(own) < len(markup):
        return own
    other = similar_cell(id, now)
    like = encode_diff(now[other], markup) if other else None
    if like is not None and (own is None or len(like) < len(own)):
        return other, like
    return encode_markup(markup) if own is None else own


def find_changed(had: dict[str, str], now: dict[str, str], found: dict[str, Patch]) -> None:
    """Add to `found` patches for all markup that a page lacks; unchanged markup is mostly the same object."""
    for id, markup in now.items():
        old = had.get(id, "")
        if old is not markup and old != markup:
            found[id] = cell_patch(id, old, now)


UNKNOWN_REFUSAL = ("", "")  # a refusal that the page may or may not show
UNKNOWN_CELLS = "lost"  # a sheet of cells whose content on the page is unknown
Message = dict[str, Any]
Refusals = dict[str, tuple[str, str]]  # element id -> clause and reason


class UpdateManifest(msgspec.Struct, gc=False):
    """What one message contained: names only, and the lengths of log and chat before it."""

    areas: tuple[str, ...]
    cells: tuple[str, ...]
    refusals: tuple[str, ...]
    facts: tuple[str, ...]
    lines: int  # of the log
    said: int  # of the chat


def without_cells(sheet: Fragment, lost: set[str]) -> Fragment:
    return Fragment({id: markup for id, markup in sheet.cells.items() if id not in lost})


class PageState:
    """A page's areas, cells, clickable paths, refusals and facts, and the lengths of its log and chat."""

    def __init__(
        self,
        areas: dict[str, str],
        sheets: dict[str, Fragment],
        around: dict[str, str],
        refusals: Refusals,
        paths: Paths | None,
        facts: dict[str, Any],
    ) -> None:
        self.areas = areas
        self.sheets = sheets
        self.chrome = around
        self.refusals = refusals
        self.paths = paths  # None: unknown
        self.facts = facts
        self.log_length = 0  # lines
        self.log_cuts = 0  # how often the log was truncated before those lines were sent
        self.chat_length = 0

    def with_lengths(self, lines: int, cuts: int, said: int) -> PageState:
        """Set the lengths of log and chat, and return self."""
        self.log_length, self.log_cuts, self.chat_length = lines, cuts, said
        return self

    def is_same_as(self, other: PageState) -> bool:
        if (self.log_length, self.log_cuts, self.chat_length) != (
            other.log_length,
            other.log_cuts,
            other.chat_length,
        ) or self.facts != other.facts:
            return False
        if self.areas != other.areas or self.chrome != other.chrome or self.refusals != other.refusals:
            return False
        return self.paths == other.paths and self.sheets == other.sheets

    def changes_since(self, had: PageState) -> Message:
        """The message that turns a page in state `had` into this one, without log and chat."""
        message: Message = {}
        sheets = had.sheets
        if self.areas is not had.areas:
            areas = {name: encode_markup(new) for name, new in self.areas.items() if had.areas.get(name, "") != new}
            if areas:
                message["areas"] = areas
                # A new area comes with empty cells, an unchanged one keeps its own: all cells are sent again.
                known = {id for sheet in sheets.values() for id in sheet.cells}
                sheets = {UNKNOWN_CELLS: Fragment(dict.fromkeys(known, UNKNOWN_MARKUP))}
        cells = self.cell_patches(sheets)
        if self.chrome != had.chrome:
            find_changed(had.chrome, self.chrome, cells)
        if cells:
            message["cells"] = cells
        if self.refusals is not had.refusals and self.refusals != had.refusals:
            message["no"] = dict.fromkeys(had.refusals.keys() - self.refusals.keys()) | {
                id: why for id, why in self.refusals.items() if had.refusals.get(id) != why
            }
        if had.paths is not self.paths and had.paths != self.paths:
            message["paths"] = [[number, *path] for number, path in (self.paths or NO_PATHS).items()]
        for name, value in self.facts.items():
            if name not in had.facts or had.facts[name] != value:
                message[name] = value
        return message

    def cell_patches(self, had_sheets: dict[str, Fragment]) -> dict[str, Patch]:
        """Patches for the cells of all sheets that changed; cells in no sheet any more are emptied."""
        found: dict[str, Patch] = {}
        gone: list[str] = []
        for name, sheet in self.sheets.items():
            had = had_sheets.get(name, EMPTY_FRAGMENT)
            if had is not sheet:
                before, now = had.cells, sheet.cells
                find_changed(before, now, found)
                gone += [id for id in before if id not in now]
        for name, sheet in had_sheets.items():
            if name not in self.sheets:
                gone += sheet.cells
        for id in gone:
            found.setdefault(id, EMPTY_MARKUP)
        return found

    def manifest_of(self, message: Message) -> UpdateManifest:
        """The manifest of a message that leads to this state."""
        log, chat = message.get("log"), message.get("chat", ())
        return UpdateManifest(
            tuple(message.get("areas", ())),
            tuple(message.get("cells", ())),
            tuple(message.get("no", ())),
            tuple([name for name in message if name not in NON_FACT_KEYS]),
            self.log_length if log is None else log[0],
            self.chat_length - len(chat),
        )

    def without_updates(self, lost: list[UpdateManifest]) -> PageState:
        """The state of a page that did not receive those messages; the next message sends it again."""
        cells = {name for carried in lost for name in carried.cells}
        areas = {name for carried in lost for name in carried.areas}
        sheets = {name: without_cells(sheet, cells) for name, sheet in self.sheets.items()}
        sheets[UNKNOWN_CELLS] = Fragment(dict.fromkeys(cells, UNKNOWN_MARKUP))
        facts = {name for carried in lost for name in carried.facts}
        return PageState(
            {name: markup for name, markup in self.areas.items() if name not in areas},
            sheets,
            {name: UNKNOWN_MARKUP if name in cells else markup for name, markup in self.chrome.items()},
            self.refusals | {name: UNKNOWN_REFUSAL for carried in lost for name in carried.refusals},
            None if "paths" in facts else self.paths,
            {name: value for name, value in self.facts.items() if name not in facts},
        ).with_lengths(min(self.log_length, *(carried.lines for carried in lost)), self.log_cuts, lost[0].said)


NON_FACT_KEYS = frozenset(("areas", "cells", "no", "log", "chat", "n"))
EMPTY_PAGE: Final = PageState({}, {}, {}, {}, None, {})


class Update:
    """A message for all equal pages in the same state; `body` is its JSON without the opening brace."""

    def __init__(self, shown: PageState, message: Message) -> None:
        self.page_state = shown
        self.is_empty = not message
        self.body: bytes = json_encoder.encode(message)[1:]
        self.manifest = shown.manifest_of(message)


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
        self.language = language
        self.form: ScreenForm = form
        self.text_only = in_letters
        self.name = name
        self.accepts_compressed = False  # whether the page can decompress messages
        self.seats: tuple[int, ...] = ()  # seats it may act for
        self.is_host = False  # whether this person opened the table
        self.has_given_up = False  # whether a bot plays on for them while they watch
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
        owner = self.owner if self.seats or self.has_given_up else ""
        origin = self.origin if self.is_host else ""
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
