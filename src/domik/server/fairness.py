"""The line under a finished game that says whether its deal was fair: the browser reckons it itself (fair.js)."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.server.frame import text
from domik.table import Table
from domik.table.clock import now
from domik.table.history import is_revealed
from domik.web.pen import Pen

VERDICTS = ("holds", "seen", "unseen", "broken", "without", "mixed", "insecure")


def fair_line(table: Table, pen: Pen, until_then: str = "") -> str:
    """Every verdict in the reader's words, for the script to choose from; `until_then` stands there before it has."""
    if not table.is_dealt:
        return ""
    shield = pen.icon("shield-check", 15)
    if table.branch is not None:
        return f'<p class="fair">{shield}<span>{pen.say(Phrase("fair.branch"))}</span></p>'
    if table.same is not None and (table.same.deal or not is_revealed(table, now())):
        told = Phrase("fair.played_before" if table.same.deal else "fair.sealed")
        return f'<p class="fair">{shield}<span>{pen.say(told)}</span></p>'
    words = " ".join(f'data-{verdict}="{text(pen, f"fair.{verdict}")}"' for verdict in VERDICTS)
    hidden = "" if until_then else " hidden"
    return f'<p class="fair" role="status" data-fair {words}{hidden}>{shield}<span>{pen.escape(until_then)}</span></p>'
