"""Notices for people who are away: Web Push, and e-mail where the host has configured it.

A notice says whose turn it is in which game, with names and the round, as a spectator sees them; nothing secret is in
it. Whoever waits for a person stands in a document by table. The node that holds the table tells them, at most once an
hour and table, and never in their quiet hours; the sweep catches up on what had to wait.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from domik.kernel.phrase import Phrase
from domik.server.hosting import Hosting
from domik.server.http.errors import HeldByOtherNode, NoSuchTable, TableQuarantined
from domik.server.live.mail import Mailer, is_mail_address, parse_smtp
from domik.server.live.push import PushGone, PushSender, PushSubscription, can_push, new_private_key
from domik.server.rendering.player_names import display_name
from domik.server.rendering.renderers import words_pen
from domik.server.store import Store
from domik.table import Table
from domik.table.clock import MINUTE, now

if TYPE_CHECKING:
    from domik.server.live.live_table import LiveTable
    from domik.server.live.live_tables import LiveTables

SETTINGS_KIND, PUSH_KIND, DUE_KIND, TOLD_KIND = "notices", "push", "due", "told"
HOUR = 60 * MINUTE
MAIL_AFTER = 6 * HOUR  # e-mail comes only if nobody came after a push
MOST_DEVICES = 10
MOST_DUE = 1000
MOST_SEEN = 20_000
INVITED, SEATED, ROUND = "invited", "seated", "round"
log = logging.getLogger("domik.server")


class NoticeSettings(msgspec.Struct, frozen=True):
    """What a person wishes to be told; hours are minutes of their own day."""

    asked: bool = False  # the question after the first move of a slow game was answered
    language: str = "en"
    silent_tables: list[str] = []
    invitations: bool = True
    seats: bool = True
    quiet_from: int = 22 * 60
    quiet_to: int = 7 * 60 + 30
    offset: int = 0  # minutes east of Greenwich, as their browser said
    mail: str = ""
    confirmed: bool = False  # the address was confirmed by its link


class Notice(msgspec.Struct, frozen=True):
    """What a push says; the address is a path of this server."""

    title: str
    body: str
    path: str


class Waiting(msgspec.Struct, frozen=True):
    """A seat whose person is away while the game waits for them."""

    owner: str
    seat: int
    since: int
    pushed: bool = False
    mailed: bool = False


def is_quiet(settings: NoticeSettings, at: int) -> bool:
    """Whether it is a person's quiet time."""
    local = datetime.fromtimestamp(at / 1000, UTC) + timedelta(minutes=settings.offset)
    minute, first, last = local.hour * 60 + local.minute, settings.quiet_from, settings.quiet_to
    if first == last:
        return False
    return first <= minute < last if first < last else minute >= first or minute < last


def is_slow(table: Table) -> bool:
    """Whether people may be away between moves: no clock of minutes, and somebody else to wait for."""
    people = sum(bool(seat.owners) and not seat.is_bot for seat in table.seats)
    return not table.terms.minutes and people > 1


class Notices:
    def __init__(self, store: Store, key: bytes, push: PushSender | None, mailer: Mailer | None, address: str) -> None:
        self.store = store
        self.push = push
        self.mailer = mailer
        self.address = address  # the server's own, for links in mail
        self._key = key
        self._seen: dict[tuple[str, int], str] = {}  # turn tokens that a seat's open page has shown
        self._due: set[str] = set()  # tables of this node that have a document of those who are waited for

    # ---- what a person wishes --------------------------------------------------------------------------

    async def settings(self, owner: str) -> NoticeSettings:
        document = await self.store.key_value.get(SETTINGS_KIND, "", owner)
        return msgspec.json.decode(document, type=NoticeSettings) if document is not None else NoticeSettings()

    async def save_settings(self, owner: str, settings: NoticeSettings) -> None:
        await self.store.key_value.put(SETTINGS_KIND, "", owner, msgspec.json.encode(settings))

    async def subscriptions(self, owner: str) -> dict[str, PushSubscription]:
        """By device."""
        found = await self.store.key_value.get_all(PUSH_KIND, owner, MOST_DEVICES)
        return {device: msgspec.json.decode(one, type=PushSubscription) for device, one in found.items()}

    async def subscribe(self, owner: str, device: str, subscription: PushSubscription) -> None:
        await self.store.key_value.put(PUSH_KIND, owner, device, msgspec.json.encode(subscription))

    async def unsubscribe(self, owner: str, device: str) -> None:
        await self.store.key_value.delete(PUSH_KIND, owner, device)

    def mail_token(self, owner: str, mail: str) -> str:
        """Proves that somebody read a mail that was sent to this address for this person."""
        digest = hmac.new(self._key, f"mail {owner} {mail}".encode(), hashlib.sha256)
        return digest.hexdigest()[:32]

    async def key_to_ask(self, owner: str, table: Table) -> str:
        """The server's key where a player of a slow game was never asked about notices; else empty."""
        seated = any(owner in seat.owners for seat in table.seats)
        if self.push is None or not seated or table.is_over or not is_slow(table):
            return ""
        return "" if (await self.settings(owner)).asked else self.push.public_key

    # ---- whose turn it is ------------------------------------------------------------------------------

    def watch(self, live_table: LiveTable, start_task: Callable[[Coroutine[None, None, None]], None]) -> None:
        """Called after every change of a table: tell those who are away, if it waits for any."""
        table = live_table.table
        if not table.is_dealt or not is_slow(table):
            return
        self._note_seen(live_table)
        if table.id in self._due or absent_seats(live_table):
            start_task(self.on_change(live_table))

    def _note_seen(self, live_table: LiveTable) -> None:
        """Remember the turns that began before an open page: whoever closes it then knows them."""
        table = live_table.table
        if table.is_over or len(self._seen) > MOST_SEEN:
            self._seen.clear()
        for viewer in live_table.viewers.values():
            if viewer.is_connected:
                for seat in viewer.seats:
                    if table.awaits(seat):
                        self._seen[table.id, seat] = table.turn_token(seat)

    def _is_seen(self, table: Table, seat: int) -> bool:
        return self._seen.get((table.id, seat)) == table.turn_token(seat)

    async def on_change(self, live_table: LiveTable) -> None:
        """Note for whom the table waits, and tell those who are away and do not know it."""
        table = live_table.table
        absent = [] if table.is_over else absent_seats(live_table)
        before = {one.owner: one for one in await self._load_waiting(table.id)}
        waiting = [
            before.get(owner) or Waiting(owner, seat, now(), pushed=self._is_seen(table, seat))
            for seat, owner in absent
        ]
        await self._save_waiting(table.id, await self._tell_all(table, waiting))

    async def _load_waiting(self, id: str) -> list[Waiting]:
        document = await self.store.key_value.get(DUE_KIND, "", id)
        return msgspec.json.decode(document, type=list[Waiting]) if document is not None else []

    async def _save_waiting(self, id: str, waiting: list[Waiting]) -> None:
        if waiting:
            self._due.add(id)
            await self.store.key_value.put(DUE_KIND, "", id, msgspec.json.encode(waiting))
        else:
            self._due.discard(id)
            await self.store.key_value.delete(DUE_KIND, "", id)

    async def catch_up(self, live_tables: LiveTables) -> None:
        """Tell what had to wait for the morning, for the hour or for six hours; called now and then on every node."""
        for id, document in (await self.store.key_value.get_all(DUE_KIND, "", MOST_DUE)).items():
            waiting = msgspec.json.decode(document, type=list[Waiting])
            if not [one for one in waiting if await self._has_to_tell(id, one)]:
                continue
            try:
                live_table = await live_tables.get(id)
            except (NoSuchTable, TableQuarantined):
                await self.store.key_value.delete(DUE_KIND, "", id)
            except HeldByOtherNode:
                continue  # that node tells
            else:
                self._due.add(id)
                await self.on_change(live_table)

    async def _has_to_tell(self, id: str, one: Waiting) -> bool:
        settings = await self.settings(one.owner)
        return await self._may_push(settings, one, id) or self._may_mail(settings, one, id)

    async def _may_push(self, settings: NoticeSettings, one: Waiting, id: str) -> bool:
        if one.pushed or self.push is None or id in settings.silent_tables or is_quiet(settings, now()):
            return False
        if await self._told_at(one.owner, id) >= now() - HOUR:
            return False
        return bool(await self.subscriptions(one.owner))  # else the table would be loaded for nothing, again and again

    def _may_mail(self, settings: NoticeSettings, one: Waiting, id: str) -> bool:
        if one.mailed or self.mailer is None or not settings.confirmed or is_quiet(settings, now()):
            return False
        if id in settings.silent_tables:
            return False
        return one.since < now() - MAIL_AFTER

    async def _told_at(self, owner: str, about: str) -> int:
        document = await self.store.key_value.get(TOLD_KIND, owner, about)
        return int(document) if document is not None else 0

    async def _tell_all(self, table: Table, waiting: list[Waiting]) -> list[Waiting]:
        told: list[Waiting] = []
        for found in waiting:
            one, settings = found, await self.settings(found.owner)
            notice = turn_notice(table, one.seat, settings.language)
            if await self._may_push(settings, one, table.id) and await self.send_push(one.owner, table.id, notice):
                one = msgspec.structs.replace(one, pushed=True)
            if self._may_mail(settings, one, table.id):
                await self._send_mail(one.owner, settings, table.id, notice)
                one = msgspec.structs.replace(one, mailed=True)
            told.append(one)
        return told

    # ---- telling ---------------------------------------------------------------------------------------

    async def tell(self, owner: str, kind: str, table: Table, name: str) -> None:
        """An invitation, the next round of an evening, or somebody who sat down at an open table; by push only."""
        settings = await self.settings(owner)
        wished = settings.seats if kind == SEATED else settings.invitations
        if not wished or self.push is None or is_quiet(settings, now()):
            return
        if await self._told_at(owner, table.id) > now() - HOUR:
            return
        words = words_pen(settings.language, table.match.package.name).words
        game = words.say(Phrase("game.name"))
        title = words.say(Phrase(f"web.notice.{kind}", {"name": name, "game": game}))
        await self.send_push(owner, table.id, Notice(title, words.say(Phrase("web.notice.open")), f"/t/{table.id}"))

    async def send_push(self, owner: str, about: str, notice: Notice) -> bool:
        """To all devices of a person; those that are gone are forgotten. Whether any was told."""
        if self.push is None:
            return False
        told = False
        for device, subscription in (await self.subscriptions(owner)).items():
            try:
                await self.push.send(subscription, msgspec.json.encode(notice), about)
                told = True
            except PushGone:
                await self.unsubscribe(owner, device)
            except OSError as error:
                log.warning("a push service could not be reached: %s", type(error).__name__)
        if told:
            await self.store.key_value.put(TOLD_KIND, owner, about, str(now()).encode())
        return told

    async def _send_mail(self, owner: str, settings: NoticeSettings, id: str, notice: Notice) -> None:
        words = words_pen(settings.language).words
        stop = f"{self.address}/notices/stop/{owner}/{self.mail_token(owner, settings.mail)}"
        text = (
            f"{notice.body}\n\n{words.say(Phrase('web.notice.go'))}: {self.address}/t/{id}\n\n"
            f"{words.say(Phrase('web.notice.no_more_mail'))}: {stop}\n"
        )
        await self._mail(settings.mail, notice.title, text, stop)

    async def send_confirmation(self, owner: str, settings: NoticeSettings) -> None:
        """The mail whose link confirms an address; nothing else is sent there before."""
        words = words_pen(settings.language).words
        link = f"{self.address}/notices/mail/{owner}/{self.mail_token(owner, settings.mail)}"
        text = f"{words.say(Phrase('web.notice.confirm_text'))}\n\n{link}\n"
        await self._mail(settings.mail, words.say(Phrase("web.notice.confirm_title")), text, "")

    async def _mail(self, to: str, title: str, text: str, stop: str) -> None:
        if self.mailer is None or not is_mail_address(to):  # an address that an older version kept
            return
        try:
            await asyncio.to_thread(self.mailer.send, to, title, text, stop)
        except OSError as error:  # every error of smtplib is one
            log.warning("a mail could not be sent: %s", type(error).__name__)


async def open_notices(store: Store, key: bytes, hosting: Hosting) -> Notices:
    """Push with a key of the server's own, kept in the store; none where the extra `notices` is not installed."""
    contact = f"mailto:{hosting.mail_from}" if hosting.mail_from else hosting.public_url or "mailto:host@localhost"
    push = None
    if can_push():
        push = PushSender(await store.settings.first_value("vapid", new_private_key()), contact)
    mailer = parse_smtp(hosting.smtp, hosting.mail_from)
    return Notices(store, key, push, mailer, f"{hosting.public_url}{hosting.root_path}")


def turn_notice(table: Table, seat: int, language: str) -> Notice:
    """Whose turn it is, told from what a spectator sees."""
    words = words_pen(language, table.match.package.name).words
    game = words.say(Phrase("game.name"))
    others = ", ".join(display_name(one, language) for k, one in enumerate(table.seats) if k != seat)
    stage = table.match.progress(table.view())
    body = " · ".join([others, *([words.say(stage.what)] if stage else [])])
    return Notice(words.say(Phrase("web.notice.turn", {"game": game})), body, f"/t/{table.id}")


def absent_seats(live_table: LiveTable) -> list[tuple[int, str]]:
    """Seats that are awaited while their person has no page open, with their owner."""
    table, present = live_table.table, live_table.present_seats()
    return [
        (number, owner)
        for number, seat in enumerate(table.seats)
        if table.awaits(number) and number not in present and not seat.is_played_by_bot
        for owner in sorted(seat.owners - seat.devices.keys())[:1]
    ]
