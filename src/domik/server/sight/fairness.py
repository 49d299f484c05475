"""Whether a finished game's deal was fair, folded until somebody asks: the browser reckons it itself (fair.js)."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.server.sight.frame import text
from domik.table import Table
from domik.table.clock import now
from domik.table.history import is_revealed
from domik.web.pen import Pen

VERDICTS = ("holds", "seen", "unseen", "broken", "without", "mixed", "insecure")


def fair_line(table: Table, pen: Pen, until_then: str = "") -> str:
    """Every verdict in the reader's words, for the script to choose from; `until_then` stands there before it has."""
    if not table.is_dealt:
        return ""
    title = f"<summary>{pen.icon('shield-check', 15)}<span>{text(pen, 'fair.title')}</span></summary>"
    if table.branch is not None:
        return f'<details class="fair">{title}<p>{pen.say(Phrase("fair.branch"))}</p></details>'
    if table.same is not None and (table.same.deal or not is_revealed(table, now())):
        told = Phrase("fair.played_before" if table.same.deal else "fair.sealed")
        return f'<details class="fair">{title}<p>{pen.say(told)}</p></details>'
    words = " ".join(f'data-{verdict}="{text(pen, f"fair.{verdict}")}"' for verdict in VERDICTS)
    hidden = "" if until_then else " hidden"
    said = f'<p role="status">{pen.escape(until_then)}</p>'
    return f'<details class="fair" data-fair {words}{hidden}>{title}{said}</details>'
