"""The visitor's own page; there are no accounts: name and animal, devices and keys, profile, the host's allowlist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import (
    IdentityCache,
    Visitor,
    delete_cookies,
    set_person_cookies,
    set_visitor_cookie,
    visitor_of,
)
from domik.server.edge.security import allow_player, disallow_player
from domik.server.hosting import Hosting
from domik.server.http.dates import time_ago
from domik.server.http.errors import HttpError
from domik.server.http.requests import redirect, service
from domik.server.live.services import Services
from domik.server.pages.people.sign_in import (
    MAX_PASSKEYS,
    create_login_key,
    credential_id,
    is_offered,
    key_link,
    passkey_panel,
    register_device,
    sign_in_as,
    sign_in_options,
    sign_in_with_key,
    sign_out_device,
    verify_registration,
    verify_sign_in,
)
from domik.server.pages.tables.forms import form_text, read_form
from domik.server.pages.tables.profile import save_profile, suggested_animal
from domik.server.rendering.player_names import is_name_taken
from domik.server.rendering.templates import render_page, web_words
from domik.server.store import Store
from domik.server.store.repositories import Person, parse_person
from domik.table.setup import check_name
from domik.web.qr import qr_svg

PROFILE_PARTS = ("statistics", "ratings", "rivals", "exercise")  # parts of a public profile
NOTICES = (
    *("saved", "came", "sent_away", "key_dropped", "page_shown", "page_hidden", "name_taken", "let_go", "unknown"),
    *("passkey_made", "passkey_dropped"),
)


@dataclass(frozen=True)
class AccountDeviceRow:
    id: str
    label: str
    seen: str
    is_this: bool


def return_path(text: str) -> str:
    """The path to go back to if it is one of ours that ask for a name, else empty; prevents open redirects."""
    if text in ("/together", "/pairing", "/notices", "/evening"):
        return text
    folder, _, id = text.rpartition("/")
    return text if folder in ("/t", "/evening") and id.isalnum() and len(id) < 40 else ""


async def device_rows(store: Store, visitor: Visitor) -> list[AccountDeviceRow]:
    """The visitor's devices, this browser first; empty if they never shared their identity."""
    t = web_words(visitor.language)
    found = [
        AccountDeviceRow(
            one.id, one.label or t("me.some_device"), time_ago(one.seen, visitor.language), one.id == visitor.device
        )
        for one in await store.devices.list_for(visitor.owner)
    ]
    return sorted(found, key=lambda one: not one.is_this)


async def render_me_page(request: Request, visitor: Visitor, **more: Any) -> Response:
    store = service(request, Store)
    asked = request.query_params
    made = None if visitor.is_new else await store.login_keys.created_at(visitor.owner)
    shown = None if visitor.is_new else await store.profiles.visible_parts(visitor.owner)
    known = await store.people.list_known() if visitor.person.is_host else []
    context: dict[str, Any] = {
        "person": Person(visitor.name, suggested_animal(visitor), visitor.known),
        "back": return_path(asked.get("back", "")),
        "said": asked.get("said", "") if asked.get("said", "") in NOTICES else "",
        "devices": [] if visitor.is_new else await device_rows(store, visitor),
        "key_made": time_ago(made, visitor.language) if made is not None else "",
        "passkeys": await passkey_panel(request, visitor),
        "is_shared": visitor.owner != visitor.device,
        "is_new": visitor.is_new,
        "is_host": visitor.person.is_host,
        "known": known,
        "is_waited_for": service(request, Hosting).known_names and not visitor.person.is_known,
        "parts_shown": PROFILE_PARTS,
        "shown": shown,
        "link": "",
        "qr_code": "",
        "link_for": "",
    }
    response = render_page(request, "me.html", **context | more)
    if context["link"] or more.get("link"):
        response.headers["cache-control"] = "no-store"
    return response


async def show_me_page(request: Request) -> Response:
    return await render_me_page(request, visitor_of(request))


def redirect_to_me(request: Request, said: str) -> Response:
    """Redirect to the page, which shows the notice `said`."""
    return redirect(request, f"/me?said={said}")


async def change_name(request: Request) -> Response:
    """POST /me: change name and animal."""
    form = await read_form(request)
    visitor = visitor_of(request)
    person = parse_person(form_text(form, "name"), form_text(form, "animal"))
    if not person.name:
        raise HttpError(400, Phrase("web.me.no_name"))
    person = Person(person.name, person.animal or visitor.animal, visitor.known)
    store = service(request, Store)
    shown = await store.profiles.visible_parts(visitor.owner)
    if await is_name_taken(store, person.name, visitor.owner):
        return redirect_to_me(request, "name_taken")
    if shown is not None and not await store.profiles.claim(visitor.owner, person.name, shown):
        return redirect_to_me(request, "name_taken")
    response = redirect(request, return_path(form_text(form, "back")) or "/me?said=saved")
    await save_profile(request, response, visitor, person)
    return response


# ---- other devices -----------------------------------------------------------------------------------------------


async def create_key(request: Request) -> Response:
    """POST /me/key: issue a new login key, shown only now; it replaces the one before."""
    visitor = visitor_of(request)
    secret = await create_login_key(service(request, Store), visitor, request)
    link = key_link(request, secret)
    # __wrapped__ bypasses the cache: a secret must not stay in memory.
    response = await render_me_page(request, visitor, link=link, qr_code=Markup(qr_svg.__wrapped__(link)), key_made="")
    set_visitor_cookie(response, visitor, request)
    return response


async def delete_key(request: Request) -> Response:
    """POST /me/key/drop: revoke the login key."""
    await service(request, Store).login_keys.delete(visitor_of(request).owner)
    return redirect_to_me(request, "key_dropped")


async def remove_device(request: Request) -> Response:
    """POST /me/device: sign a device out; this browser gets back the identity it had before."""
    form = await read_form(request)
    visitor = visitor_of(request)
    device = form_text(form, "device")
    await sign_out_device(request, visitor, device)
    response = redirect_to_me(request, "let_go" if device == visitor.device else "sent_away")
    if device == visitor.device:
        delete_cookies(response, request, "name", "animal")
    return response


async def show_key_page(request: Request) -> Response:
    """GET /key: target of a login link; the key stays in the URL fragment, which browsers do not send."""
    return render_key_page(request, visitor_of(request))


def render_key_page(request: Request, visitor: Visitor, status: int = 200) -> Response:
    command = sign_in_options(request, visitor)
    response = render_page(request, "key.html", status, wrong=status != 200, wish=command)
    if command:
        set_visitor_cookie(response, visitor, request)
    return response


async def submit_key(request: Request) -> Response:
    """POST /key: sign this browser in as the owner of the key."""
    secret = form_text(await read_form(request), "key")
    visitor = visitor_of(request)
    owner = await sign_in_with_key(request, visitor, secret)
    return await finish_sign_in(request, visitor) if owner else render_key_page(request, visitor, 403)


async def finish_sign_in(request: Request, visitor: Visitor) -> Response:
    identities = service(request, IdentityCache)
    response = redirect_to_me(request, "came")
    set_visitor_cookie(response, visitor, request)
    set_person_cookies(response, (await identities.resolve(visitor.device)).person, request)
    return response


# ---- public profile ----------------------------------------------------------------------------------------------


async def publish_profile(request: Request) -> Response:
    """POST /me/page: choose what /player/NAME shows; choosing nothing removes the page."""
    form = await read_form(request)
    visitor = visitor_of(request)
    store = service(request, Store)
    shown = [part for part in PROFILE_PARTS if form_text(form, part) == "on"]
    if not shown:
        await store.profiles.delete(visitor.owner)
        return redirect_to_me(request, "page_hidden")
    if not visitor.name:
        raise HttpError(400, Phrase("web.me.no_name"))
    if not await store.profiles.claim(visitor.owner, visitor.name, shown):
        return redirect_to_me(request, "name_taken")
    return redirect(request, f"/player/{quote(visitor.name)}")


# ---- allowlist of the host ---------------------------------------------------------------------------------------


def require_host(request: Request) -> None:
    """Raise HttpError 403 unless the visitor is the host."""
    if not visitor_of(request).person.is_host:
        raise HttpError(403, Phrase("web.known.not_host"))


async def add_known_player(request: Request) -> Response:
    """POST /me/known: add a player to the allowlist; their login link is shown only now."""
    require_host(request)
    store = service(request, Store)
    name = check_name(form_text(await read_form(request), "name"))
    if not name:
        raise HttpError(400, Phrase("web.me.no_name"))
    if await is_name_taken(store, name, ""):
        return redirect_to_me(request, "name_taken")
    link = key_link(request, await allow_player(store, name))
    return await render_me_page(
        request, visitor_of(request), link=link, qr_code=Markup(qr_svg.__wrapped__(link)), link_for=name
    )


async def remove_known_player(request: Request) -> Response:
    """POST /me/known/drop: remove a player from the allowlist."""
    require_host(request)
    owner = form_text(await read_form(request), "owner")
    await disallow_player(service(request, Store), owner)
    identities = service(request, IdentityCache)
    identities.invalidate(owner)
    return redirect_to_me(request, "unknown")


PAGES = (("/me", show_me_page),)
WRITES = (("/me", change_name),)
SIGN_IN_PAGES = (("/key", show_key_page),)
SIGN_IN_WRITES = (
    *(("/me/key", create_key), ("/me/key/drop", delete_key), ("/me/device", remove_device)),
    *(
        ("/key", submit_key),
        ("/me/page", publish_profile),
        ("/me/known", add_known_player),
        ("/me/known/drop", remove_known_player),
    ),
)


async def create_passkey(request: Request) -> Response:
    """POST /me/passkey {credential}: register a passkey that this browser has created."""
    visitor, services = visitor_of(request), service(request, Services)
    credential = await read_credential(request)
    has = await services.store.passkeys.list_for(visitor.owner)
    key = (
        await verify_registration(request, services, visitor, credential)
        if len(has) < MAX_PASSKEYS and not visitor.is_new
        else None
    )
    if key is None:
        raise HttpError(403, Phrase("web.passkey.not_made"))
    await services.store.passkeys.save(key)
    await register_device(request, visitor, visitor.owner)
    return redirect_to_me(request, "passkey_made")


async def delete_passkey(request: Request) -> Response:
    """POST /me/passkey/drop {passkey}: delete one of the visitor's passkeys."""
    id = form_text(await read_form(request), "passkey")
    await service(request, Services).store.passkeys.delete(id, visitor_of(request).owner)
    return redirect_to_me(request, "passkey_dropped")


async def sign_in_with_passkey(request: Request) -> Response:
    """POST /key/passkey {credential}: sign this browser in as the owner of the passkey."""
    visitor, services = visitor_of(request), service(request, Services)
    credential = await read_credential(request)
    key = await services.store.passkeys.get(credential_id(credential))
    uses = await verify_sign_in(request, services, visitor, key, credential) if key is not None else None
    if key is None or uses is None:
        raise HttpError(403, Phrase("web.passkey.unknown"))
    await services.store.passkeys.set_use_count(key.id, uses)
    await sign_in_as(request, visitor, key.owner)
    return await finish_sign_in(request, visitor)


async def read_credential(request: Request) -> str:
    """Credential JSON from the form; raises HttpError 404 where passkeys are not available."""
    if not is_offered(request):
        raise HttpError(404, Phrase("web.passkey.not_here"))
    return form_text(await read_form(request), "credential")


PASSKEY_WRITES = (
    ("/me/passkey", create_passkey),
    ("/me/passkey/drop", delete_passkey),
    ("/key/passkey", sign_in_with_passkey),
)
