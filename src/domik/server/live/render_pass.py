"""Rendering of updates; what several viewers see alike is rendered once per broadcast."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from domik.kernel.drawing import NO_PATHS, NO_REFUSALS, Drawing, Fragment, Paths, ScreenForm, say_cached
from domik.kernel.phrase import Phrase
from domik.server.live.after_game import result_panel
from domik.server.live.lobby import invitation_panel, lobby_panel
from domik.server.live.services import Services
from domik.server.rendering import table_chrome
from domik.server.rendering.page_state import (
    Message,
    PageState,
    Refusals,
    RenderContext,
    Update,
    Viewer,
    use_single_quotes,
)
from domik.server.rendering.renderers import draw_view, table_pen, table_players
from domik.server.rendering.score_breakdown import score_breakdown
from domik.server.rendering.table_chrome import absence_notice, page_facts
from domik.table import Table
from domik.table.running_game import LogLine, log_lines
from domik.web.pen import MarkupPen


class RenderedBoard(NamedTuple):
    """A board as one seat sees it in one language, with what can be clicked and why other things are refused."""

    areas: dict[str, str]
    sheets: dict[str, Fragment]
    paths: Paths
    refusals: Refusals
    prompt: str


EMPTY_BOARD = RenderedBoard({"ribbon": "", "own": "", "side": "", "hand": ""}, {}, NO_PATHS, {}, "")


def rendered_board(drawing: Drawing, prompt: str, pen: MarkupPen, closed: bool) -> RenderedBoard:
    """A drawing in the form that page states compare; at a closed table nothing can be clicked."""
    sheets = drawing.all_fragments()
    paths, refusals = NO_PATHS, NO_REFUSALS
    for sheet in sheets.values():
        if sheet.paths and not closed:
            paths = paths | sheet.paths if paths else sheet.paths
        if sheet.refusals:
            refusals = refusals | sheet.refusals if refusals else sheet.refusals
    told: dict[str, tuple[str, str]] = {id: (no.clause, say_cached(pen, no.reason)) for id, no in refusals.items()}
    return RenderedBoard(drawing.areas, sheets, paths, told, prompt)


@lru_cache(maxsize=256)
def prompt_markup(pen: MarkupPen, prompt: Phrase) -> str:
    """The prompt with its kind of decision, so that the script can explain it to beginners."""
    return f'<span data-kind="{prompt.key.removeprefix("prompt.")}">{pen.say(prompt)}</span>'


class Presence(NamedTuple):
    """The seats whose players are present, and for how many milliseconds the others have been absent."""

    seats: frozenset[int]
    absences: dict[int, int]


class RenderPass:
    """The cache of one broadcast; nothing is kept afterwards, since most tables are idle most of the time."""

    def __init__(
        self, services: Services, table: Table, viewers: Sequence[Viewer], present: Presence, arriving: int
    ) -> None:
        self.services = services
        self.table = table
        self.viewers = viewers
        self.present = present.seats
        self.absences = present.absences
        self.arriving = arriving  # guests on the invitation page
        self.spectators = sum(not viewer.seats and viewer.is_connected for viewer in viewers)
        self._boards: dict[tuple[int, str, ScreenForm, bool], RenderedBoard] = {}
        self._page_states: dict[RenderContext, PageState] = {}
        self._updates: dict[tuple[PageState, RenderContext], Update] = {}
        self._log_lines: dict[tuple[str, int], str] = {}

    def update_for(self, had: PageState, reader: RenderContext) -> Update:
        """The update from state `had`, encoded once for all equal pages in that state."""
        found = self._updates.get((had, reader))
        if found is None:
            now, pen = self.page_state(reader), self.pen(reader)
            message = now.changes_since(had)
            self.add_log(message, had, pen)
            if had.chat_length != now.chat_length:
                missing = min(now.chat_length - had.chat_length, len(self.table.chat))
                chat = self.table.chat[len(self.table.chat) - missing :]
                first = now.chat_length - missing
                message["chat"] = [
                    table_chrome.chat_line(self.table, line, first + k, pen) for k, line in enumerate(chat)
                ]
            found = self._updates[had, reader] = Update(now, message)
        return found

    def pen(self, reader: RenderContext) -> MarkupPen:
        return table_pen(reader.language, self.table.match.package.name, reader.form, self.services.root_path)

    def page_state(self, reader: RenderContext) -> PageState:
        found = self._page_states.get(reader)
        if found is None:
            table, pen = self.table, self.pen(reader)
            sight = self.board(reader, pen)
            around = table_chrome.chrome_cells(table, reader, pen, sight.prompt, self.spectators)
            around["question"] = around["question"] or absence_notice(table, reader, pen, self.absences)
            if not table.is_dealt:
                around["gathering"] = lobby_panel(table, reader, pen, self.arriving)
                around["invite"] = invitation_panel(table, reader, pen, self.services)
            elif table.is_over:
                around["after"] = result_panel(table, reader, pen, self.present)
                around["ledger"] = score_breakdown(table, pen, reader.view_seat) if table.is_finished else ""
            found = PageState(
                sight.areas, sight.sheets, around, sight.refusals, sight.paths, page_facts(table, reader, self.absences)
            )
            self._page_states[reader] = found.with_lengths(
                len(table.log), table.log.truncation_count(), table.chat_count
            )
        return found

    def reuse_page_state(self, reader: RenderContext) -> None:
        """Share the page state object of a connected viewer where it is equal, so that diffs are shared."""
        mine = self.page_state(reader)
        for viewer in self.viewers:
            if viewer.is_connected and viewer.render_context() == reader and viewer.page_state.is_same_as(mine):
                self._page_states[reader] = viewer.page_state
                return

    def board(self, reader: RenderContext, pen: MarkupPen) -> RenderedBoard:
        """The board of a context, drawn once for all that share seat, language and form."""
        table = self.table
        if not table.is_dealt:
            return EMPTY_BOARD
        key = (reader.view_seat, reader.language, reader.form, reader.text_only)
        found = self._boards.get(key)
        if found is None:
            view = table.view(reader.view_seat)
            players = table_players(table, self.present, reader.language)
            drawing = draw_view(table.match, view, players, reader.language, reader.form, reader.text_only)
            prompt = prompt_markup(pen, table.match.prompt(view))
            found = self._boards[key] = rendered_board(drawing, prompt, pen, table.is_closed)
        return found

    def add_log(self, message: Message, had: PageState, pen: MarkupPen) -> None:
        """Add to the message how many of the page's log lines still hold, and those that follow."""
        log = self.table.log
        kept = log.valid_lines(had.log_length, had.log_cuts)
        if kept != had.log_length or kept != len(log):
            message["log"] = [kept, *self.log_lines(kept, log_lines(self.table, kept), pen)]

    def log_lines(self, first: int, told: list[LogLine], pen: MarkupPen) -> list[str]:
        """Rendered log lines from number `first` on, cached by language."""
        found = []
        for number, line in enumerate(told, first):
            key = (pen.language, number)
            text = self._log_lines.get(key)
            if text is None:
                text = self._log_lines[key] = use_single_quotes(table_chrome.log_line(self.table, line, pen))
            found.append(text)
        return found
