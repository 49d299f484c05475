"""The cells around a game's drawing, the same for every game: prompt, buttons, requests, clocks, log, chat."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Argument, Phrase
from domik.server.rendering.page_state import RenderContext
from domik.server.rendering.player_names import display_name, display_names, fill_in_names
from domik.table import Table
from domik.table.clock import now
from domik.table.journal import ChatLine
from domik.table.running_game import LogLine, last_chosen_move
from domik.table.seating import hand_over_objection
from domik.web.pen import MarkupPen, face


def web_text(pen: MarkupPen, key: str, **args: Argument) -> str:
    """A phrase of the web pages, escaped."""
    return pen.say(Phrase(f"web.{key}", args))


@lru_cache(maxsize=256)
def button(pen: MarkupPen, do: str, key: str, icon: str, kind: str = "quiet", extra: str = "") -> str:
    """A button whose `data-do` the script sends as a command."""
    inside = f"{pen.icon(icon, 17)}<span>{web_text(pen, key)}</span>"
    return f'<button type="button" class="button {kind}" data-do="{do}"{extra}>{inside}</button>'


def clause_link(pen: MarkupPen, table: Table, clause: str) -> str:
    """A link to a clause that opens in the rules sheet; empty without a clause."""
    if not clause:
        return ""
    game = table.match.package.name
    return f' <a class="clause-tag" href="{pen.root}/g/{game}/rules#{clause}" data-clause="{clause}">{clause}</a>'


def chrome_cells(table: Table, reader: RenderContext, pen: MarkupPen, todo: str, watching: int) -> dict[str, str]:
    """The cells around the drawing for one viewer; `todo` is what its view asks it to do."""
    return {
        "prompt": prompt_cell(table, reader, pen, todo),
        "acts": action_buttons(table, reader, pen),
        "question": undo_request(table, reader, pen),
        "clocks": clock_cells(table, pen),
        "crowd": spectator_count(pen, watching),
        "folk-menu": seat_menu(table, reader, pen),
        "gathering": "",
        "invite": "",
        "after": "",
        "ledger": "",
    }


def prompt_cell(table: Table, reader: RenderContext, pen: MarkupPen, todo: str) -> str:
    """What to do now, in one sentence."""
    if not table.is_dealt:
        return web_text(pen, "gathering")
    if table.is_closed:
        return web_text(pen, "closed")
    if reader.seats and reader.view_seat == SPECTATOR and not table.is_over:
        return web_text(pen, "curtain_down")
    return todo


def action_buttons(table: Table, reader: RenderContext, pen: MarkupPen) -> str:
    """What a seat can do besides playing: confirm, undo, request an undo, ask for a hint."""
    if reader.owner and not reader.seats and not table.is_over:
        return watching_note(pen)
    if not table.is_dealt or reader.view_seat == SPECTATOR or table.is_over:
        return ""
    hint = table.terms.hints and table.awaits(reader.view_seat)
    return button_row(pen, table.terms.confirm, *undo_button_state(table, reader.view_seat), hint)


@lru_cache(maxsize=64)
def watching_note(pen: MarkupPen) -> str:
    """For somebody who gave up: that they watch now, and a way to another game."""
    words = f"{pen.icon('eye', 18)}<span>{web_text(pen, 'give_up.watching')}</span>"
    home = f"{pen.icon('play', 17)}<span>{web_text(pen, 'give_up.another')}</span>"
    return f'<p class="watching" role="status">{words}</p><a class="button" href="{pen.root}/">{home}</a>'


@lru_cache(maxsize=256)
def button_row(
    pen: MarkupPen, confirm: bool, does: str, key: str, why: Phrase | None, disabled: bool, hint: bool
) -> str:
    found = []
    if confirm:
        found.append(button(pen, "confirm", "ready", "check", "ready wait", " disabled"))
    extra = (f' title="{pen.say(why)}"' if why else "") + (" disabled" if disabled else "")
    found.append(button(pen, does, key, "undo-2", "quiet undo" + (" ask" if does == "ask" else ""), extra))
    if hint:
        found.append(button(pen, "hint", "hint", "lightbulb"))
    return "".join(found)


def undo_button_state(table: Table, seat: int) -> tuple[str, str, Phrase | None, bool]:
    """The undo button: its command, its text key, why undo is not free, and whether it is disabled."""
    if last_chosen_move(table, seat) is None:
        return "undo", "undo", None, True
    why = table.undo_label(seat)
    if why is None:
        return "undo", "undo" if table.secret_choice(seat) is None else "change_choice", None, False
    return "ask", "ask_undo" if table.undo_voters(seat) else "undo", why, table.undo_request is not None


def undo_request(table: Table, reader: RenderContext, pen: MarkupPen) -> str:
    """A player's open request to undo, or else to end the game."""
    asked = table.undo_request
    if asked is None:
        return end_request(table, reader, pen)
    name = table.seats[asked.seat].name
    if reader.view_seat in asked.voters:
        words = web_text(pen, "question", name=name, n=len(table.moves) - asked.to)
        yes = button(pen, "yes", "yes", "check", "small")
        no = button(pen, "no", "no", "x", "quiet small")
        return f'<div class="panel question" role="alertdialog" aria-label="{words}"><p>{words}</p>{yes}{no}</div>'
    never_mind = button(pen, "no", "never_mind", "x", "quiet small") if reader.view_seat == asked.seat else ""
    waits = [display_name(table.seats[seat], pen.language) for seat in sorted(asked.voters)]
    words = web_text(pen, "question_open", name=name, names=", ".join(waits))
    return f'<div class="panel question"><p>{words}</p>{never_mind}</div>'


def end_request(table: Table, reader: RenderContext, pen: MarkupPen) -> str:
    names = [seat.name for seat in table.seats if seat.wants_end and not seat.is_played_by_bot]
    if not names or table.is_over or reader.view_seat == SPECTATOR:
        return ""
    words = web_text(pen, "end_asked", names=", ".join(names), n=len(names))
    on = button(pen, "play_on", "play_on", "play", "quiet small")
    yes = "" if table.seats[reader.view_seat].wants_end else button(pen, "end", "end_too", "flag", "small")
    return f'<div class="panel question" role="alertdialog" aria-label="{words}"><p>{words}</p>{yes}{on}</div>'


def clock_cells(table: Table, pen: MarkupPen) -> str:
    """One clock per seat; the script makes them tick."""
    if not table.clock.is_running or not table.is_dealt or table.is_over:
        return ""
    return "".join(
        f'<span class="clock seat-{number}" title="{pen.escape(display_name(seat, pen.language))}">'
        f'{pen.face(number, seat.animal, 18)}<time data-clock="{number}"></time></span>'
        for number, seat in enumerate(table.seats)
    )


@lru_cache(maxsize=256)
def spectator_count(pen: MarkupPen, watching: int) -> str:
    return f"{pen.icon('eye', 14)} {web_text(pen, 'watching', n=watching)}" if watching else ""


def seat_menu(table: Table, reader: RenderContext, pen: MarkupPen) -> str:
    """Links for other devices at one's seat, and to resign."""
    if not reader.seats or not table.is_dealt or table.is_over:
        return ""
    screens = f"{pen.icon('monitor-smartphone', 17)}<span>{web_text(pen, 'devices.short')}</span>"
    devices = f'<a class="button quiet needs-server" href="{pen.root}/t/{table.id}/devices">{screens}</a>'
    if reader.view_seat < 0:  # behind the curtain nobody gives up for anybody
        return devices
    return devices + button(pen, "give-up", "resign", "flag") + give_up_sheet(table, reader.view_seat, pen)


def give_up_sheet(table: Table, seat: int, pen: MarkupPen) -> str:
    """What giving up means, in three sentences, before it is done."""
    others = [one for number, one in enumerate(table.seats) if number != seat]
    left = [one for number, one in enumerate(table.seats) if number != seat and number not in table.resigned]
    goes_on = len(left) > 1 and any(not one.is_bot for one in left)
    names = ", ".join(display_name(one, pen.language) for one in others)
    lines = (
        [("bot", web_text(pen, "give_up.bot", names=names)), ("eye", web_text(pen, "give_up.watch"))]
        if goes_on
        else [("flag", web_text(pen, "give_up.ends"))]
    )
    lines.append(("lock", web_text(pen, "give_up.final")))
    items = "".join(f"<li>{pen.icon(icon, 20)}<span>{text}</span></li>" for icon, text in lines)
    own = table.seats[seat]
    return (
        f'<template id="give-up"><header>{pen.face(seat, own.animal, 52)}<h2>{web_text(pen, "give_up.title")}</h2>'
        f"</header><ul>{items}</ul><footer>{button(pen, 'close-sheet', 'give_up.no', 'play')}"
        f"{button(pen, 'resign', 'give_up.yes' if goes_on else 'resign', 'flag', 'dark')}</footer></template>"
    )


def log_line(table: Table, told: LogLine, pen: MarkupPen) -> str:
    """One line of the log as a sentence: who did what, and by which clause."""
    event = told.event
    face = ""
    who = ""
    if event.seat >= 0:
        seat = table.seats[event.seat]
        face = pen.face(event.seat, seat.animal, 0)
        who = f"<b>{pen.escape(display_name(seat, pen.language))}</b> "
    what = pen.say(fill_in_names(event.what, display_names(table, pen.language)))
    stop = "" if what.endswith((".", "!", "?", "…")) else "."
    more = recap_button(pen, event.recap) if event.recap else ""
    return (
        f"<li{log_line_attributes(table, told, pen)}>{face}<span>{who}{what}{stop}</span>"
        f"{more}{clause_link(pen, table, event.clause)}</li>"
    )


def log_line_attributes(table: Table, told: LogLine, pen: MarkupPen) -> str:
    """What the script needs of a line: its move, who made it, whom else it concerns, and the animation path."""
    event, by = told.event, actor_at(table, told.step)
    found = f' data-step="{told.step}" data-by="{by}"'
    if event.seat != by:
        found += f' data-of="{event.seat}"'
    if event.recap:
        found += f' data-recap="{event.recap}"'
    if event.stops:
        stops = [(f"{event.seat}.{stop.place}", pen.words.say(stop.what)) for stop in event.stops]
        found += f' data-walk="{pen.escape(msgspec.json.encode(stops).decode())}"'
    return found


def actor_at(table: Table, step: int) -> int:
    """The seat that made a move; -1 where it was automatic or there was none."""
    if not 0 < step <= len(table.moves):
        return -1
    seat = table.moves[step - 1].seat
    return -1 if table.auto[step - 1] and not table.seats[seat].is_played_by_bot else seat


@lru_cache(maxsize=256)
def recap_button(pen: MarkupPen, round: int) -> str:
    words = web_text(pen, "recap.open", n=round)
    return (
        f'<button type="button" class="mini-round" data-do="recap" data-round="{round}" aria-label="{words}" '
        f'title="{words}">{pen.icon("table-2", 14)}</button>'
    )


def chat_line(table: Table, said: ChatLine, number: int, pen: MarkupPen) -> str:
    """One line of the chat, escaped; the face opens what can be done about a person, the text is there to react to."""
    name = pen.escape(said.name)
    about = web_text(pen, "talk.about", name=said.name or web_text(pen, "looks_on"))
    if said.seat >= 0:
        face, note = pen.face(said.seat, table.seats[said.seat].animal, 28), ""
    else:
        face, note = pen.icon("eye", 18), f"<small>{web_text(pen, 'looks_on')}</small>"
    ready = f" {pen.icon('languages', 12)}" if said.phrase else ""
    text = web_text(pen, f"phrase.{said.phrase}") if said.phrase else pen.escape(said.text)
    return (
        f'<li data-line="{number}" data-seat="{said.seat}" data-name="{name}">'
        f'<button type="button" class="who-said" data-do="person" aria-label="{about}">{face}</button>'
        f'<button type="button" class="speech" data-do="marks"><b>{name}{ready}</b>{note}'
        f"<span>{text}</span></button></li>"
    )


ABSENCE_GRANULARITY = 10_000  # milliseconds: absences are not reported more exactly


def page_facts(table: Table, reader: RenderContext, away: dict[int, int]) -> dict[str, Any]:
    """What the script needs besides markup."""
    mine = [seat for seat in reader.seats if table.awaits(seat)]
    curtain: list[Any] = []
    if len(reader.seats) > 1 and reader.view_seat == SPECTATOR and not table.is_over and table.is_dealt:
        waits = [(seat, table.seats[seat]) for seat in (mine or reader.seats)]
        curtain = [[number, seat.name, face(number, seat.animal, 72)] for number, seat in waits]
    facts: dict[str, Any] = {
        "turn": table.turn_token(reader.view_seat) if reader.view_seat >= 0 else "",
        "mine": bool(mine),
        "seats": reader.seats,
        "eyes": reader.view_seat,
        "dealt": table.is_dealt,
        "over": table.is_over,
        "curtain": curtain,
        "next": table.next_table,
        "again": bool(reader.seats) and all(table.seats[seat].wants_rematch for seat in reader.seats),
        "hash": table.hash,
        "head": table.chain_head,
        "away": {str(seat): ms // ABSENCE_GRANULARITY * ABSENCE_GRANULARITY for seat, ms in away.items()},
    }
    if table.reactions:
        facts["marks"] = {str(line): marks_under(given) for line, given in table.reactions.items()}
    if table.clock.is_running:
        at = now()
        left = [table.clock.time_left(seat, at) for seat in range(len(table.seats))]
        facts["clocks"] = [table.awaited_seats(), *left]
    return facts


def marks_under(given: dict[int, str]) -> dict[str, list[int]]:
    """The seats that gave each mark to a line of chat."""
    found: dict[str, list[int]] = {}
    for seat in sorted(given):
        found.setdefault(given[seat], []).append(seat)
    return found


HIDDEN_OBJECTIONS = ("table.error.present", "table.error.bot_seat")  # reasons that no longer hold a moment later


def absence_notice(table: Table, reader: RenderContext, pen: MarkupPen, away: dict[int, int]) -> str:
    """Whom the game waits for, with a button that lets a bot play for viewers who may decide that."""
    missing = [seat for seat in away if table.awaits(seat) and seat not in reader.seats]
    if not reader.seats or not missing or any(table.awaits(seat) for seat in reader.seats):  # the viewer's own turn
        return ""
    lines = "".join(absence_line(table, reader, pen, seat, away[seat]) for seat in missing)
    return f'<div class="panel question away" role="status">{lines}</div>'


def absence_line(table: Table, reader: RenderContext, pen: MarkupPen, seat: int, ms: int) -> str:
    name = display_name(table.seats[seat], pen.language)
    why = hand_over_objection(table, seat, reader.owner, ms)
    if why is None:
        told = web_text(pen, "away.choose", name=name)
        return f"<p>{told}</p>" + button(pen, "stand_in", "stand_in", "bot", "quiet small", f' data-seat="{seat}"')
    reason = "" if why.key in HIDDEN_OBJECTIONS else f" {pen.say(why)}"
    return f"<p>{web_text(pen, 'away.waits', name=name)}{reason}</p>"
