"""The niches of the birds board: goal piece, gems towards a bonus, counts, and the egg on the leader's side."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.picture_layout import BoardLayout
from domik.games.bower.page.picture_ornament import GEM_SHAPE, INK, sign, use_symbol
from domik.games.bower.rules.parts import COLOUR_NAMES, GOAL_NAMES
from domik.games.bower.rules.phrases import goal_phrase
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

OWN, SHUT, SEEN = "own", "shut", "seen"  # states of a goal piece: the viewer's own, unknown, scouted
SPECKS = (
    (-0.4, -0.3, 2.0),
    (0.35, -0.55, 1.6),
    (0.5, 0.2, 2.2),
    (-0.45, 0.45, 2.4),
    (0.1, 0.75, 1.8),
    (-0.1, -0.72, 1.4),
)


def goal_kind(goal: int, size: float, x: float, y: float) -> str:
    """A goal's picture: its ornament, or for a white goal a white one with the signs of the three colours."""
    name = GOAL_NAMES[goal - 1]
    if not name.startswith("any"):
        return use_symbol(name, x, y, size * 0.7)
    signs = "".join(
        sign(
            colour,
            round(x + dx * size, 1),
            round(y + 0.31 * size, 1),
            round(size * 0.075, 2),
            INK[colour][0],
            INK[colour][1],
        )
        for colour, dx in zip(COLOUR_NAMES, (-0.2, 0, 0.2), strict=True)
    )
    return use_symbol(name.replace("any", "white"), x, y - size * 0.07, size * 0.66) + signs


@lru_cache(maxsize=256)
def goal_piece(pen: Pen, goal: int, how: str, size: float) -> str:
    """A goal piece centred on 0, 0: an ivory disc, a closed egg, or an opened egg after scouting."""
    r = size / 2
    if how == OWN:
        return (
            f'<circle cy="3" r="{r:g}" fill="#5b3a1c" opacity=".45"/>'
            f'<circle r="{r:g}" fill="url(#b-disc)" stroke="#7a5a30" stroke-width="2"/>'
            f'<circle r="{r - 4:g}" fill="none" stroke="#c9ac76" stroke-width="1.2"/>{goal_kind(goal, size, 0, 0)}'
        )
    sx, sy = r * 0.8, r * 1.02
    egg = (
        f"M0 {-sy:.1f}C{sx * 1.15:.1f} {-sy:.1f} {sx * 1.25:.1f} {sy:.1f} 0 {sy:.1f}C{-sx * 1.25:.1f} {sy:.1f}"
        f" {-sx * 1.15:.1f} {-sy:.1f} 0 {-sy:.1f}Z"
    )
    under = f'<ellipse cy="{sy:.1f}" rx="{sx * 0.8:.1f}" ry="4" fill="#5b3a1c" opacity=".4"/>'
    if how == SHUT:
        specks = "".join(
            f'<circle cx="{dx * r:.1f}" cy="{dy * r:.1f}" r="{k * size / 60:.1f}" fill="#7d9478"/>'
            for dx, dy, k in SPECKS
        )
        return (
            f'{under}<path d="{egg}" class="shut"/>{specks}'
            f'<text y="{size * 0.2:.1f}" class="quiz" font-size="{size * 0.54:.1f}">?</text>'
        )
    eye = pen.glyph("eye", -r * 0.78 - r * 0.25, -r * 0.72 - r * 0.25, r * 0.5, "#2c2822", 2.4)
    return (
        f'{under}<path d="{egg}" class="ajar"/>{goal_kind(goal, size, 0, 0)}'
        f'<circle cx="{-r * 0.78:.1f}" cy="{-r * 0.72:.1f}" r="{r * 0.36:.1f}" fill="#fffaf0" stroke="#50664e"'
        f' stroke-width="1.4"/>{eye}'
    )


@lru_cache(maxsize=256)
def sockets(gems: int, size: float) -> str:
    """Gems towards the bonus: filled, then empty sockets; more than three as a number (BW-23)."""
    if gems > 3:
        return (
            f'{use_symbol("gem", 0, 0, size)}<text x="{size * 0.62:.1f}" y="{size * 0.34:.1f}" class="many"'
            f' font-size="{size * 0.95:.1f}">×{gems}</text>'
        )
    out = "".join(use_symbol("gem", k * size * 0.94, 0, size) for k in range(gems))
    return out + "".join(
        f'<path d="{GEM_SHAPE}" transform="translate({k * size * 0.94 - size / 2:.1f} {-size / 2:.1f})'
        f' scale({size / 32:.3f})" class="socket"/>'
        for k in range(gems, 3)
    )


@lru_cache(maxsize=256)
def pill(value: int, leads: bool, size: float) -> str:
    """The count of a goal's kind, right-aligned at 0, 0; dark for the leader; -1 when the goal is unknown."""
    w = size * 1.25
    return (
        f'<rect x="{-w:.1f}" y="{-size / 2:.1f}" width="{w:.1f}" height="{size:.1f}" rx="{size / 2:.1f}"'
        f' class="{"lead" if leads else "pill"}"/>'
        f'<text x="{-w / 2:.1f}" y="{size * 0.3:.1f}" class="{"num on" if leads else "num"}"'
        f' font-size="{size * 0.84:.1f}">{value if value >= 0 else "?"}</text>'
    )


def niche(
    stage: BoardLayout,
    column: int,
    mine: bool,
    piece: str,
    gems: tuple[int, int],
    counts: tuple[int, int],
    eggs: tuple[int, int],
) -> str:
    """One column of the board from its top left corner: mine below, theirs above (pairs are mine, theirs)."""
    w, h = stage.size, stage.log
    line = h * 0.152
    gem = line * 0.9
    tip = f"M{w / 2 - 9:g} {h - 3}h18l-9 9z" if mine else f"M{w / 2 - 9:g} 3h18l-9-9z"
    out = [
        f'<path d="{tip}" class="tip"/><rect y="3" width="{w}" height="{h - 6}" rx="12" class="niche"/>',
        f'<text x="{2.5 if stage.phone else 4}" y="{h / 2 + 4:g}" class="col"'
        f' font-size="{max(9.5, h * 0.115):.0f}">{column}</text>',
    ]
    for side, y in ((1, 5 + line / 2), (0, h - 5 - line / 2)):
        out.append(f'<g transform="translate({5 + gem / 2:.1f} {y:.1f})">{sockets(gems[side], gem)}</g>')
        out.append(f'<g transform="translate({w - 4} {y:.1f})">{pill(counts[side], eggs[side] > 0, line)}</g>')
    reach = h * 0.15
    for side, way in ((0, 1), (1, -1)):
        out += [use_symbol("egg", w - 9, h / 2 + way * reach * (1 - k), h * 0.16) for k in range(eggs[side])]
    return "".join(out) + f'<g transform="translate({w / 2:g} {h / 2:g})">{piece}</g>'


def piece_size(stage: BoardLayout) -> float:
    return stage.log * 0.44 if stage.phone else min(stage.log * 0.5, stage.size * 0.66)


@lru_cache(maxsize=256)
def side_names(pen: Pen, stage: BoardLayout, mine: str, theirs: str) -> str:
    """The players' names at the end of the log."""
    if stage.phone:
        return ""
    x, wide = stage.left - stage.overhang / 2 - 2, stage.overhang - 12
    y, h = stage.y_log, stage.log
    above, below = (pen.label(name, x, at, wide, 13, "#fff6e4") for name, at in ((theirs, y + 16), (mine, y + h - 16)))
    return f'<g class="name">{above}{below}</g>'


def goal_words(goal: int, column: int, how: str) -> Phrase:
    """Accessible text of a goal piece."""
    if how == SHUT:
        return Phrase("draw.goal_shut", {"column": column})
    key = "draw.goal" if how == OWN else "draw.goal_seen"
    return Phrase(key, {"column": column, "goal": goal_phrase(GOAL_NAMES[goal - 1])})
