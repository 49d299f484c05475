"""The report's main figures: the same for one game's tiles and for the comparison of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domik.cli.sim import decimal, percent
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.sim.balance import Balance

Figure = tuple[str, str, float]  # its name, its text, and the number in the unit of the text


def figures(balance: Balance, say: Words) -> Iterator[Figure]:
    """Length, decisions, points, closeness and the advantage of who begins."""
    match, games = balance.match, balance.games
    yield number("moves_each", balance.moves / games, say)
    yield number("decisions_each", balance.decisions / games / match.seats, say)
    yield number("points_mean", mean_points(balance), say)
    if match.seats > 1:
        yield number("margin_mean", float(match.points(1)) * mean(balance.margins), say)
        yield number("leads_mean", mean(balance.leads), say)
        yield share("shared_share", balance.shared / games, say)
    if balance.begun:
        yield share("beginner_share", balance.beginner_share / balance.begun, say)
    elif match.seats > 1:
        yield share("first_share", balance.seat_share[0] / games, say)


def number(key: str, value: float, say: Words) -> Figure:
    """A figure as it is."""
    return say(Phrase(f"balance.{key}")), decimal(float(value), say), float(value)


def share(key: str, value: float, say: Words) -> Figure:
    """A figure in per cent."""
    return say(Phrase(f"balance.{key}")), percent(value, say), 100 * value


def mean(counts: Mapping[int, int]) -> float:
    """The mean of what was counted."""
    return sum(value * many for value, many in counts.items()) / max(sum(counts.values()), 1)


def mean_points(balance: Balance) -> float:
    """A player's mean points."""
    kept = sum(sum(column) for column in balance.seat_points)
    return float(balance.match.points(kept)) / (balance.games * balance.match.seats)


def signed(share: float, say: Words) -> str:
    """Percentage points with their sign."""
    return with_sign(100.0 * share, say)


def with_sign(value: float, say: Words) -> str:
    """A number with its sign; nought has none."""
    shown = decimal(abs(value), say)
    nought = decimal(0.0, say)
    return shown if shown == nought else ("+" if value > 0 else "−") + shown


def side_name(balance: Balance, counted: list[Balance], say: Words) -> str:
    """What a balance is called: its unusual options, and its component file where two are compared."""
    options = balance.match.options
    names = set(balance.match.title.schema.differing(options))
    for other in counted:
        names |= {name for name, value in other.match.options.items() if value != options.get(name)}
    said = [option_name(name, options[name], say) for name in options if name in names]
    if len({other.match.components.hash() for other in counted}) > 1:
        said.append(balance.match.components.file.rsplit("/", 1)[-1])
    return " · ".join(said)


def option_name(name: str, value: object, say: Words) -> str:
    """An option's value in the game's own words, where it has some."""
    if say.has(f"{name}.{value}"):
        return say(Phrase(f"{name}.{value}"))
    label = say(Phrase(f"option.{name}")) if say.has(f"option.{name}") else name
    shown = ", ".join(map(str, value)) if isinstance(value, tuple) else value
    if isinstance(value, bool):
        shown = say(Phrase("balance.yes" if value else "balance.no"))
    return f"{label}: {shown}"
