"""The balance report as one HTML page, for one set of games or for two side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from domik.cli.balance_markup import (
    STYLE,
    card,
    column_names,
    histogram_plot,
    html_table,
    interval_plot,
    list_item,
    rate_bar,
)
from domik.cli.sim import decimal_text, percent_text
from domik.kernel.errors import DomikError
from domik.kernel.package import built_in_components
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.language.rulebook import load_rulebook
from domik.sim.balance import (
    SIGNIFICANCE,
    Balance,
    ComponentEffect,
    compare_balances,
    component_effects,
    notable_components,
    seat_rows,
)
from domik.sim.balance_differences import CLAUSE, MOVES, POINTS, Difference, differences
from domik.sim.results import wilson_interval

KeyFigure = tuple[str, str, float]  # label, text, number in the text's unit


def key_figures(balance: Balance, say: Words) -> Iterator[KeyFigure]:
    """Length, decisions, points, closeness, and the advantage of the starting player."""
    match, games = balance.match, balance.games
    yield number_figure("moves_each", balance.moves / games, say)
    yield number_figure("decisions_each", balance.decisions / games / match.seats, say)
    yield number_figure("points_mean", mean_points(balance), say)
    if match.seats > 1:
        yield number_figure("margin_mean", float(match.points(1)) * mean(balance.margins), say)
        yield number_figure("leads_mean", mean(balance.lead_changes), say)
        yield percent_figure("shared_share", balance.shared / games, say)
    if balance.games_with_beginner:
        yield percent_figure("beginner_share", balance.beginner_share / balance.games_with_beginner, say)
    elif match.seats > 1:
        yield percent_figure("first_share", balance.seat_share[0] / games, say)


def number_figure(key: str, value: float, say: Words) -> KeyFigure:
    return say(Phrase(f"balance.{key}")), decimal_text(float(value), say), float(value)


def percent_figure(key: str, value: float, say: Words) -> KeyFigure:
    return say(Phrase(f"balance.{key}")), percent_text(value, say), 100 * value


def mean(counts: Mapping[int, int]) -> float:
    """Mean of a histogram."""
    return sum(value * many for value, many in counts.items()) / max(sum(counts.values()), 1)


def mean_points(balance: Balance) -> float:
    """Mean points per player and game."""
    kept = sum(sum(column) for column in balance.seat_points)
    return float(balance.match.points(kept)) / (balance.games * balance.match.seats)


def signed_percent(share: float, say: Words) -> str:
    """Percentage points with their sign."""
    return signed_decimal(100.0 * share, say)


def signed_decimal(value: float, say: Words) -> str:
    """A number with its sign; zero has none."""
    shown = decimal_text(abs(value), say)
    nought = decimal_text(0.0, say)
    return shown if shown == nought else ("+" if value > 0 else "−") + shown


def side_name(balance: Balance, counted: list[Balance], say: Words) -> str:
    """A heading: options that are not default or differ between sides, and the component file if that differs."""
    options = balance.match.options
    names = set(balance.match.package.schema.non_defaults(options))
    for other in counted:
        names |= {name for name, value in other.match.options.items() if value != options.get(name)}
    said = [option_name(name, options[name], say) for name in options if name in names]
    if len({other.match.components.hash() for other in counted}) > 1:
        said.append(balance.match.components.file.rsplit("/", 1)[-1])
    return " · ".join(said)


def option_name(name: str, value: object, say: Words) -> str:
    """An option's value in the game's words, if it has any."""
    if say.has(f"{name}.{value}"):
        return say(Phrase(f"{name}.{value}"))
    label = say(Phrase(f"option.{name}")) if say.has(f"option.{name}") else name
    shown = ", ".join(map(str, value)) if isinstance(value, tuple) else value
    if isinstance(value, bool):
        shown = say(Phrase("balance.yes" if value else "balance.no"))
    return f"{label}: {shown}"


def comparison_section(one: Balance, other: Balance, say: Words) -> str:
    """Figures and clauses side by side, then the components that changed."""
    sides = [side_name(balance, [one, other], say) for balance in (one, other)]
    columns = ["", *sides, say(Phrase("balance.gap")), say(Phrase("balance.interval"))]
    rows = [*figure_rows(one, other, say), *clause_rows(one, other, say)]
    lines = [list_item(line) for line in change_sentences(one, other, say)]
    nothing = f"<p>{escape(say(Phrase('balance.change.none')))}</p>"
    return card(
        "changes",
        say,
        f'<div class="short">{html_table(columns, rows)}</div>',
        f"<ul>{''.join(lines)}</ul>" if lines else nothing,
    )


def figure_rows(one: Balance, other: Balance, say: Words) -> list[list[str]]:
    before = {name: (text, value) for name, text, value in key_figures(one, say)}
    figures = {"balance.points_mean": POINTS, "balance.moves_each": MOVES}
    intervals = {gap.what: gap for gap in differences(one, other) if gap.what in figures.values()}
    known = {say(Phrase(key)): intervals[what] for key, what in figures.items()}
    return [
        [
            escape(name),
            before[name][0],
            text,
            signed_decimal(value - before[name][1], say),
            interval_text(known[name], say) if name in known else "",
        ]
        for name, text, value in key_figures(other, say)
        if name in before
    ]


def clause_rows(one: Balance, other: Balance, say: Words) -> list[list[str]]:
    """Mean points per player by clause, before and after."""
    return [
        [
            escape(clause_name(other, gap.which, say)),
            decimal_text(gap.before, say),
            decimal_text(gap.after, say),
            signed_decimal(gap.after - gap.before, say),
            interval_text(gap, say),
        ]
        for gap in differences(one, other)
        if gap.what == CLAUSE
    ]


def interval_text(gap: Difference, say: Words) -> str:
    """The 95 % interval of a difference."""
    return f"{signed_decimal(gap.low, say)} … {signed_decimal(gap.high, say)}"


def clause_name(balance: Balance, clause: str, say: Words) -> str:
    """A clause by its number and the beginning of what it says."""
    name = say(Phrase("balance.points_by", {"clause": clause}))
    text = clause_text(balance, clause, say)
    return f"{name}: {text}" if text else name


def change_sentences(one: Balance, other: Balance, say: Words) -> list[str]:
    """Sentences on components that are taken significantly more or less often, or are new or gone."""
    lines = []
    for change in compare_balances(one, other):
        home = one if change.before is not None else other
        args: dict[str, Argument] = {
            "name": home.component(change.key).name,
            "before": percent_text(change.before or 0.0, say),
            "after": percent_text(change.after or 0.0, say),
            "low": signed_percent(change.low, say),
            "high": signed_percent(change.high, say),
        }
        key = "new" if change.before is None else "gone" if change.after is None else "moved"
        lines.append(say(Phrase(f"balance.change.{key}", args)))
    return lines


SEAT_PLOT_REACH = 0.1  # half width of the seat scale, unless an interval is wider
COMPONENT_PLOT_REACH = 0.5  # half width of the component scale
MOST_CLAUSE_LETTERS = 110  # of a clause's text


def render_report(counted: list[Balance], players: tuple[str, ...], seed: str, say: Words) -> str:
    """The whole page for one or two balances."""
    title = say(Phrase("balance.title", {"game": Phrase("game.name")}))
    how: dict[str, Argument] = {"games": decimal_text(counted[0].games, say), "bots": ", ".join(players)}
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
        parts.append(comparison_section(counted[0], counted[1], say))
    parts.append('<div class="sides">')
    parts += [balance_sections(balance, counted, say) for balance in counted]
    parts.append(f'</div><p class="foot">{escape(say(Phrase("balance.made", made)))}</p></main></body></html>\n')
    return "".join(parts)


def balance_sections(balance: Balance, counted: list[Balance], say: Words) -> str:
    name = side_name(balance, counted, say)
    inside = (
        f"<h2>{escape(name)}</h2>" if name else "",
        figure_tiles(balance, say),
        notable_section(balance, say),
        seat_section(balance, say),
        histogram_section(balance, say),
        clause_section(balance, say),
        component_section(balance, say),
    )
    return f"<section>{''.join(inside)}</section>"


def figure_tiles(balance: Balance, say: Words) -> str:
    cells = (
        f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text, _ in key_figures(balance, say)
    )
    return f'<dl class="tiles">{"".join(cells)}</dl>'


def seat_section(balance: Balance, say: Words) -> str:
    """Win shares by seat and for the starting player."""
    fair = 1 / balance.match.seats
    named = [
        (
            say(Phrase("balance.seat", {"seat": seat})),
            row,
            f"{decimal_text(row['points'], say)} ± {decimal_text(row['spread'], say)}",
        )
        for seat, row in enumerate(seat_rows(balance), 1)
    ]
    if balance.games_with_beginner:
        low, high = wilson_interval(round(balance.beginner_share), balance.games_with_beginner)
        row = {"share": balance.beginner_share / balance.games_with_beginner, "low": low, "high": high}
        named.append((say(Phrase("balance.beginner")), row, ""))
    reach = max(SEAT_PLOT_REACH, *(max(row["high"] - fair, fair - row["low"]) for _, row, _ in named))
    rows = [
        [
            escape(name),
            percent_text(row["share"], say),
            f"{percent_text(row['low'], say)} – {percent_text(row['high'], say)}",
            interval_plot(row["share"], row["low"], row["high"], fair, reach, not row["low"] <= fair <= row["high"]),
            points,
        ]
        for name, row, points in named
    ]
    about: dict[str, Argument] = {"fair": percent_text(fair, say), "reach": decimal_text(100 * reach, say)}
    return card(
        "seats",
        say,
        html_table(column_names(say, "", "share", "interval", "plot", "points"), rows, {3: "plot"}),
        about=about,
    )


def histogram_section(balance: Balance, say: Words) -> str:
    """Scores, margins, lead changes and lengths; a histogram with a single value is left out."""
    match = balance.match
    scores: Counter[float] = Counter(match.points(kept) for column in balance.seat_points for kept in column)
    margins: Counter[float] = Counter({match.points(gap): many for gap, many in balance.margins.items()})
    drawn: dict[str, Counter[Any]] = {
        "scores": scores,
        "margins": margins,
        "leads": balance.lead_changes,
        "lengths": balance.lengths,
    }
    plots = [
        histogram_plot(say(Phrase(f"balance.{key}")), counts, say) for key, counts in drawn.items() if len(counts) > 1
    ]
    return card("shapes", say, '<div class="plots">', *plots, "</div>")


def clause_section(balance: Balance, say: Words) -> str:
    match = balance.match
    each = balance.games * match.seats
    most = max((abs(points) for points in balance.clauses.values()), default=1) or 1

    def row(name: str, points: float, text: str = "") -> list[str]:
        return [
            name,
            decimal_text(float(match.points(points)) / each, say),
            rate_bar(abs(points) / most, points < 0),
            escape(text),
        ]

    rows = []
    for clause, points in balance.clauses.most_common():
        rows.append(row(escape(clause), points, clause_text(balance, clause, say)))
        subjects = balance.subjects[clause]
        if len(subjects) > 1:
            rows += [row(subject_name(key, say), part) for key, part in sorted(subjects.items(), key=subject_order)]
    columns = column_names(say, "clause", "points_each", "plot", "says")
    return card("clauses", say, html_table(columns, rows, {2: "bar", 3: "text"})) if rows else ""


def subject_name(key: str, say: Words) -> str:
    name = say(Phrase(key if say.has(key) else "balance.other"))
    return f'<span class="sub">{escape(name)}</span>'


def subject_order(subject: tuple[str, int]) -> tuple[bool, int]:
    """Sort key: most points first, unnamed subjects last."""
    key, points = subject
    return not key, -points


def clause_text(balance: Balance, clause: str, say: Words) -> str:
    """The start of a clause's text; "" if the game has no such clause.

    With other components than the game's own its numbers may be wrong, so it ends before the first of them.
    """
    try:
        text = re.sub(r"[*`_]", "", load_rulebook(balance.match.package, say.language).find(clause).text)
    except DomikError:
        return ""
    if balance.match.components.hash() != built_in_components(balance.match.package).hash():
        text = re.split(r"(?<=[.:])\s[^.:]*\d", text)[0].rstrip(":")
    return (
        text if len(text) <= MOST_CLAUSE_LETTERS else text[:MOST_CLAUSE_LETTERS].rsplit(" ", 1)[0].rstrip(",;:") + " …"
    )


def component_section(balance: Balance, say: Words) -> str:
    by_sort: dict[str, list[ComponentEffect]] = {}
    for worth in component_effects(balance):
        by_sort.setdefault(balance.component(worth.key).sort, []).append(worth)
    columns = column_names(say, "name", "rate", "plot", "owned", "with_without", "plot", "gap")
    inside = []
    for sort, group in sorted(by_sort.items()):
        rows = [component_row(balance, worth, say) for worth in group]
        inside.append(
            f"<h4>{escape(say(Phrase(f'balance.sort.{sort}')))}</h4>" + html_table(columns, rows, {2: "bar", 5: "plot"})
        )
    return card("parts", say, *inside)


def component_row(balance: Balance, worth: ComponentEffect, say: Words) -> list[str]:
    """One component: taken rate, owners, and their win share."""
    counted = worth.counts
    name = say(balance.component(worth.key).name)
    taken = ["–", ""]
    if worth.rate is not None:
        of: dict[str, Argument] = {"rate": percent_text(worth.rate, say), "offered": decimal_text(counted.offered, say)}
        taken = [escape(say(Phrase("balance.rate_of", of))), rate_bar(worth.rate)]
    told = ["–", "", "–"]
    if counted.owned and worth.high > worth.low:
        sure = worth.p_value < SIGNIFICANCE
        told = [
            f"{percent_text(worth.with_it, say)} / {percent_text(worth.without, say)}",
            interval_plot(worth.difference, worth.low, worth.high, 0.0, COMPONENT_PLOT_REACH, sure),
            f"{signed_percent(worth.difference, say)} ± {decimal_text(50 * (worth.high - worth.low), say)}"
            + (" ★" if sure else ""),
        ]
    return [escape(name), *taken, decimal_text(counted.owned, say), *told]


def notable_section(balance: Balance, say: Words) -> str:
    lines = []
    for verdict, worth in notable_components(balance):
        args: dict[str, Argument] = {
            "name": balance.component(worth.key).name,
            "rate": percent_text(worth.rate or 0.0, say),
            "gap": signed_percent(worth.difference, say),
        }
        lines.append(list_item(say(Phrase(f"balance.verdict.{verdict}", args))))
    inside = f"<ul>{''.join(lines)}</ul>" if lines else f"<p>{escape(say(Phrase('balance.nothing')))}</p>"
    return card("verdicts", say, inside)
