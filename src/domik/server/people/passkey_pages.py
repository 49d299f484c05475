"""Passkeys in the pages: make one, come in with one, take one back."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.people.house_keys import become, list_device
from domik.server.people.me_pages import to_me, welcomed
from domik.server.people.passkeys import MOST, credential_id, house_of, is_offered, made, used
from domik.server.tables.forms import form_of, text_in
from domik.server.visitors.visitors import visitor_of


async def make(request: Request) -> Response:
    """POST /me/passkey {credential}: this browser has made a passkey."""
    visitor, house = visitor_of(request), house_of(request)
    credential = await credential_in(request)
    has = await house.store.passkeys.of(visitor.owner)
    key = made(request, house, visitor, credential) if len(has) < MOST and not visitor.is_new else None
    if key is None:
        raise Refused(403, Phrase("web.passkey.not_made"))
    await house.store.passkeys.keep(key)
    await list_device(request, visitor, visitor.owner)
    return to_me("passkey_made")


async def drop(request: Request) -> Response:
    """POST /me/passkey/drop {passkey}: one of mine opens nothing any more."""
    id = text_in(await form_of(request), "passkey")
    await house_of(request).store.passkeys.drop(id, visitor_of(request).owner)
    return to_me("passkey_dropped")


async def come(request: Request) -> Response:
    """POST /key/passkey {credential}: from now on this browser is the person whose passkey it is."""
    visitor, house = visitor_of(request), house_of(request)
    credential = await credential_in(request)
    key = await house.store.passkeys.one(credential_id(credential))
    uses = used(request, house, visitor, key, credential) if key is not None else None
    if key is None or uses is None:
        raise Refused(403, Phrase("web.passkey.unknown"))
    await house.store.passkeys.use(key.id, uses)
    await become(request, visitor, key.owner)
    return await welcomed(request, visitor)


async def credential_in(request: Request) -> str:
    """What the browser says, or a sentence where it can have no passkey for this address."""
    if not is_offered(request):
        raise Refused(404, Phrase("web.passkey.not_here"))
    return text_in(await form_of(request), "credential")


WRITES = (("/me/passkey", make), ("/me/passkey/drop", drop), ("/key/passkey", come))
