"""The report's comparison: what two editions, options or component files do differently."""

from __future__ import annotations

from html import escape

from domik.cli.balance_figures import figures, side_name, with_sign
from domik.cli.balance_table import sentence, table, titled
from domik.cli.sim import decimal, percent
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.sim.balance import Balance
from domik.sim.balance_change import changes


def changed(one: Balance, other: Balance, say: Words) -> str:
    """Figures and clauses side by side, then what the second takes otherwise, has more or has not."""
    columns = ["", *(side_name(balance, [one, other], say) for balance in (one, other)), say(Phrase("balance.gap"))]
    rows = [*figure_rows(one, other, say), *clause_rows(one, other, say)]
    lines = [sentence(line) for line in sentences(one, other, say)]
    nothing = f"<p>{escape(say(Phrase('balance.change.none')))}</p>"
    return titled(
        "changes",
        say,
        f'<div class="short">{table(columns, rows)}</div>',
        f"<ul>{''.join(lines)}</ul>" if lines else nothing,
    )


def figure_rows(one: Balance, other: Balance, say: Words) -> list[list[str]]:
    """The main figures before and after."""
    before = {name: (text, value) for name, text, value in figures(one, say)}
    return [
        [escape(name), before[name][0], text, with_sign(value - before[name][1], say)]
        for name, text, value in figures(other, say)
        if name in before
    ]


def clause_rows(one: Balance, other: Balance, say: Words) -> list[list[str]]:
    """A player's mean points by clause before and after."""
    rows = []
    for clause in dict.fromkeys([*dict(one.clauses.most_common()), *dict(other.clauses.most_common())]):
        values = [
            float(balance.match.points(balance.clauses[clause])) / (balance.games * balance.match.seats)
            for balance in (one, other)
        ]
        name = say(Phrase("balance.points_by", {"clause": clause}))
        rows.append([escape(name), *(decimal(value, say) for value in values), with_sign(values[1] - values[0], say)])
    return rows


def sentences(one: Balance, other: Balance, say: Words) -> list[str]:
    """Components that are taken surely more or less often, that are new or gone."""
    lines = []
    for change in changes(one, other):
        home = one if change.before is not None else other
        args: dict[str, Argument] = {
            "name": home.match.title.module("words.census").component(home.match, change.key).name,
            "before": percent(change.before or 0.0, say),
            "after": percent(change.after or 0.0, say),
        }
        key = "new" if change.before is None else "gone" if change.after is None else "moved"
        lines.append(say(Phrase(f"balance.change.{key}", args)))
    return lines
