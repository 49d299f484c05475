"""The designer's report as one page: nothing is loaded from anywhere, every plot stands beside its numbers."""

from __future__ import annotations

from collections import Counter
from html import escape

from domik.cli.balance_plot import STYLE, histogram, interval, rate_bar
from domik.cli.sim import decimal, percent
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.sim.balance import SURE, Balance, Worth, seat_rows, verdicts, worths
from domik.sim.balance_change import changes
from domik.sim.results import wilson


def page(counted: list[Balance], players: tuple[str, ...], seed: str, say: Words) -> str:
    """The whole page; two balances stand side by side."""
    title = say(Phrase("balance.title", {"game": Phrase("game.name")}))
    how: dict[str, Argument] = {
        "games": decimal(counted[0].games, say),
        "bots": ", ".join(players),
        "seed": seed,
        "hash": ", ".join(balance.match.components.hash() for balance in counted),
    }
    parts = [
        f'<!doctype html><html lang="{say.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>{escape(title)}</h1><p>{escape(say(Phrase('balance.how', how)))}</p>",
    ]
    if len(counted) > 1:
        parts.append(changed(counted[0], counted[1], say))
    parts.append('<div class="sides">')
    parts += [side(balance, len(counted) > 1, say) for balance in counted]
    parts.append("</div></main></body></html>\n")
    return "".join(parts)


def side(balance: Balance, named: bool, say: Words) -> str:
    """One balance, section by section."""
    match = balance.match
    differing = match.title.schema.differing(match.options)
    usual = say(Phrase("balance.usual"))
    options = ", ".join(f"{name}={value}" for name, value in differing.items()) or usual
    heading = f"<h2>{escape(options)} · {match.components.file}</h2>" if named or differing else ""
    return (
        "<section>"
        + heading
        + "".join(
            (
                standing_out(balance, say),
                seats(balance, say),
                shapes(balance, say),
                clauses(balance, say),
                components(balance, say),
            )
        )
        + "</section>"
    )


def titled(key: str, say: Words, *inside: str) -> str:
    """A part with its heading and one sentence about how to read it."""
    return (
        f"<h3>{escape(say(Phrase(f'balance.{key}')))}</h3><p>{escape(say(Phrase(f'balance.about_{key}')))}</p>"
        + "".join(inside)
    )


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A table; the first column names the row."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    lines = [
        f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"
        for first, *rest in rows
    ]
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def heads(say: Words, *keys: str) -> list[str]:
    """Column names."""
    return [say(Phrase(f"balance.{key}")) if key else "" for key in keys]


def name_of(balance: Balance, key: str, say: Words) -> str:
    """A component's name."""
    return escape(say(balance.match.title.module("words.census").component(balance.match, key).name))


def seats(balance: Balance, say: Words) -> str:
    """The advantage of seats and of who begins."""
    rows = []
    for seat, row in enumerate(seat_rows(balance), 1):
        rows.append(share_row(say(Phrase("balance.seat", {"seat": seat})), row["share"], row["low"], row["high"], say))
        rows[-1].append(f"{decimal(float(row['points']), say)} ± {decimal(float(row['spread']), say)}")
    if balance.begun:
        low, high = wilson(round(balance.beginner_share), balance.begun)
        share = balance.beginner_share / balance.begun
        rows.append([*share_row(say(Phrase("balance.beginner")), share, low, high, say), ""])
    return titled("seats", say, table(heads(say, "", "share", "interval", "plot", "points"), rows))


def share_row(name: str, share: float, low: float, high: float, say: Words) -> list[str]:
    """A share with its interval in numbers and drawn."""
    return [
        escape(name),
        percent(share, say),
        f"{percent(low, say)} – {percent(high, say)}",
        interval(share, low, high),
    ]


def shapes(balance: Balance, say: Words) -> str:
    """Scores, margins, lead changes, length and decisions."""
    match = balance.match
    scores: Counter[float] = Counter(match.points(kept) for column in balance.seat_points for kept in column)
    numbers: dict[str, Argument] = {
        "moves": decimal(balance.moves / balance.games, say),
        "decisions": decimal(balance.decisions / balance.games / match.seats, say),
        "shared": percent(balance.shared / balance.games, say),
    }
    plots = [
        histogram(say(Phrase("balance.scores")), scores, say),
        histogram(say(Phrase("balance.lengths")), Counter(balance.lengths), say),
    ]
    if balance.margins:
        margins = Counter({match.points(gap): many for gap, many in balance.margins.items()})
        plots.insert(1, histogram(say(Phrase("balance.margins")), margins, say))
    if len(balance.leads) > 1:
        plots.append(histogram(say(Phrase("balance.leads")), Counter(balance.leads), say))
    sentence = escape(say(Phrase("balance.numbers", numbers)))
    return titled("shapes", say, f"<p>{sentence}</p>", '<div class="plots">', *plots, "</div>")


def clauses(balance: Balance, say: Words) -> str:
    """Which scoring clauses make how many points."""
    match = balance.match
    each = balance.games * match.seats
    most = max((abs(points) for points in balance.clauses.values()), default=1) or 1
    rows = [
        [
            escape(clause),
            decimal(float(match.points(points)) / each, say),
            rate_bar(abs(points) / most, points < 0),
        ]
        for clause, points in balance.clauses.most_common()
    ]
    return titled("clauses", say, table(heads(say, "clause", "points_each", "plot"), rows)) if rows else ""


def components(balance: Balance, say: Words) -> str:
    """Every component, sort by sort."""
    census = balance.match.title.module("words.census")
    by_sort: dict[str, list[Worth]] = {}
    for worth in worths(balance):
        by_sort.setdefault(census.component(balance.match, worth.key).sort, []).append(worth)
    columns = heads(say, "name", "offered", "rate", "plot", "owned", "with", "without", "gap", "plot", "sure")
    inside = []
    for sort, group in sorted(by_sort.items()):
        rows = [component_row(balance, worth, say) for worth in group]
        inside.append(f"<h4>{escape(say(Phrase(f'balance.sort.{sort}')))}</h4>" + table(columns, rows))
    return titled("parts", say, *inside)


def component_row(balance: Balance, worth: Worth, say: Words) -> list[str]:
    """One component: offered, taken, owned, and what its owners won."""
    counted = worth.counted
    told = counted.owned and worth.high > worth.low
    taken = [percent(worth.rate, say), rate_bar(worth.rate)] if worth.rate is not None else ["–", ""]
    worth_cells = ["–"] * 3 + ["", ""]
    if told:
        sure = say(Phrase("balance.yes" if worth.chance < SURE else "balance.no"))
        gap = f"{signed(worth.difference, say)} ({signed(worth.low, say)} … {signed(worth.high, say)})"
        plot = interval(worth.difference, worth.low, worth.high, -0.5, 0.5)
        worth_cells = [percent(worth.with_it, say), percent(worth.without, say), gap, plot, escape(sure)]
    return [
        name_of(balance, worth.key, say),
        decimal(counted.offered, say),
        *taken,
        decimal(counted.owned, say),
        *worth_cells,
    ]


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
        lines.append(f"<li>{escape(say(Phrase(f'balance.verdict.{verdict}', args)))}</li>")
    inside = f"<ul>{''.join(lines)}</ul>" if lines else f"<p>{escape(say(Phrase('balance.nothing')))}</p>"
    return titled("verdicts", say, inside)


def changed(one: Balance, other: Balance, say: Words) -> str:
    """What the second has that the first has not."""
    lines = []
    for change in changes(one, other):
        home = one if change.before is not None else other
        args: dict[str, Argument] = {
            "name": home.match.title.module("words.census").component(home.match, change.key).name,
            "before": percent(change.before or 0.0, say),
            "after": percent(change.after or 0.0, say),
        }
        key = "new" if change.before is None else "gone" if change.after is None else "moved"
        lines.append(f"<li>{escape(say(Phrase(f'balance.change.{key}', args)))}</li>")
    numbers: dict[str, Argument] = {
        "before": decimal(one.moves / one.games, say),
        "after": decimal(other.moves / other.games, say),
        "points_before": decimal(mean_points(one), say),
        "points_after": decimal(mean_points(other), say),
    }
    lines.insert(0, f"<li>{escape(say(Phrase('balance.change.shape', numbers)))}</li>")
    return titled("changes", say, f"<ul>{''.join(lines)}</ul>")


def signed(share: float, say: Words) -> str:
    """Percentage points with their sign."""
    return ("+" if share >= 0 else "−") + decimal(abs(100.0 * share), say)


def mean_points(balance: Balance) -> float:
    """A player's mean points."""
    kept = sum(sum(column) for column in balance.seat_points)
    return float(balance.match.points(kept)) / (balance.games * balance.match.seats)
