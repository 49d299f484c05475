"""The report's plots: small SVG pictures; what they show also stands in numbers or in their title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape

from domik.cli.sim import decimal
from domik.language import Words

STYLE = """
:root{color-scheme:light dark;--ink:#2b2a28;--paper:#fbf8f2;--soft:#e6ddcd;--mark:#9a4f1f;--calm:#5c7f6b}
@media(prefers-color-scheme:dark){:root{--ink:#efe9de;--paper:#22201d;--soft:#45403a;--mark:#e79a63;--calm:#93bfa6}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1200px;margin:0 auto;padding:1rem}
h1,h2,h3,h4{line-height:1.2;overflow-wrap:anywhere}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,34rem),1fr));gap:2rem}
.sides>section{min-width:0}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid var(--soft);white-space:nowrap}
th:first-child{text-align:left;font-weight:400;white-space:normal;min-width:9rem}
thead th,thead th:first-child{font-weight:600}
svg{vertical-align:middle}
.plots{display:flex;flex-wrap:wrap;gap:1rem}
figure{margin:0}
figcaption{font-size:.9rem}
"""
WIDE = 120
HIGH = 14
COLUMNS = 24


def interval(value: float, low: float, high: float, least: float = 0.0, most: float = 1.0) -> str:
    """A point with its interval on a scale; the middle of the scale is marked."""

    def place(number: float) -> float:
        return round(WIDE * (min(max(number, least), most) - least) / (most - least), 1)

    return (
        f'<svg width="{WIDE}" height="{HIGH}" aria-hidden="true">'
        f'<path d="M0 7H{WIDE}M{WIDE / 2} 1V13" stroke="var(--soft)"/>'
        f'<path d="M{place(low)} 7H{place(high)}" stroke="var(--calm)" stroke-width="3"/>'
        f'<circle cx="{place(value)}" cy="7" r="4" fill="var(--mark)"/></svg>'
    )


def rate_bar(rate: float, negative: bool = False) -> str:
    """A bar of so much; what takes points away is drawn hollow."""
    wide = round(WIDE * min(max(rate, 0.0), 1.0), 1)
    fill = 'fill="none" stroke="var(--mark)"' if negative else 'fill="var(--calm)"'
    return (
        f'<svg width="{WIDE}" height="{HIGH}" aria-hidden="true"><path d="M0 13H{WIDE}" stroke="var(--soft)"/>'
        f'<rect x="1" y="3" width="{wide}" height="9" {fill}/></svg>'
    )


def histogram(name: str, counts: Mapping[float, int], say: Words) -> str:
    """How often which number came, in at most so many columns."""
    least, most = min(counts), max(counts)
    step = max((most - least + 1) / COLUMNS, 1)
    columns: Counter[int] = Counter()
    for number, many in counts.items():
        columns[int((number - least) / step)] += many
    high = max(columns.values())
    wide = 280 / (max(columns) + 1)
    bars = "".join(
        f'<rect x="{column * wide:.1f}" y="{100 - 96 * many / high:.1f}" width="{max(wide - 1, 1):.1f}" '
        f'height="{96 * many / high:.1f}" fill="var(--calm)"/>'
        for column, many in sorted(columns.items())
    )
    mean = sum(number * many for number, many in counts.items()) / sum(counts.values())
    shown = f"{name}: {decimal(float(least), say)} … {decimal(float(most), say)}, ⌀ {decimal(float(mean), say)}"
    return (
        f'<figure><svg width="280" height="101" role="img" aria-label="{escape(shown)}">{bars}'
        f'<path d="M0 100.5H280" stroke="var(--ink)"/></svg><figcaption>{escape(shown)}</figcaption></figure>'
    )
