"""The page of a sweep: curves of win shares, points, use and advantage over the values, and what is suggested."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from domik.cli.balance_markup import STYLE, html_table, list_item, short_number
from domik.cli.sim import decimal_text, percent_text
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.sim.balance import component_stats_of
from domik.sim.sweep import Number, Suggestion, SweepPoint, Variation

WIDTH, HEIGHT, EDGE = 420, 200, 34
USES_SHOWN = 6  # components whose use changes most
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")  # lines differ in their strokes, not in colour alone
SWEEP_STYLE = """
.curves{display:flex;flex-wrap:wrap;gap:1rem}
.curve{flex:1 1 20rem;max-width:34rem;margin:0}
.curve ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.3rem 0 0;padding:0;list-style:none;columns:auto}
.curve li svg{width:36px;height:10px}
.curve text{font-size:11px;fill:var(--quiet)}
"""
Curve = tuple[str, list[tuple[float, float, float, float]]]  # a name; x, value, low, high of every point


def values_text(values: Mapping[str, Number]) -> str:
    return ", ".join(f"{path} = {value:g}" for path, value in values.items())


def suggestion_text(name: str, suggestion: Suggestion, say: Words) -> str:
    """One sentence on the values and how near to balance they are, another on how sure that is."""
    args: dict[str, Argument] = {
        "values": values_text(suggestion.best.values),
        "advantage": percent_text(suggestion.advantage, say),
        "reach": percent_text(suggestion.reach, say),
        "n": len(suggestion.rivals),
    }
    doubt = "unsure" if suggestion.rivals else "sure"
    return f"{say(Phrase(f'sweep.suggest.{name}', args))} {say(Phrase(f'sweep.{doubt}', args))}"


def render_sweep(
    match: Match,
    variations: list[Variation],
    points: list[SweepPoint],
    found: Mapping[str, Suggestion],
    players: tuple[str, ...],
    seed: str,
    say: Words,
) -> str:
    """The whole page."""
    title = say(Phrase("sweep.title", {"game": Phrase("game.name"), "path": variations[0].path}))
    how: dict[str, Argument] = {"games": decimal_text(points[0].games, say), "bots": ", ".join(players), "seed": seed}
    parts = [
        f'<!doctype html><html lang="{say.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}{SWEEP_STYLE}</style></head><body><main>",
        f'<h1>{escape(title)}</h1><p class="how">{escape(say(Phrase("sweep.how", how)))}</p>',
        f'<div class="card"><h3>{escape(say(Phrase("sweep.suggestions")))}</h3><ul>',
        *(list_item(suggestion_text(name, suggestion, say)) for name, suggestion in found.items()),
        "</ul></div>",
        *(section(match, variations, points, key, say) for key in ("shares", "spread", "use", "advantage")),
        point_table(variations, points, say),
        "</main></body></html>\n",
    ]
    return "".join(parts)


def section(match: Match, variations: list[Variation], points: list[SweepPoint], key: str, say: Words) -> str:
    """A card with one plot for every combination of the values beyond the first."""
    first, *others = [variation.path for variation in variations]
    groups: dict[str, list[SweepPoint]] = {}
    for point in points:
        groups.setdefault(values_text({path: point.values[path] for path in others}), []).append(point)
    percent: Callable[[float], str] = lambda value: percent_text(value, say)  # noqa: E731 - one of two writers
    plain: Callable[[float], str] = lambda value: decimal_text(float(value), say)  # noqa: E731
    plots = "".join(
        line_plot(name, first, CURVES[key](match, group, first, say), plain if key == "spread" else percent)
        for name, group in groups.items()
    )
    return (
        f'<div class="card"><h3>{escape(say(Phrase(f"sweep.{key}")))}</h3>'
        f'<p class="about">{escape(say(Phrase(f"sweep.about_{key}")))}</p><div class="curves">{plots}</div></div>'
    )


def share_curves(match: Match, points: list[SweepPoint], path: str, say: Words) -> list[Curve]:
    return [
        (
            say(Phrase("sweep.seat", {"seat": seat + 1})),
            [(float(point.values[path]), *((one := point.seats[seat]).share, one.low, one.high)) for point in points],
        )
        for seat in range(match.seats)
    ]


def spread_curves(match: Match, points: list[SweepPoint], path: str, say: Words) -> list[Curve]:
    """The points of every seat, with one standard deviation to either side."""
    return [
        (
            say(Phrase("sweep.seat", {"seat": seat + 1})),
            [
                (
                    float(point.values[path]),
                    (one := point.seats[seat]).points,
                    one.points - one.spread,
                    one.points + one.spread,
                )
                for point in points
            ],
        )
        for seat in range(match.seats)
    ]


def use_curves(match: Match, points: list[SweepPoint], path: str, say: Words) -> list[Curve]:
    """How often components are taken when offered: those whose rate changes most over the sweep."""
    rates: dict[str, list[tuple[float, float]]] = {}
    for point in points:
        for key, use in point.components.items():
            if use.rate is not None:
                rates.setdefault(key, []).append((float(point.values[path]), use.rate))
    whole = {key: one for key, one in rates.items() if len(one) == len(points)}
    changing = sorted(
        whole, key=lambda key: -(max(rate for _, rate in whole[key]) - min(rate for _, rate in whole[key]))
    )
    stats = component_stats_of(match)
    return [
        (say(stats.component(match, key).name), [(x, rate, rate, rate) for x, rate in whole[key]])
        for key in changing[:USES_SHOWN]
    ]


def advantage_curves(match: Match, points: list[SweepPoint], path: str, say: Words) -> list[Curve]:
    found: list[Curve] = []
    for name, measure in (("seats", SweepPoint.seat_advantage), ("components", SweepPoint.component_advantage)):
        line = []
        for point in points:
            value, reach = measure(point)
            line.append((float(point.values[path]), value, max(value - reach, 0.0), value + reach))
        found.append((say(Phrase(f"sweep.of_{name}")), line))
    return found


CURVES: dict[str, Callable[[Match, list[SweepPoint], str, Words], list[Curve]]] = {
    "shares": share_curves,
    "spread": spread_curves,
    "use": use_curves,
    "advantage": advantage_curves,
}


def line_plot(name: str, path: str, curves: list[Curve], write: Callable[[float], str]) -> str:
    """Lines over the values of one path, with their intervals as bars, the scale at the left and a legend below."""
    spots = [spot for _, line in curves for spot in line]
    if not spots:
        return ""
    left, right = min(x for x, *_ in spots), max(x for x, *_ in spots)
    low, high = min(spot[2] for spot in spots), max(spot[3] for spot in spots)

    def across(x: float) -> float:
        return EDGE + (WIDTH - EDGE - 8) * ((x - left) / (right - left) if right > left else 0.5)

    def up(y: float) -> float:
        return 8 + (HEIGHT - EDGE) * (1 - ((y - low) / (high - low) if high > low else 0.5))

    drawn, legend = [], []
    for at, (label, line) in enumerate(curves):
        dash = f' stroke-dasharray="{DASHES[at % len(DASHES)]}"'
        stroke = f'stroke="{"var(--mark)" if at % 2 else "var(--calm)"}"'
        drawn += [
            f'<path d="M{across(x):.1f} {up(below):.1f}V{up(above):.1f}" {stroke} opacity=".4" stroke-width="3"/>'
            for x, _, below, above in line
        ]
        way = "L".join(f"{across(x):.1f} {up(value):.1f}" for x, value, *_ in line)
        drawn.append(f'<path d="M{way}" fill="none" {stroke} stroke-width="2"{dash}/>')
        legend.append(
            f'<li><svg viewBox="0 0 36 10" aria-hidden="true"><path d="M0 5H36" {stroke} stroke-width="2"{dash}/></svg>'
            f" {escape(label)}</li>"
        )
    bottom = HEIGHT - EDGE + 8
    said = "; ".join(
        f"{label}: {', '.join(f'{x:g} → {write(value)}' for x, value, *_ in line)}" for label, line in curves
    )
    return (
        f'<figure class="curve"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(said)}">'
        f'<path d="M{EDGE} 8V{bottom}H{WIDTH - 8}" fill="none" stroke="var(--soft)"/>{"".join(drawn)}'
        f'<text x="0" y="16">{escape(write(high))}</text><text x="0" y="{bottom}">{escape(write(low))}</text>'
        f'<text x="{EDGE}" y="{HEIGHT - 8}">{left:g}</text>'
        f'<text x="{WIDTH - 8}" y="{HEIGHT - 8}" text-anchor="end">{right:g}</text></svg>'
        f"<figcaption>{escape(', '.join(filter(None, (path, name))))}</figcaption>"
        f"<ul>{''.join(legend)}</ul></figure>"
    )


def point_table(variations: list[Variation], points: list[SweepPoint], say: Words) -> str:
    """All numbers, a row for every combination."""
    paths = [variation.path for variation in variations]
    seats = [say(Phrase("sweep.seat", {"seat": seat + 1})) for seat in range(len(points[0].seats))]
    heads = [paths[0], *paths[1:], *seats, say(Phrase("sweep.of_seats")), say(Phrase("sweep.of_components"))]
    rows = [
        [
            *(short_number(point.values[path], say) for path in paths),
            *(escape(percent_text(seat.share, say)) for seat in point.seats),
            *(f"{percent_text(value, say)} ± {percent_text(reach, say)}" for value, reach in measures(point)),
        ]
        for point in points
    ]
    return f'<div class="card"><h3>{escape(say(Phrase("sweep.numbers")))}</h3>{html_table(heads, rows)}</div>'


def measures(point: SweepPoint) -> tuple[tuple[float, float], tuple[float, float]]:
    return point.seat_advantage(), point.component_advantage()
