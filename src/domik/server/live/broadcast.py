"""Rendering and sending of updates; what several viewers see alike is rendered once per broadcast."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from domik.kernel.drawing import NO_PATHS, NO_REFUSALS, Drawing, Fragment, Paths, ScreenForm, say_cached
from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Phrase
from domik.server.live.after_game import result_panel
from domik.server.live.lobby import invitation_panel, lobby_panel
from domik.server.rendering import table_chrome
from domik.server.rendering.markup_diff import use_single_quotes
from domik.server.rendering.page_state import Message, PageState, Refusals, Update
from domik.server.rendering.renderers import draw_view, table_pen, table_players
from domik.server.rendering.score_breakdown import score_breakdown
from domik.server.rendering.table_chrome import absence_notice, page_facts
from domik.server.rendering.viewer import RenderContext, Viewer
from domik.table import Table
from domik.table.running_game import LogLine, log_lines
from domik.web.pen import MarkupPen

if TYPE_CHECKING:
    from domik.server.live.live_table import LiveTable


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
    told = {id: (no.clause, say_cached(pen, no.reason)) for id, no in refusals.items()}
    return RenderedBoard(drawing.areas, sheets, paths, told, prompt)


@lru_cache(maxsize=4096)
def prompt_markup(pen: MarkupPen, prompt: Phrase) -> str:
    """The prompt with its kind of decision, so that the script can explain it to beginners."""
    return f'<span data-kind="{prompt.key.removeprefix("prompt.")}">{pen.say(prompt)}</span>'


class RenderPass:
    """The cache of one broadcast; nothing is kept afterwards, since most tables are idle most of the time."""

    def __init__(self, live_table: LiveTable) -> None:
        self.live_table = live_table
        self.table = live_table.table
        self.present = live_table.present_seats()
        self.absences = live_table.absences(self.present)
        self.spectators = sum(not viewer.seats and viewer.is_connected for viewer in live_table.viewers.values())
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
                message["chat"] = [table_chrome.chat_line(self.table, line, pen) for line in chat]
            found = self._updates[had, reader] = Update(now, message)
        return found

    def pen(self, reader: RenderContext) -> MarkupPen:
        return table_pen(
            reader.language, self.table.match.package.name, reader.form, self.live_table.services.root_path
        )

    def page_state(self, reader: RenderContext) -> PageState:
        found = self._page_states.get(reader)
        if found is None:
            table, pen = self.table, self.pen(reader)
            sight = self.board(reader, pen)
            around = table_chrome.chrome_cells(table, reader, pen, sight.prompt, self.spectators)
            around["question"] = around["question"] or absence_notice(table, reader, pen, self.absences)
            if not table.is_dealt:
                around["gathering"] = lobby_panel(table, reader, pen, len(self.live_table.arriving))
                around["invite"] = invitation_panel(table, reader, pen, self.live_table.services)
            elif table.is_over:
                around["after"] = result_panel(table, reader, pen, self.present)
                around["ledger"] = score_breakdown(table, pen) if table.is_finished else ""
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
        for viewer in self.live_table.viewers.values():
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


def broadcast(live_table: LiveTable, actor: Viewer | None = None, reply: int | None = None) -> None:
    """Send every connected viewer what changed; the actor's message confirms its command by `reply`."""
    render_pass = RenderPass(live_table)
    parcel, like, had = None, None, None  # of the previous viewer: most spectators see the same
    for viewer in live_table.viewers.values():
        if viewer.is_connected:
            if len(viewer.seats) > 1:
                drop_curtain(live_table.table, viewer)
            if parcel is None or like is None or viewer.page_state is not had or not viewer.sees_same_as(like):
                parcel, like, had = (
                    render_pass.update_for(viewer.page_state, viewer.render_context()),
                    viewer,
                    viewer.page_state,
                )
            answer: Message = {} if viewer is not actor or reply is None else {"ok": reply}
            if answer or not parcel.is_empty:
                viewer.send_update(parcel, answer)
                live_table.services.metrics.messages += 1


def send_first_update(live_table: LiveTable, viewer: Viewer) -> None:
    """The first message of a connection: the viewer's id, all that the page lacks, and lost answers."""
    if len(viewer.seats) > 1:
        drop_curtain(live_table.table, viewer)
    render_pass, reader = RenderPass(live_table), viewer.render_context()
    render_pass.reuse_page_state(reader)
    answers = {"viewer": viewer.id} | (viewer.lost_answers or {})
    viewer.send_update(render_pass.update_for(viewer.page_state, reader), answers)
    viewer.lost_answers = None


def drop_curtain(table: Table, viewer: Viewer) -> None:
    """On a screen shared by several players, hide a seat's view once its turn is over."""
    if viewer.view_seat != SPECTATOR and not table.awaits(viewer.view_seat):
        viewer.view_seat = SPECTATOR
