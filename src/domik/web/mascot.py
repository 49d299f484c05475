"""Tobi, the hedgehog who explains things: every pose is composed of the same SVG parts."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

import math
from functools import cache, lru_cache

QUILL, QUILL_DARK, QUILL_LIGHT = "#7a5334", "#54371f", "#a47a52"
SKIN, SKIN_DARK, BELLY, BLUSH, NOSE = "#f6dcb8", "#dcb285", "#fdeed6", "#eb9a86", "#2f2118"
HAT, HAT_LIGHT, HAT_RIM, HAT_DARK = "#e9b83b", "#f6d36b", "#f3c850", "#a87a12"
SCARF, SCARF_LIGHT, SCARF_DARK = "#b0491a", "#c95f2a", "#7d2f0e"
INK, MOUTH, TONGUE = "#4a2f1a", "#7d2a1e", "#e8897a"

POSES = {  # mood, left arm, right arm, tilt of the head in degrees
    "talk": ("talk", "down", "wave", -3),
    "point": ("smile", "hip", "point", 3),
    "point-left": ("smile", "point", "hip", -3),
    "cheer": ("glad", "up", "up", 0),
    "kind": ("kind", "down", "chin", 6),
    "smile": ("smile", "down", "down", 0),
}
ARMS = {  # path from the shoulder, and the hand's position
    "down": ("M33 27Q41 33 38 42", 38, 42),
    "hip": ("M33 26Q48 30 36 40", 36, 40),
    "up": ("M33 25Q48 16 50 0", 50, 0),
    "wave": ("M33 25Q50 20 53 6", 53, 6),
    "point": ("M33 25Q48 24 62 14", 62, 14),
    "chin": ("M33 27Q46 26 27 17", 27, 17),
}
MOUTHS = {
    "smile": f'<path d="M-7.5 12q7.5 7 15 0" fill="none" stroke="{INK}" stroke-width="2.4" stroke-linecap="round"/>',
    "kind": f'<path d="M-6 13q6 4.5 12 0" fill="none" stroke="{INK}" stroke-width="2.4" stroke-linecap="round"/>',
    "talk": f'<path d="M-7 11.5q7 2.5 14 0q-1 9-7 9t-7-9Z" fill="{MOUTH}" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round"/><path d="M-3.5 18.2q3.5-3 7 0q-3.5 2.6-7 0Z" fill="{TONGUE}"/>',
    "glad": f'<path d="M-9 10.5q9 3 18 0q-1 12-9 12t-9-12Z" fill="{MOUTH}" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round"/><path d="M-5 19q5-4 10 0q-5 4-10 0Z" fill="{TONGUE}"/>',
}


def quills(cx: float, cy: float, r: float, n: int, depth: float, start: float, end: float) -> str:
    """A round back with soft points; angles in degrees."""
    points = []
    for k in range(2 * n + 1):
        angle = math.radians(start + (end - start) * k / (2 * n))
        radius = r + (depth if k % 2 else 0)
        points.append(f"{cx + radius * math.cos(angle):.1f} {cy + radius * math.sin(angle) * 1.02:.1f}")
    return f"M{'L'.join(points)}Z"


def strokes_on(cx: float, cy: float, r: float, n: int) -> str:
    found = ""
    for k in range(n):
        angle = math.radians(150 + 240 * (k + 0.5) / n)
        x, y = cx + r * math.cos(angle), cy + r * math.sin(angle)
        found += f"M{x:.1f} {y:.1f}l{6 * math.cos(angle):.1f} {6 * math.sin(angle):.1f}"
    return found


def arm(kind: str, left: bool) -> str:
    line, x, y = ARMS[kind]
    flip = ' transform="scale(-1 1)"' if left else ""
    finger = ""
    if kind == "point":
        finger = f'<path d="M{x} {y}l9-5" stroke="{INK}" stroke-width="8"/><path d="M{x} {y}l9-5" stroke="{SKIN}" stroke-width="5"/>'
    return (
        f'<g{flip} fill="none" stroke-linecap="round"><path d="{line}" stroke="{INK}" stroke-width="12.5"/>'
        f'{finger}<path d="{line}" stroke="{SKIN}" stroke-width="9"/></g>'
    )


def eye(x: float, mood: str) -> str:
    if mood == "glad":
        return f'<path d="M{x - 5} -1.5q5-6.5 10 0" fill="none" stroke="{NOSE}" stroke-width="2.8" stroke-linecap="round"/>'
    return f'<ellipse cx="{x}" cy="-3" rx="4.3" ry="5.2" fill="{NOSE}"/><circle cx="{x + 1.5}" cy="-5" r="1.7" fill="#fff"/>'


def face(mood: str) -> str:
    """Eyes, cheeks, nose and mouth, centred on (0, 0)."""
    cheeks = "".join(f'<ellipse cx="{x}" cy="7.5" rx="5.5" ry="3.6" fill="{BLUSH}" opacity=".55"/>' for x in (-20, 20))
    brows = ""
    if mood == "kind":
        brows = f'<path d="M-19 -11.5q5-4 10-1.5M19 -11.5q-5-4-10-1.5" fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round"/>'
    nose = f'<ellipse cy="5.2" rx="5.2" ry="4" fill="{NOSE}"/><ellipse cx="-1.5" cy="3.8" rx="1.6" ry="1" fill="#fff" opacity=".7"/>'
    return f"{cheeks}{eye(-13, mood)}{eye(13, mood)}{brows}{nose}{MOUTHS[mood]}"


@cache
def hat() -> str:
    return (
        f'<g transform="translate(0 -21) rotate(-4)" stroke="{HAT_DARK}" stroke-width="1.8" stroke-linejoin="round"><path d="M-25 1Q-25-24 0-25Q25-24 25 1Z" fill="{HAT}"/>'
        f'<path d="M-6-24.5Q0-29 6-24.5L5 0H-5Z" fill="{HAT_LIGHT}"/><path d="M-31 3.5Q-31-2.5-25-2.5H25Q31-2.5 31 3.5Q0-3.5-31 3.5Z" fill="{HAT_RIM}"/></g>'
        f'<path d="M-5.5 -30v7.5h11V-30M-8 -29.5L0 -37L8 -29.5" fill="none" stroke="{SCARF}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" transform="rotate(-4)"/>'
    )


@lru_cache(maxsize=8)
def head(mood: str) -> str:
    """Ears, face and hat, centred on (0, 0)."""
    ears = f'<g fill="{SKIN_DARK}" stroke="{INK}" stroke-width="1.8"><circle cx="-30" cy="-15" r="7.5"/><circle cx="30" cy="-15" r="7.5"/></g>'
    inner = f'<g fill="{BLUSH}" opacity=".6"><circle cx="-30" cy="-15" r="3.6"/><circle cx="30" cy="-15" r="3.6"/></g>'
    skull = f'<path d="M0-24C22-26 35-12 34 5C33 20 17 28 0 28S-33 20-34 5C-35-12-22-26 0-24Z" fill="{SKIN}" stroke="{INK}" stroke-width="1.8"/>'
    return f"{ears}{inner}{skull}{face(mood)}{hat()}"


@cache
def body() -> str:
    return (
        f'<ellipse cx="70" cy="133" rx="38" ry="5" fill="#3c2814" opacity=".16"/>'
        f'<path d="{quills(70, 72, 50, 17, 10, 118, 422)}" fill="{QUILL_DARK}" stroke="{QUILL_DARK}" stroke-width="4" stroke-linejoin="round"/>'
        f'<path d="{quills(70, 73, 44, 15, 8, 114, 426)}" fill="{QUILL}" stroke="{QUILL}" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="{strokes_on(70, 73, 38, 14)}" stroke="{QUILL_LIGHT}" stroke-width="2.2" stroke-linecap="round" fill="none"/>'
        f'<g fill="{SKIN_DARK}" stroke="{INK}" stroke-width="1.8"><ellipse cx="54" cy="129" rx="12" ry="6"/><ellipse cx="86" cy="129" rx="12" ry="6"/></g>'
        f'<ellipse cx="70" cy="101" rx="32" ry="28" fill="{SKIN}" stroke="{INK}" stroke-width="1.8"/><ellipse cx="70" cy="108" rx="19" ry="16" fill="{BELLY}"/>'
    )


@lru_cache(maxsize=8)
def draw_mascot(pose: str = "talk") -> str:
    """The whole hedgehog; its size comes from the style sheet."""
    mood, left, right, tilt = POSES[pose]
    under = arm(left, True) + (arm(right, False) if right != "chin" else "")
    over = arm("chin", False) if right == "chin" else ""
    scarf = (
        f'<path d="M44 86Q70 101 96 86L94 95Q70 108 46 95Z" fill="{SCARF}" stroke="{SCARF_DARK}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<path d="M84 94l9 17l-9 3l-5-17Z" fill="{SCARF_LIGHT}" stroke="{SCARF_DARK}" stroke-width="1.5" stroke-linejoin="round"/>'
    )
    return (
        f'<svg class="tobi" viewBox="-4 2 148 138" aria-hidden="true">{body()}<g transform="translate(70 71)">{under}</g>{scarf}'
        f'<g transform="translate(70 64) rotate({tilt})">{head(mood)}</g><g transform="translate(70 71)">{over}</g></svg>'
    )


@lru_cache(maxsize=8)
def draw_mascot_head(mood: str = "smile") -> str:
    back = f'<path d="{quills(0, -2, 36, 15, 7, 110, 430)}" fill="{QUILL_DARK}" stroke="{QUILL_DARK}" stroke-width="4" stroke-linejoin="round"/>'
    return f'<svg class="tobi" viewBox="-50 -52 100 92" aria-hidden="true">{back}{head(mood)}</svg>'
