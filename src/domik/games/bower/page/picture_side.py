"""HTML of the side area: players, contests and the provisional result."""

from __future__ import annotations

from functools import cache, lru_cache

from domik.games.bower.page.picture_board import OWN, SEEN, SHUT, goal_piece
from domik.games.bower.page.picture_ornament import picture
from domik.games.bower.rules.parts import GOAL_NAMES
from domik.games.bower.rules.phrases import goal_phrase
from domik.kernel.drawing import Pen, PlayerInfo
from domik.kernel.phrase import Phrase

STATES = {"acting": "hand", "waiting": "ellipsis", "won": "trophy"}


@lru_cache(maxsize=256)
def head(pen: Pen, seat: int, player: PlayerInfo, note: str, state: str, enlarges: bool) -> str:
    """Player panel: avatar, name, hand size and turn marker; the opponent's has a button to enlarge the nest."""
    tag = pen.state(state, STATES[state], Phrase(f"draw.{state}")) if state else ""
    if not (player.is_present or player.is_bot):
        tag = pen.away(seat)
    name = pen.who(seat, player._replace(is_present=True), 26 if pen.phone else 36)
    words = pen.say(Phrase("draw.enlarge", {"name": player.name}))
    button = f'<button type="button" class="enlarge" data-enlarge="their-large" aria-label="{words}" title="{words}">'
    look = f"{button}{pen.icon('maximize-2', 14)}</button>" if enlarges else ""
    face, _, rest = name.partition("<b>")
    doing = f'<div class="doing"><small>{note}</small>{tag}</div>'
    return f'{face}<div class="id"><div class="line"><b>{rest}</div>{doing}</div>{look}'


@lru_cache(maxsize=256)
def total(pen: Pen, mine: str, eggs: tuple[int, int], theirs: str) -> str:
    """The eggs if the game ended now, mine first."""
    return (
        f'<span class="whose">{pen.escape(mine)}</span><b>{eggs[0]}</b>{picture("egg", 24)}<b>{eggs[1]}</b>'
        f'<span class="whose">{pen.escape(theirs)}</span>'
    )


@lru_cache(maxsize=256)
def duel(
    pen: Pen, art: str, name: Phrase, mine: int, theirs: int, eggs: tuple[int, int], seats: tuple[int, int]
) -> str:
    """One contest: both numbers, a bar towards the larger, and an egg on the leader's side."""
    sides = []
    for n, paid in ((mine, eggs[0]), (theirs, eggs[1])):
        won = "".join(picture("egg", 14) for _ in range(min(paid, 1)))
        sides.append((f'<i class="egg">{won}</i>', f'<b class="{"win" if paid else ""}">{n}</b>'))
    bar = '<span class="lean none"></span>'
    if mine + theirs:
        part = 100 * mine / (mine + theirs)
        bar = f'<span class="lean seat-{seats[1]}"><i class="seat-{seats[0]}" style="width:{part:.0f}%"></i></span>'
    return (
        f'<div class="duel">{art}{sides[0][0]}{sides[0][1]}<span class="nm">{pen.say(name)}{bar}'
        f"</span>{sides[1][1]}{sides[1][0]}</div>"
    )


@lru_cache(maxsize=256)
def swatch(surface: str) -> str:
    return (
        '<svg class="sw" width="24" height="24" viewBox="0 0 40 40" aria-hidden="true">'
        f'<rect x="1" y="1" width="38" height="38" rx="8" fill="url(#b-{surface})" class="rimmed"/></svg>'
    )


@cache
def small_log() -> str:
    return (
        '<svg class="sw" width="24" height="24" viewBox="0 0 40 40" aria-hidden="true">'
        '<rect y="8" width="40" height="24" rx="9" fill="url(#b-log)"/>'
        '<rect x="11" y="10" width="18" height="20" rx="5" fill="url(#b-niche)"/></svg>'
    )


@lru_cache(maxsize=256)
def aside(pen: Pen, goals: tuple[int, int], over: bool) -> str:
    """The two goals set aside, if the viewer has seen them (BW-10, BW-34)."""
    out = []
    for goal in goals:
        how = SHUT if not goal else OWN if over else SEEN
        known = Phrase("draw.aside_goal", {"goal": goal_phrase(GOAL_NAMES[goal - 1])})
        words = pen.say(known if goal else Phrase("draw.aside_shut"))
        out.append(
            '<svg width="26" height="28" viewBox="-15 -16 30 32" role="img"'
            f' aria-label="{words}">{goal_piece(pen, goal, how, 26)}</svg>'
        )
    return f"<span>{pen.say(Phrase('draw.aside'))}</span>{''.join(out)}"
