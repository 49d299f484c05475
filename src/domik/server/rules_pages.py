"""The rules as pages: one clause beside the board."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.errors import Refused
from domik.server.pages import card, checked, rules, rules_sheet
from domik.server.rulebook import chapters
from domik.server.templates import page
from domik.server.visitors import visitor_of


async def clause(request: Request) -> Response:
    """One clause, with the chapter that it stands in."""
    title = checked(request.path_params["game"])
    language = visitor_of(request).language
    wanted = request.path_params["clause"].upper()
    for chapter in chapters(title.name, language):
        for rule in chapter.clauses:
            if rule.id == wanted:
                return page(request, "clause.html", game=card(title, language), chapter=chapter.heading, clause=rule)
    raise Refused(404, Phrase("web.rules.no_clause", {"clause": wanted[:20]}))


READS = [
    ("/g/{game}/rules", rules),
    ("/g/{game}/rules/sheet", rules_sheet),
    ("/g/{game}/rules/clause/{clause}", clause),
]
