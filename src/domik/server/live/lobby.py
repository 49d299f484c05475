"""The lobby before a game: who is here, who is arriving, and the host's invitation link."""

from __future__ import annotations

from functools import lru_cache

from domik.server.live.lan_address import invitation_link, is_loopback
from domik.server.live.services import Services
from domik.server.rendering.page_state import RenderContext
from domik.server.rendering.player_names import display_name
from domik.server.rendering.table_chrome import button, web_text
from domik.table import Table
from domik.table.table import TableSeat
from domik.web.pen import MarkupPen
from domik.web.qr import qr_svg


def invitation_panel(table: Table, reader: RenderContext, pen: MarkupPen, services: Services) -> str:
    """The invitation link and its QR code, for the host only; without a server, the way to a friend nearby."""
    if table.is_dealt or not reader.is_host or not table.host or not any(seat.is_free for seat in table.seats):
        return ""
    if not services.has_server:
        return nearby_card(pen, table.id)
    link = invitation_link(services, reader.origin, table.id, services.keys.invitation_secret(table.id))
    return link_card(pen, link, is_loopback(link))


@lru_cache(maxsize=256)
def link_card(pen: MarkupPen, link: str, stays_here: bool) -> str:
    """A QR code and a link; `stays_here` adds a note that the link only works on this machine."""
    label = web_text(pen, "gather.code")
    copy = button(pen, "copy", "gather.copy", "copy", "dark")
    share = button(pen, "share", "gather.share", "share-2", "quiet", f' data-url="{link}"')
    note = f'<p class="note-here">{pen.icon("wifi-off", 15)}{web_text(pen, "gather.own")}</p>' if stays_here else ""
    return (
        f'<section class="panel call"><div class="code">{qr_svg(link, label)}</div><div>'
        f'<small class="kicker">{web_text(pen, "gather.camera")}</small><h2>{web_text(pen, "gather.one_link")}</h2>'
        f'<div class="sending"><input class="link" readonly aria-label="{web_text(pen, "invite")}" value="{link}">'
        f"{copy}{share}</div>{note}</div></section>"
    )


def nearby_card(pen: MarkupPen, id: str) -> str:
    """Inviting without a server: the shell around the page does it (offline/web/friend.js)."""
    inside = f"{pen.icon('wifi', 17)}<span>{web_text(pen, 'near.invite')}</span>"
    return (
        f'<section class="panel nearby near-only"><h2>{web_text(pen, "home.near")}</h2>'
        f"<p>{web_text(pen, 'near.needs')} {web_text(pen, 'near.text')}</p>"
        f'<button type="button" class="button ready" data-invite="{id}">{inside}</button></section>'
    )


def lobby_panel(table: Table, reader: RenderContext, pen: MarkupPen, coming: int) -> str:
    """The seats, how many are taken, and how the game starts; `coming` guests are choosing a name."""
    if table.is_dealt:
        return ""
    cards = []
    for number, seat in enumerate(table.seats):
        about = seat.is_free and coming > 0
        coming -= about
        cards.append(lobby_seat(table, reader, pen, number, seat, about))
    here = sum(seat.is_taken for seat in table.seats)
    title = f"{web_text(pen, 'gather.laid')} <span>{web_text(pen, 'gather.here', n=here, of=len(table.seats))}</span>"
    sealed = f"{pen.icon('shield-check', 15)}{web_text(pen, 'gather.sealed')}"
    return (
        f'<section class="around"><h2>{title}</h2><ul class="chairs">{"".join(cards)}</ul>'
        f'<div class="startbar">{start_button(table, reader, pen)}</div>'
        f'<details class="fair"><summary>{sealed}</summary>{web_text(pen, "hash")} <code>{table.hash}</code></details>'
        "</section>"
    )


def lobby_seat(table: Table, reader: RenderContext, pen: MarkupPen, number: int, seat: TableSeat, about: bool) -> str:
    """One seat: a player, a guest who is choosing a name (`about`), or free."""
    name = pen.escape(display_name(seat, pen.language))
    if seat.is_taken:
        state = pen.icon("bot", 13, 3) if seat.is_bot else pen.icon("check", 13, 3)
        word = (
            web_text(pen, f"level.{seat.plan.bot}")
            if seat.is_bot and is_bot_level(seat.plan.bot)
            else web_text(pen, "here")
        )
        is_host = bool(table.host) and table.host in seat.owners
        notes = [
            web_text(pen, key)
            for key, holds in (("gather.you", number in reader.seats), ("gather.host", is_host))
            if holds
        ]
        return (
            f'<li class="seatcard seat-{number}" data-key="chair-{number}-taken">'
            f"{pen.face(number, seat.animal, 64)}<b>{name}</b>"
            f'<span class="state ready">{state}{word}</span><small>{", ".join(notes)}</small></li>'
        )
    kind, words = ("coming", "gather.choosing") if about else ("free", "gather.empty")
    return (
        f'<li class="seatcard {kind} seat-{number}" data-key="chair-{number}-{kind}">'
        f'<span class="chair">{pen.icon("armchair", 26)}</span>'
        f'<b>{web_text(pen, "join.free")}</b><span class="state">{web_text(pen, words)}</span></li>'
    )


def is_bot_level(bot: str) -> bool:
    return bot in ("easy", "normal", "hard", "master")


def start_button(table: Table, reader: RenderContext, pen: MarkupPen) -> str:
    """The host may start at once; for the others the game starts by itself."""
    missing = sum(not seat.is_taken for seat in table.seats)
    if not missing:
        return f"<span>{web_text(pen, 'gather.begins')}</span>"
    if not reader.is_host or not reader.seats:
        return f"<span>{web_text(pen, 'gather.waits')}</span>"
    return (
        f"<span>{web_text(pen, 'gather.bots', n=missing)}</span>{button(pen, 'begin', 'gather.start', 'play', 'ready')}"
    )
