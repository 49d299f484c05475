"""HTML of the side area: points with their reasons, scenario goals, rivals' name plates."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.context import CachedParts, Key
from domik.games.cabin.page.picture_card import chip, side_mark
from domik.games.cabin.rules.phrases import STAGE_NAMES
from domik.games.cabin.rules.state import HOME, KIND_SHIFT, RESOURCES
from domik.kernel.drawing import Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.tally import format_halves

STAGE_ICONS = ("pencil-ruler", "hourglass", "target", "fence", "trees", "check")
GROUPS = (("natural", "trees", range(4)), ("domestic", "flame", range(4, 7)), ("cosy", "armchair", range(7, 8)))


def points_panel(pen: Pen, box: CachedParts, left: int, dice: Key, nothing: bool) -> str:
    """Peace points so far, reason by reason (CC-30)."""
    worth = box.parts.worth
    rows = [points_row(pen, "calendar-days", "months", left, (worth[0],), left * worth[0])]
    total = left * worth[0]
    for name, icon, members in GROUPS:
        points = sum(dice[die] * worth[1 + die] for die in members)
        total += points
        rows.append(
            points_row(
                pen, icon, name, sum(dice[die] for die in members), tuple(worth[1 + die] for die in members), points
            )
        )
    if nothing:
        rows.append(points_row(pen, "x", "no_copy", 0, (), -total))
        total = 0
    return f'<header><span>{pen.icon("feather", 16)}{pen.say(Phrase("draw.points"))}</span><b class="total">{format_halves(total)}</b></header><ul>{"".join(rows)}</ul>'


def points_row(pen: Pen, icon: str, name: str, count: int, worth: Key, points: int) -> str:
    """One reason: count times value."""
    sum_ = f"{count} × {format_halves(worth[0])}" if worth and len(set(worth)) == 1 else ""
    return f"<li>{pen.icon(icon, 15)}<span>{pen.say(Phrase(f'draw.points_{name}'))}</span><small>{sum_}</small><b>{format_halves(points)}</b></li>"


@lru_cache(maxsize=256)
def plate(pen: Pen, seat: int, player: PlayerInfo, size: int) -> str:
    bot = f'<span class="sign">{pen.icon("bot", 14)}</span>' if player.is_bot else ""
    away = "" if player.is_present or player.is_bot else pen.away(seat)
    return f"{pen.face(seat, player.animal, size)}<b>{pen.escape(player.name)}</b>{bot}{away}"


@lru_cache(maxsize=256)
def seat_state(pen: Pen, stage: int, acting: bool, drafting: bool, won: bool) -> str:
    if won:
        return f'<span class="state won">{pen.icon("crown", 13)}{pen.say(Phrase("draw.won"))}</span>'
    if drafting:
        key, icon = ("draw.state_chooses", "ellipsis") if acting else ("draw.state_chose", "check")
    else:
        key, icon = f"draw.state_{STAGE_NAMES[stage]}", STAGE_ICONS[stage]
    return f'<span class="state {"acting" if acting else "ready"}">{pen.icon(icon, 13)}{pen.say(Phrase(key))}</span>'


@lru_cache(maxsize=256)
def progress_of(pen: Pen, built: int, month: int, in_hand: str) -> str:
    """A rival's progress: locations, month, card in hand."""
    words = pen.say(Phrase("draw.built", {"n": built, "month": month}))
    hand = f"<small>{pen.icon('hand', 12)}<span>{in_hand}</span></small>" if in_hand else ""
    return f"<small>{words}</small>{hand}"


@lru_cache(maxsize=256)
def stock(pen: Pen, dice: Key) -> str:
    """A rival's dice above 0."""
    return "".join(
        chip(pen, die, str(value), " nil" if not value else "")
        for die, value in enumerate(dice)
        if value or die < RESOURCES
    )


@lru_cache(maxsize=256)
def goals(pen: Pen, box: CachedParts, scenario_id: str, state: tuple[int, ...], stars: int, points: int) -> str:
    """A scenario's goals (CC-43); `state` per goal: 1 reached, 0 open, -1 missed."""
    scenario = box.parts.scenarios[scenario_id]
    rows = [goal_row(pen, state[0], pen.say(Phrase("draw.goal_full", {"month": scenario.month_limit})))]
    for k, (which, sides) in enumerate((("require", scenario.require), ("forbid", scenario.forbid)), 1):
        if sides:
            named = ", ".join(
                f"{box.name(pen, kind << KIND_SHIFT | HOME * side)} {side_mark(pen, HOME * side, 11)}"
                for kind, side in sides
            )
            rows.append(goal_row(pen, state[k], f"{pen.say(Phrase(f'draw.goal_{which}'))}: {named}"))
    if scenario.template:
        rows.append(goal_row(pen, state[3], pen.say(Phrase("draw.goal_copy"))))
    for which, wanted in (("target", scenario.target), ("par", scenario.par)):
        rows.append(
            goal_row(
                pen, int(points >= wanted), pen.say(Phrase(f"draw.goal_{which}", {"points": format_halves(wanted)}))
            )
        )
    shown = "".join(f'<i class="{"lit" if k < stars else ""}">{pen.icon("star", 17, 2.2)}</i>' for k in range(3))
    words = pen.say(Phrase("draw.stars", {"n": stars}))
    return f'<header><b>{pen.escape(scenario.names[pen.language])}</b><span class="stars" role="img" aria-label="{words}">{shown}</span></header><ul>{"".join(rows)}</ul>'


def goal_row(pen: Pen, state: int, text: str) -> str:
    icon = {1: "circle-check", 0: "circle", -1: "circle-x"}[state]
    return f'<li class="goal-{("open", "met", "lost")[state]}">{pen.icon(icon, 15)}<span>{text}</span></li>'
