"""HTML and SVG building blocks of the balance report: cards, tables, plots, and the style sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape

from domik.cli.sim import decimal_text
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words

# CSS classes by column; `plot` and `bar` are hidden on small screens, `text` may wrap.
NO_CLASSES: Mapping[int, str] = {}


def list_item(text: str) -> str:
    """A list item with a capital letter, unless it starts with a component id such as n19."""
    first = text.split(maxsplit=1)[0]
    is_id = "_" in first or any(map(str.isdigit, first))
    return f"<li>{escape(text if is_id else text[:1].upper() + text[1:])}</li>"


def card(key: str, say: Words, *inside: str, about: dict[str, Argument] | None = None) -> str:
    """A section with its heading and a sentence on how to read it."""
    return (
        f'<div class="card"><h3>{escape(say(Phrase(f"balance.{key}")))}</h3>'
        f'<p class="about">{escape(say(Phrase(f"balance.about_{key}", about or {})))}</p>{"".join(inside)}</div>'
    )


def html_table(heads: list[str], rows: list[list[str]], kinds: Mapping[int, str] = NO_CLASSES) -> str:
    """A table with HTML cells, whose first column names the row; `kinds` are CSS classes by column."""

    def kind(at: int) -> str:
        return f' class="{kinds[at]}"' if at in kinds else ""

    head = "".join(f'<th scope="col"{kind(at)}>{escape(one)}</th>' for at, one in enumerate(heads))
    lines = [
        f'<tr><th scope="row">{first}</th>'
        + "".join(f"<td{kind(at)}>{cell}</td>" for at, cell in enumerate(rest, 1))
        + "</tr>"
        for first, *rest in rows
    ]
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def column_names(say: Words, *keys: str) -> list[str]:
    """Column headings; plots have none."""
    return [say(Phrase(f"balance.{key}")) if key not in ("", "plot") else "" for key in keys]


STYLE = """
:root{color-scheme:light dark;--ink:#2b2a28;--quiet:#6d665c;--paper:#f7f2e8;--card:#fffdf8;--soft:#e6ddcd;
--mark:#9a4f1f;--calm:#5c7f6b}
@media(prefers-color-scheme:dark){:root{--ink:#efe9de;--quiet:#b3a999;--paper:#1d1b18;--card:#282521;--soft:#47413a;
--mark:#e79a63;--calm:#93bfa6}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Manrope,system-ui,sans-serif}
main{max-width:86rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1,h2,h3,h4{line-height:1.2;overflow-wrap:anywhere;margin:0}
h1{font-size:2rem}
h2{font-size:1.35rem;margin:1.5rem 0 .75rem}
h3{font-size:1.1rem}
h4{font-size:1rem;margin:1.25rem 0 .25rem}
p{margin:.25rem 0 .75rem}
.how,.about,.foot,figcaption,.of{color:var(--quiet)}
.how,.about{max-width:60rem}
.about,.foot,figcaption,.of{font-size:.875rem}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,36rem),1fr));gap:1.25rem}
.sides>section{min-width:0;container-type:inline-size}
.card{background:var(--card);border:1px solid var(--soft);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
.tiles{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 1rem}
.tiles div{flex:1 1 7.5rem;background:var(--card);border:1px solid var(--soft);border-radius:.75rem;padding:.6rem .8rem}
.tiles dt{color:var(--quiet);font-size:.875rem;line-height:1.25}
.tiles dd{margin:0;font-size:1.4rem;font-weight:700;font-variant-numeric:tabular-nums}
ul{margin:.25rem 0;padding:0;list-style:none;columns:22rem;column-gap:2rem}
li{padding:.2rem 0;break-inside:avoid}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}
th,td{padding:.3rem .5rem;text-align:right;border-bottom:1px solid var(--soft);white-space:nowrap}
tbody tr:last-child>*{border-bottom:0}
th:first-child,td.text{text-align:left;white-space:normal}
th:first-child{font-weight:400;min-width:7rem;position:sticky;left:0;background:var(--card)}
td.text{min-width:14rem;font-size:.875rem}
thead th.text{text-align:left}
.short{max-width:52rem}
.sub{color:var(--quiet);padding-left:1.25rem;display:inline-block}
.plot,.bar{text-align:left;width:1%}
thead th,thead th:first-child{font-weight:600;font-size:.875rem;white-space:normal;vertical-align:bottom}
thead th:not(.plot,.bar){min-width:4.5rem}
.wide+p,.short+p,.short+ul{margin-top:.75rem}
svg{vertical-align:middle}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem}
figure{margin:0}
figure svg{width:100%;height:auto}
figure text{font-size:11px;fill:var(--quiet)}
@container(max-width:44rem){.bar{display:none}table{font-size:.875rem}th,td{padding:.3rem .35rem}}
@media(max-width:600px){h1{font-size:1.6rem}.card{padding:.75rem}.plot{display:none}table{font-size:.875rem}
th,td{padding:.3rem .3rem}th:first-child{min-width:4.5rem}thead th:not(.plot,.bar){min-width:0}td.text{min-width:9rem}}
"""
PLOT_WIDTH = 80
PLOT_HEIGHT = 16
HISTOGRAM_COLUMNS = 24
HISTOGRAM_WIDTH = 280
MOST_COLUMN_WIDTH = 36


def interval_plot(value: float, low: float, high: float, middle: float, reach: float, sure: bool = True) -> str:
    """A point with its interval on a scale around a marked middle; hollow if not significant."""

    def place(number: float) -> float:
        return round(PLOT_WIDTH * (min(max((number - middle) / reach, -1.0), 1.0) + 1) / 2, 1)

    fill = 'fill="var(--mark)"' if sure else 'fill="var(--card)" stroke="var(--mark)" stroke-width="1.5"'
    return (
        f'<svg width="{PLOT_WIDTH}" height="{PLOT_HEIGHT}" aria-hidden="true">'
        f'<path d="M0 8H{PLOT_WIDTH}" stroke="var(--soft)"/><path d="M{PLOT_WIDTH / 2} 1V15" stroke="var(--quiet)"/>'
        f'<path d="M{place(low)} 8H{place(high)}" stroke="var(--calm)" stroke-width="4"/>'
        f'<circle cx="{place(value)}" cy="8" r="4" {fill}/></svg>'
    )


def rate_bar(rate: float, negative: bool = False) -> str:
    """A bar of length `rate` (0 to 1); hollow for points that are subtracted."""
    wide = round((PLOT_WIDTH - 2) * min(max(rate, 0.0), 1.0), 1)
    fill = 'fill="none" stroke="var(--mark)"' if negative else 'fill="var(--calm)"'
    return (
        f'<svg width="{PLOT_WIDTH}" height="{PLOT_HEIGHT}" aria-hidden="true">'
        f'<path d="M0 14.5H{PLOT_WIDTH}" stroke="var(--soft)"/>'
        f'<rect x="1" y="3" width="{wide}" height="11" {fill}/></svg>'
    )


def histogram_plot(name: str, counts: Mapping[float, int], say: Words) -> str:
    """A histogram of numbers and their counts, with the mean marked."""
    least, most = min(counts), max(counts)
    step = max((most - least + 1) / HISTOGRAM_COLUMNS, 1)
    columns: Counter[int] = Counter()
    for number, many in counts.items():
        columns[int((number - least) / step)] += many
    high = max(columns.values())
    wide = min(HISTOGRAM_WIDTH / (max(columns) + 1), MOST_COLUMN_WIDTH)
    end = wide * (max(columns) + 1)
    bars = "".join(
        f'<rect x="{column * wide:.1f}" y="{100 - 96 * many / high:.1f}" width="{max(wide - 1, 1):.1f}" '
        f'height="{96 * many / high:.1f}" fill="var(--calm)"/>'
        for column, many in sorted(columns.items())
    )
    mean = sum(number * many for number, many in counts.items()) / sum(counts.values())
    at = min(((mean - least) / step + 0.5) * wide, end - 1)
    shown = f"{name}: {short_number(least, say)} … {short_number(most, say)}, ⌀ {decimal_text(float(mean), say)}"
    return (
        f'<figure><svg viewBox="0 0 {HISTOGRAM_WIDTH} 116" role="img" aria-label="{escape(shown)}">{bars}'
        f'<path d="M{at:.1f} 0V100" stroke="var(--mark)" stroke-width="2" stroke-dasharray="4 3"/>'
        f'<path d="M0 100.5H{end:.1f}" stroke="var(--ink)"/><text x="0" y="114">{short_number(least, say)}</text>'
        f'<text x="{end:.1f}" y="114" text-anchor="end">{short_number(most, say)}</text></svg>'
        f"<figcaption>{escape(name)}, ⌀ {decimal_text(float(mean), say)}</figcaption></figure>"
    )


def short_number(number: float, say: Words) -> str:
    """An integer where the number is whole, else a decimal."""
    return decimal_text(int(number) if number == int(number) else float(number), say)
