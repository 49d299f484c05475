"""The designer's report as one page: nothing is loaded from anywhere, every plot stands beside its numbers."""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from typing import Any

from domik.cli.balance_changed import changed
from domik.cli.balance_figures import figures, side_name, signed
from domik.cli.balance_plot import STYLE, histogram, interval, rate_bar
from domik.cli.balance_table import heads, sentence, table, titled
from domik.cli.sim import decimal, percent
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.language.rulebook import rulebook
from domik.sim.balance import SURE, Balance, Worth, seat_rows, verdicts, worths
from domik.sim.results import wilson

REACH = 0.1  # how far the scale of seats goes to either side, unless somebody is further off
GAP = 0.5  # the same for the worth of a component
LONG = 110  # letters of a clause


def page(counted: list[Balance], players: tuple[str, ...], seed: str, say: Words) -> str:
    """The whole page; two balances stand side by side."""
    title = say(Phrase("balance.title", {"game": Phrase("game.name")}))
    how: dict[str, Argument] = {"games": decimal(counted[0].games, say), "bots": ", ".join(players)}
    made: dict[str, Argument] = {
        "seed": seed,
        "hash": ", ".join(dict.fromkeys(balance.match.components.hash() for balance in counted)),
    }
    parts = [
        f'<!doctype html><html lang="{say.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
        f'<h1>{escape(title)}</h1><p class="how">{escape(say(Phrase("balance.how", how)))}</p>',
    ]
    if len(counted) > 1:
        parts.append(changed(counted[0], counted[1], say))
    parts.append('<div class="sides">')
    parts += [side(balance, counted, say) for balance in counted]
    parts.append(f'</div><p class="foot">{escape(say(Phrase("balance.made", made)))}</p></main></body></html>\n')
    return "".join(parts)


def side(balance: Balance, counted: list[Balance], say: Words) -> str:
    """One balance, section by section."""
    name = side_name(balance, counted, say)
    inside = (
        f"<h2>{escape(name)}</h2>" if name else "",
        tiles(balance, say),
        standing_out(balance, say),
        seats(balance, say),
        shapes(balance, say),
        clauses(balance, say),
        components(balance, say),
    )
    return f"<section>{''.join(inside)}</section>"


def tiles(balance: Balance, say: Words) -> str:
    """The main numbers, large."""
    cells = (f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text, _ in figures(balance, say))
    return f'<dl class="tiles">{"".join(cells)}</dl>'


def seats(balance: Balance, say: Words) -> str:
    """The advantage of seats and of who begins."""
    fair = 1 / balance.match.seats
    named = [
        (
            say(Phrase("balance.seat", {"seat": seat})),
            row,
            f"{decimal(row['points'], say)} ± {decimal(row['spread'], say)}",
        )
        for seat, row in enumerate(seat_rows(balance), 1)
    ]
    if balance.begun:
        low, high = wilson(round(balance.beginner_share), balance.begun)
        row = {"share": balance.beginner_share / balance.begun, "low": low, "high": high}
        named.append((say(Phrase("balance.beginner")), row, ""))
    reach = max(REACH, *(max(row["high"] - fair, fair - row["low"]) for _, row, _ in named))
    rows = [
        [
            escape(name),
            percent(row["share"], say),
            f"{percent(row['low'], say)} – {percent(row['high'], say)}",
            interval(row["share"], row["low"], row["high"], fair, reach, not row["low"] <= fair <= row["high"]),
            points,
        ]
        for name, row, points in named
    ]
    about: dict[str, Argument] = {"fair": percent(fair, say), "reach": decimal(100 * reach, say)}
    return titled(
        "seats", say, table(heads(say, "", "share", "interval", "plot", "points"), rows, {3: "plot"}), about=about
    )


def shapes(balance: Balance, say: Words) -> str:
    """Scores, margins, lead changes and length, where they differ at all."""
    match = balance.match
    scores: Counter[float] = Counter(match.points(kept) for column in balance.seat_points for kept in column)
    margins: Counter[float] = Counter({match.points(gap): many for gap, many in balance.margins.items()})
    drawn: dict[str, Counter[Any]] = {
        "scores": scores,
        "margins": margins,
        "leads": balance.leads,
        "lengths": balance.lengths,
    }
    plots = [histogram(say(Phrase(f"balance.{key}")), counts, say) for key, counts in drawn.items() if len(counts) > 1]
    return titled("shapes", say, '<div class="plots">', *plots, "</div>")


def clauses(balance: Balance, say: Words) -> str:
    """Which scoring clauses make how many points."""
    match = balance.match
    each = balance.games * match.seats
    most = max((abs(points) for points in balance.clauses.values()), default=1) or 1

    def row(name: str, points: float, text: str = "") -> list[str]:
        return [
            name,
            decimal(float(match.points(points)) / each, say),
            rate_bar(abs(points) / most, points < 0),
            escape(text),
        ]

    rows = []
    for clause, points in balance.clauses.most_common():
        rows.append(row(escape(clause), points, clause_text(balance, clause, say)))
        subjects = balance.subjects[clause]
        if len(subjects) > 1:
            rows += [row(subject_name(key, say), part) for key, part in sorted(subjects.items(), key=rest_last)]
    columns = heads(say, "clause", "points_each", "plot", "says")
    return titled("clauses", say, table(columns, rows, {2: "bar", 3: "text"})) if rows else ""


def subject_name(key: str, say: Words) -> str:
    """What points are for, in the game's words."""
    name = say(Phrase(key if say.has(key) else "balance.other"))
    return f'<span class="sub">{escape(name)}</span>'


def rest_last(subject: tuple[str, int]) -> tuple[bool, int]:
    """The greatest first; what has no name of its own at the end."""
    key, points = subject
    return not key, -points


def clause_text(balance: Balance, clause: str, say: Words) -> str:
    """How a clause begins; a guest's rules may have no text."""
    try:
        text = re.sub(r"[*`_]", "", rulebook(balance.match.title, say.language).find(clause).text)
    except DomikError:
        return ""
    return text if len(text) <= LONG else text[:LONG].rsplit(" ", 1)[0].rstrip(",;:") + " …"


def components(balance: Balance, say: Words) -> str:
    """Every component, sort by sort."""
    census = balance.match.title.module("words.census")
    by_sort: dict[str, list[Worth]] = {}
    for worth in worths(balance):
        by_sort.setdefault(census.component(balance.match, worth.key).sort, []).append(worth)
    columns = heads(say, "name", "rate", "plot", "owned", "with_without", "plot", "gap")
    inside = []
    for sort, group in sorted(by_sort.items()):
        rows = [component_row(balance, worth, say) for worth in group]
        inside.append(
            f"<h4>{escape(say(Phrase(f'balance.sort.{sort}')))}</h4>" + table(columns, rows, {2: "bar", 5: "plot"})
        )
    return titled("parts", say, *inside)


def component_row(balance: Balance, worth: Worth, say: Words) -> list[str]:
    """One component: offered, taken, owned, and what its owners won."""
    counted = worth.counted
    name = say(balance.match.title.module("words.census").component(balance.match, worth.key).name)
    taken = ["–", ""]
    if worth.rate is not None:
        of: dict[str, Argument] = {"rate": percent(worth.rate, say), "offered": decimal(counted.offered, say)}
        taken = [escape(say(Phrase("balance.rate_of", of))), rate_bar(worth.rate)]
    told = ["–", "", "–"]
    if counted.owned and worth.high > worth.low:
        sure = worth.chance < SURE
        told = [
            f"{percent(worth.with_it, say)} / {percent(worth.without, say)}",
            interval(worth.difference, worth.low, worth.high, 0.0, GAP, sure),
            f"{signed(worth.difference, say)} ± {decimal(50 * (worth.high - worth.low), say)}{' ★' if sure else ''}",
        ]
    return [escape(name), *taken, decimal(counted.owned, say), *told]


def standing_out(balance: Balance, say: Words) -> str:
    """Dead and dominant components, in words."""
    lines = []
    census = balance.match.title.module("words.census")
    for verdict, worth in verdicts(balance):
        args: dict[str, Argument] = {
            "name": census.component(balance.match, worth.key).name,
            "rate": percent(worth.rate or 0.0, say),
            "gap": signed(worth.difference, say),
        }
        lines.append(sentence(say(Phrase(f"balance.verdict.{verdict}", args))))
    inside = f"<ul>{''.join(lines)}</ul>" if lines else f"<p>{escape(say(Phrase('balance.nothing')))}</p>"
    return titled("verdicts", say, inside)
