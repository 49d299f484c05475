"""Me: how I am called, where else I am, what others may read of me. No account behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.paper.dates import ago
from domik.server.paper.templates import page, web_words
from domik.server.people.house_keys import drop_device, key_link, let_in, new_key
from domik.server.people.known import is_taken, let_know, unknow
from domik.server.people.passkeys import passkeys_of, wish_at_the_door
from domik.server.store import Store
from domik.server.store.person import Person, person_from
from domik.server.tables.forms import form_of, text_in
from domik.server.tables.introducing import introduce, suggested
from domik.server.tables.pages import switched
from domik.server.visitors.identity import Identities
from domik.server.visitors.visitors import Visitor, remember, remember_person, visitor_of
from domik.table.setup import tidy_name
from domik.web.qr import qr

PARTS = ("statistics", "ratings", "rivals", "exercise")  # of a player's page
SAID = (
    *("saved", "came", "sent_away", "key_dropped", "page_shown", "page_hidden", "name_taken", "let_go", "unknown"),
    *("passkey_made", "passkey_dropped"),
)


@dataclass(frozen=True)
class Shown:
    """A device in the list."""

    id: str
    label: str
    seen: str
    is_this: bool


def store_of(request: Request) -> Store:
    """What outlives the process."""
    rooms: Rooms = request.app.state.rooms
    return rooms.house.store


def back_from(text: str) -> str:
    """Where somebody came from, if that is one of our tables."""
    id = text.removeprefix("/t/")
    return text if text.startswith("/t/") and id.isalnum() and len(id) < 40 else ""


async def devices_of(store: Store, visitor: Visitor) -> list[Shown]:
    """Where somebody is, this browser first; one that shares nothing has no list."""
    t = web_words(visitor.language)
    found = [
        Shown(one.id, one.label or t("me.some_device"), ago(one.seen, visitor.language), one.id == visitor.device)
        for one in await store.devices.of(visitor.owner)
    ]
    return sorted(found, key=lambda one: not one.is_this)


async def me_page(request: Request, visitor: Visitor, **more: Any) -> Response:
    """The page with all that it shows."""
    store = store_of(request)
    asked = request.query_params
    made = None if visitor.is_new else await store.house_keys.made(visitor.owner)
    shown = None if visitor.is_new else await store.players.shown(visitor.owner)
    known = await store.people.all_known() if visitor.person.is_host else []
    context: dict[str, Any] = {
        "person": suggested(visitor),
        "back": back_from(asked.get("back", "")),
        "said": asked.get("said", "") if asked.get("said", "") in SAID else "",
        "devices": [] if visitor.is_new else await devices_of(store, visitor),
        "key_made": ago(made, visitor.language) if made is not None else "",
        "passkeys": await passkeys_of(request, visitor),
        "is_shared": visitor.owner != visitor.device,
        "is_new": visitor.is_new,
        "is_host": visitor.person.is_host,
        "known": known,
        "is_waited_for": request.app.state.hosting.known_names and not visitor.person.is_known,
        "parts_shown": PARTS,
        "shown": shown,
        "link": "",
        "qr_code": "",
        "link_for": "",
    }
    response = page(request, "me.html", **context | more)
    if context["link"] or more.get("link"):
        response.headers["cache-control"] = "no-store"
    return response


async def me(request: Request) -> Response:
    """GET /me."""
    if switch := switched(request):
        return switch
    return await me_page(request, visitor_of(request))


def to_me(said: str) -> Response:
    """Back to the page, which says what was done."""
    return RedirectResponse(f"/me?said={said}", 303)


async def change(request: Request) -> Response:
    """POST /me: be called otherwise."""
    form = await form_of(request)
    visitor = visitor_of(request)
    person = person_from(text_in(form, "name"), text_in(form, "animal"))
    if not person.name:
        raise Refused(400, Phrase("web.me.no_name"))
    person = Person(person.name, person.animal or visitor.animal, visitor.known)
    store = store_of(request)
    shown = await store.players.shown(visitor.owner)
    if request.app.state.hosting.known_names and await is_taken(store, person.name, visitor.owner):
        return to_me("name_taken")
    if shown is not None and not await store.players.claim(visitor.owner, person.name, shown):
        return to_me("name_taken")
    response = RedirectResponse(back_from(text_in(form, "back")) or "/me?said=saved", 303)
    await introduce(request, response, visitor, person)
    return response


# ---- other devices -----------------------------------------------------------------------------------------------


async def make_key(request: Request) -> Response:
    """POST /me/key: a new key, shown this once; the one before opens nothing any more."""
    visitor = visitor_of(request)
    secret = await new_key(store_of(request), visitor, request)
    link = key_link(request, secret)  # what is drawn of it is remembered nowhere
    response = await me_page(request, visitor, link=link, qr_code=Markup(qr.__wrapped__(link)), key_made="")
    remember(response, visitor, request)
    return response


async def drop_key(request: Request) -> Response:
    """POST /me/key/drop: no key opens this door any more."""
    await store_of(request).house_keys.drop(visitor_of(request).owner)
    return to_me("key_dropped")


async def send_away(request: Request) -> Response:
    """POST /me/device: one device is not mine any more; this one gets back what it had before."""
    form = await form_of(request)
    visitor = visitor_of(request)
    device = text_in(form, "device")
    await drop_device(request, visitor.owner, device)
    response = to_me("let_go" if device == visitor.device else "sent_away")
    if device == visitor.device:
        for name in ("name", "animal"):
            response.delete_cookie(name, path="/")
    return response


async def key_page(request: Request) -> Response:
    """GET /key: what somebody comes to with a key link; the key itself stays behind the #."""
    if switch := switched(request):
        return switch
    return door_page(request, visitor_of(request))


def door_page(request: Request, visitor: Visitor, status: int = 200) -> Response:
    """Where a key or a passkey is shown; the browser that is asked for a passkey is known again when it answers."""
    wish = wish_at_the_door(request, visitor)
    response = page(request, "key.html", status, wrong=status != 200, wish=wish)
    if wish:
        remember(response, visitor, request)
    return response


async def use_key(request: Request) -> Response:
    """POST /key: from now on this browser is the person whose key it is."""
    secret = text_in(await form_of(request), "key")
    visitor = visitor_of(request)
    owner = await let_in(request, visitor, secret)
    return await welcomed(request, visitor) if owner else door_page(request, visitor, 403)


async def welcomed(request: Request, visitor: Visitor) -> Response:
    """To the page of whom this browser has become."""
    identities: Identities = request.app.state.identities
    response = to_me("came")
    remember(response, visitor, request)
    remember_person(response, (await identities.of(visitor.device)).person)
    return response


# ---- a page of one's own -----------------------------------------------------------------------------------------


async def show_page(request: Request) -> Response:
    """POST /me/page: what others may read under /player/NAME; nothing chosen, no page."""
    form = await form_of(request)
    visitor = visitor_of(request)
    store = store_of(request)
    shown = [part for part in PARTS if text_in(form, part) == "on"]
    if not shown:
        await store.players.drop(visitor.owner)
        return to_me("page_hidden")
    if not visitor.name:
        raise Refused(400, Phrase("web.me.no_name"))
    if not await store.players.claim(visitor.owner, visitor.name, shown):
        return to_me("name_taken")
    return RedirectResponse(f"/player/{quote(visitor.name)}", 303)


# ---- whom the host knows -----------------------------------------------------------------------------------------


def host_only(request: Request) -> None:
    """A refusal for everybody else."""
    if not visitor_of(request).person.is_host:
        raise Refused(403, Phrase("web.known.not_host"))


async def know(request: Request) -> Response:
    """POST /me/known: somebody new; their key link is shown this once."""
    host_only(request)
    store = store_of(request)
    name = tidy_name(text_in(await form_of(request), "name"))
    if not name:
        raise Refused(400, Phrase("web.me.no_name"))
    if await is_taken(store, name):
        return to_me("name_taken")
    link = key_link(request, await let_know(store, name))
    return await me_page(request, visitor_of(request), link=link, qr_code=Markup(qr.__wrapped__(link)), link_for=name)


async def unknow_them(request: Request) -> Response:
    """POST /me/known/drop: the host does not know somebody any more."""
    host_only(request)
    owner = text_in(await form_of(request), "owner")
    await unknow(store_of(request), owner)
    identities: Identities = request.app.state.identities
    identities.forget(owner)
    return to_me("unknown")


READS = (("/me", me), ("/key", key_page))
WRITES = (
    *(("/me", change), ("/me/key", make_key), ("/me/key/drop", drop_key), ("/me/device", send_away)),
    *(("/key", use_key), ("/me/page", show_page), ("/me/known", know), ("/me/known/drop", unknow_them)),
)
