"""The application of one browser: the server's own, with the browser behind its seams."""

from __future__ import annotations

from collections.abc import Sequence

from domik.bots import PLAYER_LEVELS
from domik.deals.bot_field import LEVELS
from domik.offline.background import BackgroundWorker
from domik.offline.bots import BrowserWorkerPool, ImmediatePool
from domik.offline.browser import BrowserPage
from domik.offline.database import open_database
from domik.offline.friend import friend_routes
from domik.offline.templates import use_compiled_templates
from domik.offline.transport import CookieJar, Transport
from domik.server.app import RequestLimits, create_app, local_routes
from domik.server.bots.pool import BotPool
from domik.server.hosting import Hosting
from domik.server.store import Store

WHATEVER = (1e9, 1e9)  # the visitor floods nobody but themselves
UNLIMITED = RequestLimits(requests=WHATEVER, tables=WHATEVER, times=1e6, pause=0, connections=1_000_000)
QUICK_LEVELS = ("easy", "normal")  # fast enough without the compiled core


async def open_application(
    page: BrowserPage, root_path: str, snapshot: bytes, log: Sequence[bytes], is_compiled: bool
) -> Transport:
    """Everything, ready to be asked."""
    use_compiled_templates()
    store = Store(await open_database(page.storage, snapshot, log))
    app = create_app(
        "",
        limits=UNLIMITED,
        store=store,
        hosting=Hosting(root_path=root_path, has_server=False),
        company={level: many for level, many in LEVELS.items() if is_compiled or level in QUICK_LEVELS},
        bot_pool=BotPool(
            pools=(ImmediatePool(), BrowserWorkerPool(page)), levels=PLAYER_LEVELS if is_compiled else QUICK_LEVELS
        ),
        background=lambda: BackgroundWorker(page),
        addresses=[*local_routes(), *friend_routes()],
    )
    cookies = CookieJar(store)
    await cookies.load()
    transport = Transport(app, page, cookies)
    await transport.start()
    return transport
