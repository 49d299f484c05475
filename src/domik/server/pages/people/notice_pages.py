"""The pages behind the bell: what a person is told, on which device, when not, and by e-mail."""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import Visitor, set_visitor_cookie, visitor_of
from domik.server.edge.limits import limit_keys
from domik.server.http.errors import HttpError
from domik.server.http.limits import RateLimits, read_body
from domik.server.http.requests import parse_number, redirect, root_of, service
from domik.server.live.mail import is_mail_address
from domik.server.live.notices import Notice, Notices, NoticeSettings
from domik.server.live.push import PushSubscription, check_subscription
from domik.server.pages.people.my_games import running_games, tables_of_visitor
from domik.server.pages.tables.forms import form_text, read_form
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import render_page, web_words
from domik.server.store import OVER
from domik.web.mascot import draw_mascot

CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
FURTHEST = 14 * 60  # minutes east or west of Greenwich
MOST_GAMES = 12


class Subscribed(msgspec.Struct):
    """What a browser sends when it has subscribed."""

    endpoint: str
    p256dh: str
    auth: str
    offset: int = 0


def known_visitor(request: Request) -> Visitor:
    """A visitor whom the browser remembers; HttpError 403 for others, who have nothing to be told of."""
    visitor = visitor_of(request)
    if visitor.is_new:
        raise HttpError(403, Phrase("web.error.notices_nobody"))
    return visitor


async def notices_page(request: Request) -> Response:
    visitor, notices = visitor_of(request), service(request, Notices)
    settings = NoticeSettings() if visitor.is_new else await notices.settings(visitor.owner)
    found = [one for one in await tables_of_visitor(request, visitor) if one[0].state != OVER]
    games = [one for one in await running_games(request, visitor, found[:MOST_GAMES]) if one.of]
    devices = {} if visitor.is_new else await notices.subscriptions(visitor.owner)
    return render_page(
        request,
        "notices.html",
        settings=settings,
        games=games,
        quiet=[clock_text(settings.quiet_from), clock_text(settings.quiet_to)],
        key=notices.push.public_key if notices.push is not None else "",
        has_mail=notices.mailer is not None,
        is_on=visitor.device in devices,
        said=request.query_params.get("said", ""),
    )


def clock_text(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def parse_clock(text: str, usual: int) -> int:
    found = CLOCK.fullmatch(text)
    return int(found[1]) * 60 + int(found[2]) if found else usual


def parse_offset(text: str, usual: int) -> int:
    """Minutes east of Greenwich, as a browser says them."""
    size = parse_number(text.removeprefix("-"), FURTHEST)
    return usual if size is None else -size if text.startswith("-") else size


async def save_notices(request: Request) -> Response:
    visitor, notices = known_visitor(request), service(request, Notices)
    form = await read_form(request)
    before = await notices.settings(visitor.owner)
    settings = settings_from(form, before, visitor.language)
    if settings.mail and not is_mail_address(settings.mail):
        raise HttpError(400, Phrase("web.error.mail_address"))
    asks = settings.mail and not settings.confirmed and settings.mail != before.mail and notices.mailer is not None
    if asks and not service(request, RateLimits).mails.allows(*limit_keys(request)):
        raise HttpError(429, Phrase("web.error.fast"))  # before it is saved, so that it can be asked for again
    await notices.save_settings(visitor.owner, settings)
    if asks:
        await notices.send_confirmation(visitor.owner, settings)
        return redirect(request, "/notices?said=mail")
    return redirect(request, "/notices?said=saved")


def settings_from(form: Mapping[str, str], before: NoticeSettings, language: str) -> NoticeSettings:
    """The settings that a form asks for; games that it does not name keep theirs."""
    named = [name.removeprefix("game-") for name in form if name.startswith("game-")]
    loud = {id for id in named if form_text(form, f"loud-{id}") == "1"}
    silent = [id for id in before.silent_tables if id not in named] + [id for id in named if id not in loud]
    mail = form_text(form, "mail").strip()
    return msgspec.structs.replace(
        before,
        language=language,
        silent_tables=silent[-200:],
        invitations=form_text(form, "invitations") == "1",
        seats=form_text(form, "seats") == "1",
        quiet_from=parse_clock(form_text(form, "from"), before.quiet_from),
        quiet_to=parse_clock(form_text(form, "to"), before.quiet_to),
        offset=parse_offset(form_text(form, "offset"), before.offset),
        mail=mail,
        confirmed=before.confirmed and mail == before.mail,
    )


# ---- this device -----------------------------------------------------------------------------------------


async def subscribe(request: Request) -> Response:
    """POST JSON: this browser takes push messages from now on."""
    visitor, notices = known_visitor(request), service(request, Notices)
    if notices.push is None:
        raise HttpError(400, Phrase("web.error.push"))
    try:
        asked = msgspec.json.decode(await read_body(request), type=Subscribed)
    except (msgspec.DecodeError, ValueError):
        raise HttpError(400, Phrase("web.error.message")) from None
    subscription = check_subscription(PushSubscription(asked.endpoint, asked.p256dh, asked.auth))
    await notices.subscribe(visitor.owner, visitor.device, subscription)
    settings = await notices.settings(visitor.owner)
    offset = asked.offset if abs(asked.offset) <= FURTHEST else settings.offset
    changed = msgspec.structs.replace(settings, asked=True, language=visitor.language, offset=offset)
    await notices.save_settings(visitor.owner, changed)
    return json_response({"ok": True})


async def unsubscribe(request: Request) -> Response:
    visitor = known_visitor(request)
    await service(request, Notices).unsubscribe(visitor.owner, visitor.device)
    return json_response({"ok": True})


async def question(request: Request) -> Response:
    """GET: what the bell at a table of a slow game asks."""
    return render_page(request, "notice_ask.html", tobi=Markup(draw_mascot()))


async def note_asked(request: Request) -> Response:
    """Not now: the question is never asked again, the bell remains."""
    visitor, notices = known_visitor(request), service(request, Notices)
    settings = await notices.settings(visitor.owner)
    await notices.save_settings(visitor.owner, msgspec.structs.replace(settings, asked=True))
    return json_response({"ok": True})


async def try_one(request: Request) -> Response:
    """Send a notice to the visitor's own devices, now."""
    visitor, notices = known_visitor(request), service(request, Notices)
    if not service(request, RateLimits).pushes.allows(*limit_keys(request)):
        raise HttpError(429, Phrase("web.error.fast"))
    t = web_words(visitor.language)
    sent = await notices.send_push(
        visitor.owner, "try", Notice(t("notice.try_title"), t("notice.try_text"), "/notices")
    )
    return redirect(request, f"/notices?said={'tried' if sent else 'no_device'}")


# ---- e-mail ----------------------------------------------------------------------------------------------


async def mailed_settings(request: Request) -> tuple[str, NoticeSettings]:
    """The person whom a link in a mail is about; HttpError 404 for a link that is none, or of another address."""
    owner, token = request.path_params["owner"], request.path_params["token"]
    notices = service(request, Notices)
    settings = await notices.settings(owner)
    wanted = notices.mail_token(owner, settings.mail)
    if not settings.mail or not hmac.compare_digest(token.encode(), wanted.encode()):
        raise HttpError(404, Phrase("web.error.mail_link"))
    return owner, settings


async def mail_page(request: Request) -> Response:
    """One button: programs that look at links before people do change nothing."""
    _, settings = await mailed_settings(request)
    stops = "/stop/" in request.scope["path"]
    done = request.query_params.get("done") == "1"
    response = render_page(request, "notice_mail.html", stops=stops, done=done, mail=settings.mail)
    if visitor_of(request).is_new:
        set_visitor_cookie(response, visitor_of(request), request)
    return response


async def confirm_mail(request: Request) -> Response:
    owner, settings = await mailed_settings(request)
    await service(request, Notices).save_settings(owner, msgspec.structs.replace(settings, confirmed=True))
    return redirect(request, f"{request.scope['path'].removeprefix(root_of(request))}?done=1")


async def stop_mail(request: Request) -> Response:
    """No more mail; the address is kept, so that the same link says so again."""
    owner, settings = await mailed_settings(request)
    await service(request, Notices).save_settings(owner, msgspec.structs.replace(settings, confirmed=False))
    return redirect(request, f"{request.scope['path'].removeprefix(root_of(request))}?done=1")


PAGES = [
    ("/notices", notices_page),
    ("/notices/mail/{owner}/{token}", mail_page),
    ("/notices/stop/{owner}/{token}", mail_page),
]
READS = [("/notices/question", question)]
WRITES = [
    ("/notices", save_notices),
    ("/notices/subscribe", subscribe),
    ("/notices/unsubscribe", unsubscribe),
    ("/notices/asked", note_asked),
    ("/notices/try", try_one),
    ("/notices/mail/{owner}/{token}", confirm_mail),
    ("/notices/stop/{owner}/{token}", stop_mail),
]
