"""The cells around a game's drawing, the same for every game: prompt, buttons, questions, clocks, log, chat."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from domik.kernel.game import ONLOOKER
from domik.kernel.phrase import Argument, Phrase
from domik.server.sight.names import name_of, names_at, with_names
from domik.server.sight.reader import Reader
from domik.table import Table
from domik.table.log import Told
from domik.table.said import Said
from domik.table.taking_back import glanced, voters
from domik.table.undo import last_chosen
from domik.web.pen import Pen


def text(pen: Pen, key: str, **args: Argument) -> str:
    """A phrase of the web pages, escaped."""
    return pen.say(Phrase(f"web.{key}", args))


@lru_cache(maxsize=4096)
def button(pen: Pen, do: str, key: str, icon: str, kind: str = "quiet", extra: str = "") -> str:
    """A button that the script sends as it is."""
    inside = f"{pen.icon(icon, 17)}<span>{text(pen, key)}</span>"
    return f'<button type="button" class="button {kind}" data-do="{do}"{extra}>{inside}</button>'


def clause_link(pen: Pen, table: Table, clause: str) -> str:
    """A clause that opens in the rules sheet."""
    if not clause:
        return ""
    game = table.match.title.name
    return f' <a class="clause-tag" href="/g/{game}/rules#{clause}" data-clause="{clause}">{clause}</a>'


def cells_around(table: Table, reader: Reader, pen: Pen, todo: str, watching: int) -> dict[str, str]:
    """Everything around the drawing for one viewer; `todo` is what its view asks it to do."""
    return {
        "prompt": prompt(table, reader, pen, todo),
        "acts": acts(table, reader, pen),
        "question": question(table, reader, pen),
        "clocks": clocks(table, pen),
        "crowd": crowd(pen, watching),
        "folk-menu": seat_menu(table, reader, pen),
        "gathering": "",
        "invite": "",
        "after": "",
        "ledger": "",
    }


def prompt(table: Table, reader: Reader, pen: Pen, todo: str) -> str:
    """What to do now, in one sentence."""
    if not table.is_dealt:
        return text(pen, "gathering")
    if table.is_closed:
        return text(pen, "closed")
    if reader.seats and reader.eyes == ONLOOKER and not table.is_over:
        return text(pen, "curtain_down")
    return todo


def acts(table: Table, reader: Reader, pen: Pen) -> str:
    """Confirm, undo, ask, hint: what this seat can do besides playing."""
    if not table.is_dealt or reader.eyes == ONLOOKER or table.is_over:
        return ""
    hint = table.terms.hints and table.awaits(reader.eyes)
    return row_of_acts(pen, table.terms.confirm, *undoing(table, reader.eyes), hint)


@lru_cache(maxsize=1024)
def row_of_acts(pen: Pen, confirm: bool, does: str, key: str, why: Phrase | None, disabled: bool, hint: bool) -> str:
    """The buttons in a row."""
    found = []
    if confirm:
        found.append(button(pen, "confirm", "ready", "check", "ready wait", " disabled"))
    extra = (f' title="{pen.say(why)}"' if why else "") + (" disabled" if disabled else "")
    found.append(button(pen, does, key, "undo-2", "quiet undo" + (" ask" if does == "ask" else ""), extra))
    if hint:
        found.append(button(pen, "hint", "hint", "lightbulb"))
    return "".join(found)


def undoing(table: Table, seat: int) -> tuple[str, str, Phrase | None, bool]:
    """Take back freely, ask first, or nothing to take back: the deed, its words, why not freely, whether not at all."""
    if last_chosen(table, seat) is None:
        return "undo", "undo", None, True
    why = glanced(table, seat)
    if why is None:
        return "undo", "undo", None, False
    return "ask", "ask_undo" if voters(table, seat) else "undo", why, table.question is not None


def question(table: Table, reader: Reader, pen: Pen) -> str:
    """Somebody asks to take steps back."""
    asked = table.question
    if asked is None:
        return ending(table, reader, pen)
    name = table.seats[asked.seat].name
    if reader.eyes in asked.voters:
        words = text(pen, "question", name=name, n=len(table.moves) - asked.to)
        yes = button(pen, "yes", "yes", "check", "small")
        no = button(pen, "no", "no", "x", "quiet small")
        return f'<div class="panel question" role="alertdialog" aria-label="{words}"><p>{words}</p>{yes}{no}</div>'
    never_mind = button(pen, "no", "never_mind", "x", "quiet small") if reader.eyes == asked.seat else ""
    waits = [name_of(table.seats[seat], pen.language) for seat in sorted(asked.voters)]
    words = text(pen, "question_open", name=name, names=", ".join(waits))
    return f'<div class="panel question"><p>{words}</p>{never_mind}</div>'


def ending(table: Table, reader: Reader, pen: Pen) -> str:
    """Somebody would like to end the game here."""
    names = [seat.name for seat in table.seats if seat.wants_end and not seat.played_by_bot]
    if not names or table.is_over or reader.eyes == ONLOOKER:
        return ""
    words = text(pen, "end_asked", names=", ".join(names), n=len(names))
    on = button(pen, "play_on", "play_on", "play", "quiet small")
    yes = "" if table.seats[reader.eyes].wants_end else button(pen, "end", "end_too", "flag", "small")
    return f'<div class="panel question" role="alertdialog" aria-label="{words}"><p>{words}</p>{yes}{on}</div>'


def clocks(table: Table, pen: Pen) -> str:
    """One clock a seat; the script lets them tick."""
    if not table.clock.is_running or not table.is_dealt or table.is_over:
        return ""
    return "".join(
        f'<span class="clock seat-{number}" title="{pen.escape(name_of(seat, pen.language))}">'
        f'{pen.face(number, seat.animal, 18)}<time data-clock="{number}"></time></span>'
        for number, seat in enumerate(table.seats)
    )


@lru_cache(maxsize=256)
def crowd(pen: Pen, watching: int) -> str:
    """How many look on."""
    return f"{pen.icon('eye', 14)} {text(pen, 'watching', n=watching)}" if watching else ""


def seat_menu(table: Table, reader: Reader, pen: Pen) -> str:
    """Other screens for one's seat, and a way out."""
    if not reader.seats or not table.is_dealt or table.is_over:
        return ""
    screens = f"{pen.icon('monitor-smartphone', 17)}<span>{text(pen, 'devices.short')}</span>"
    return (
        f'<a class="button quiet" href="/t/{table.id}/devices">{screens}</a>{button(pen, "resign", "resign", "flag")}'
    )


def log_line(table: Table, told: Told, pen: Pen) -> str:
    """One line of the log, a whole sentence: who did what, and by which clause."""
    event = told.event
    face = ""
    who = ""
    if event.seat >= 0:
        seat = table.seats[event.seat]
        face = pen.face(event.seat, seat.animal, 0)
        who = f"<b>{pen.escape(name_of(seat, pen.language))}</b> "
    what = pen.say(with_names(event.what, names_at(table, pen.language)))
    stop = "" if what.endswith((".", "!", "?", "…")) else "."
    more = recap_button(pen, event.recap) if event.recap else ""
    return (
        f"<li{marks(table, told, pen)}>{face}<span>{who}{what}{stop}</span>"
        f"{more}{clause_link(pen, table, event.clause)}</li>"
    )


def marks(table: Table, told: Told, pen: Pen) -> str:
    """What the script has to know of a line: after which move, who made it, whom else it tells of, the way to walk."""
    event, by = told.event, actor_of(table, told.step)
    found = f' data-step="{told.step}" data-by="{by}"'
    if event.seat != by:
        found += f' data-of="{event.seat}"'
    if event.recap:
        found += f' data-recap="{event.recap}"'
    if event.stops:
        stops = [(f"{event.seat}.{stop.place}", pen.words.say(stop.what)) for stop in event.stops]
        found += f' data-walk="{pen.escape(msgspec.json.encode(stops).decode())}"'
    return found


def actor_of(table: Table, step: int) -> int:
    """Who made a move; -1 where it made itself for somebody, or there was none."""
    if not 0 < step <= len(table.moves):
        return -1
    seat = table.moves[step - 1].seat
    return -1 if table.auto[step - 1] and not table.seats[seat].played_by_bot else seat


@lru_cache(maxsize=256)
def recap_button(pen: Pen, round: int) -> str:
    """Opens what a round brought."""
    words = text(pen, "recap.open", n=round)
    return (
        f'<button type="button" class="mini-round" data-do="recap" data-round="{round}" aria-label="{words}" '
        f'title="{words}">{pen.icon("table-2", 14)}</button>'
    )


def chat_line(table: Table, said: Said, pen: Pen) -> str:
    """One line of the chat, escaped."""
    if said.seat >= 0:
        who = f"{pen.face(said.seat, table.seats[said.seat].animal, 20)}<span><b>{pen.escape(said.name)}</b>"
    else:
        called = f"<b>{pen.escape(said.name)}</b> " if said.name else ""
        who = f'{pen.icon("eye", 16)}<span class="aside">{called}<small>{text(pen, "looks_on")}</small>'
    return f"<li>{who} {pen.escape(said.text)}</span></li>"
