"""House keys: the link that lets another device be the same person, and the devices that came by it."""

from __future__ import annotations

from starlette.requests import Request

from domik.server.hosting import Hosting
from domik.server.http.wire import COME_AGAIN
from domik.server.live.rooms import Rooms
from domik.server.people.known import is_host_key, welcome_host
from domik.server.store import Store
from domik.server.visitors.identity import Identities
from domik.server.visitors.keys import hashed_key, new_house_key
from domik.server.visitors.labels import label_of
from domik.server.visitors.visitors import Visitor
from domik.table.clock import now

LONGEST = 200


def key_link(request: Request, secret: str) -> str:
    """The address that carries a key: behind the #, where no server and no log ever reads it."""
    hosting: Hosting = request.app.state.hosting
    return f"{request.url.scheme}://{request.url.netloc}{hosting.root_path}/key#{secret}"


def secret_in(text: str) -> str:
    """The key in what somebody pasted: bare, or the whole link."""
    return text.strip().rpartition("#")[2][:LONGEST]


async def new_key(store: Store, visitor: Visitor, request: Request) -> str:
    """A new key for somebody, and their device in the list; the secret is told once and kept nowhere."""
    secret = new_house_key()
    await store.house_keys.keep(visitor.owner, hashed_key(secret), now())
    await list_device(request, visitor, visitor.owner)
    return secret


async def list_device(request: Request, visitor: Visitor, owner: str) -> None:
    """From now on this browser stands in somebody's list."""
    rooms: Rooms = request.app.state.rooms
    label = label_of(request.headers.get("user-agent", ""))
    await rooms.house.store.devices.keep(visitor.device, owner, label, now())


async def let_in(request: Request, visitor: Visitor, secret: str) -> str:
    """Let this browser be whoever the key belongs to; empty, and nothing changes, where it opens nothing."""
    rooms: Rooms = request.app.state.rooms
    store = rooms.house.store
    found = secret_in(secret)
    owner = (
        await welcome_host(request) if is_host_key(request, found) else await store.house_keys.owner(hashed_key(found))
    )
    if owner:
        await become(request, visitor, owner)
    return owner


async def become(request: Request, visitor: Visitor, owner: str) -> None:
    """From now on this browser is somebody."""
    await list_device(request, visitor, owner)
    changed(request, visitor.device)


async def drop_device(request: Request, owner: str, device: str) -> None:
    """One of somebody's devices is not theirs any more, and its open pages have to come anew."""
    rooms: Rooms = request.app.state.rooms
    await rooms.house.store.devices.drop(device, owner)
    changed(request, device)


def changed(request: Request, device: str) -> None:
    """A device has become somebody else: whatever it has open comes again, with new eyes."""
    rooms: Rooms = request.app.state.rooms
    identities: Identities = request.app.state.identities
    identities.forget(device)
    for room in rooms.rooms.values():
        for viewer in [one for one in room.viewers.values() if one.device == device]:
            del room.viewers[viewer.id]
            if viewer.wire is not None:
                viewer.wire.hang_up(COME_AGAIN)
