"""The few brush strokes from which all of Cozy Cabin's little paintings are made."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from collections.abc import Iterable

WATER = "#7fb4d6"
TRUNK = "#6d4c33"
RIPPLE = 'stroke="#e9f5fb" stroke-width="1.6" stroke-linecap="round" fill="none"'


def pine(x: float, y: float, h: float, c: str = "#3f6b4a", trunk: str = TRUNK) -> str:
    """A pine of three tiers."""
    w = h * 0.42
    tiers = "".join(
        f'<path d="M{x - w * k:.1f} {y - h * a:.1f}Q{x} {y - h * (a - 0.06):.1f} {x + w * k:.1f} {y - h * a:.1f}L{x} {y - h * b:.1f}Z"/>'
        for k, a, b in ((1, 0.12, 0.58), (0.8, 0.38, 0.8), (0.58, 0.62, 1))
    )
    return f'<g fill="{c}"><rect x="{x - h * 0.04:.1f}" y="{y - h * 0.16:.1f}" width="{h * 0.08:.1f}" height="{h * 0.16:.1f}" fill="{trunk}"/>{tiers}</g>'


def pines(standing: Iterable[tuple[float, float, float, str]], trunk: str = TRUNK) -> str:
    """Several pines: where each stands, how high it is, and its colour; those behind first."""
    return "".join(pine(x, y, h, c, trunk) for x, y, h, c in standing)


def one_pine(trunk: str) -> str:
    """The pine that `grove` repeats, a hundred high, in the colour of whoever refers to it."""
    return pine(0, 0, 100, trunk=trunk).replace('<g fill="#3f6b4a">', '<g id="pine">')


def grove(standing: Iterable[tuple[float, float, float, str]]) -> str:
    """Many pines in few words."""
    return "".join(stamped("pine", *one) for one in standing)


def stamps() -> str:
    """What the paintings of the cards repeat: a pine and a bush, a hundred large."""
    blobs = "".join(f'<circle cx="{x}" cy="{-y}" r="{r}"/>' for x, y, r in ((-70, 35, 60), (0, 65, 75), (70, 35, 60)))
    return f'{one_pine(TRUNK).replace("pine", "fir")}<g id="bush">{blobs}</g>'


def stamped(name: str, x: float, y: float, size: float, colour: str) -> str:
    """One of the stamps, its foot at x, y."""
    return f'<use href="#{name}" transform="translate({x} {y})scale({size / 100:g})" fill="{colour}"/>'


def fir(x: float, y: float, h: float, colour: str) -> str:
    """A pine in a painting."""
    return stamped("fir", x, y, h, colour)


def firs(standing: Iterable[tuple[float, float, float, str]]) -> str:
    """Several; those behind first."""
    return "".join(fir(*one) for one in standing)


def birch(x: float, y: float, h: float) -> str:
    """A birch with its bark."""
    marks = "".join(
        f'<path d="M{x - 2.4} {y - h * k:.1f}h3" stroke="#4b443c" stroke-width="1.4"/>'
        for k in (0.15, 0.3, 0.42, 0.55, 0.66)
    )
    return (
        f'<ellipse cx="{x}" cy="{y - h * 0.82:.1f}" rx="{h * 0.2:.1f}" ry="{h * 0.26:.1f}" fill="#a9c46c"/><ellipse cx="{x + h * 0.09:.1f}" cy="{y - h * 0.68:.1f}" rx="{h * 0.16:.1f}" ry="{h * 0.17:.1f}" fill="#8fb05a"/>'
        f'<rect x="{x - 2.6}" y="{y - h * 0.86:.1f}" width="5.2" height="{h * 0.86:.1f}" rx="2" fill="#f4efe4"/>{marks}'
    )


def log(x: float, y: float, length: float, turn: float = 0) -> str:
    """A felled log."""
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><rect y="-6" width="{length}" height="12" rx="6" fill="#8a5f3c"/><path d="M8 -2h{length - 22}M14 3h{length - 34}" stroke="#6d4729" stroke-width="1.4" stroke-linecap="round"/>'
        f'<ellipse cx="{length - 3}" rx="4.5" ry="6" fill="#e2bf8e"/><ellipse cx="{length - 3}" rx="2" ry="3" fill="none" stroke="#b98d58" stroke-width="1"/></g>'
    )


def stone(x: float, y: float, r: float, c: str = "#a8a59c") -> str:
    """A round stone."""
    return f'<path d="M{x - r} {y}q{r * 0.1:.1f} {-r * 1.1:.1f} {r} {-r * 1.1:.1f}t{r} {r * 1.1:.1f}z" fill="{c}"/><path d="M{x - r * 0.5:.1f} {y - r * 0.6:.1f}q{r * 0.4:.1f} {-r * 0.35:.1f} {r * 0.8:.1f} {-r * 0.1:.1f}" stroke="#fff" stroke-opacity=".45" stroke-width="1.6" fill="none" stroke-linecap="round"/>'


def reeds(x: float, y: float, n: int = 4) -> str:
    """Some reeds."""
    return "".join(
        f'<path d="M{x + i * 5} {y}q{(i % 2) * 3 - 1} -12 {i % 3 - 1} -{22 + (i * 7) % 9}" stroke="#5d7a3f" stroke-width="1.8" fill="none" stroke-linecap="round"/><rect x="{x + i * 5 + i % 3 - 2.6}" y="{y - 27 - (i * 7) % 9}" width="3.4" height="9" rx="1.7" fill="#7a5233"/>'
        for i in range(n)
    )


def bush(x: float, y: float, r: float, dots: int = 0, c: str = "#5f8f4e") -> str:
    """A bush, with berries or without."""
    berries = "".join(
        f'<circle cx="{x + ((i * 37) % 21 - 10) * r / 11:.1f}" cy="{y - 2 - ((i * 53) % 17) * r / 15:.1f}" r="2.3" fill="#c73e3a"/>'
        for i in range(dots)
    )
    return stamped("bush", x, y, r, c) + berries


def wash(sky: str = "#dcebf0", low: str = "#f7efdc", far: str = "#b9cfa6", near: str = "#9dbb76", y: float = 58) -> str:
    """Sky, far hill, near meadow: the ground every natural vignette is painted on."""
    return (
        f'<rect width="160" height="96" fill="{sky}"/><rect y="30" width="160" height="40" fill="{low}" opacity=".8"/><circle cx="128" cy="20" r="9" fill="#fff6d8"/>'
        f'<path d="M0 {y}Q40 {y - 22} 84 {y - 6}T160 {y - 12}V96H0Z" fill="{far}"/><path d="M0 {y + 12}Q60 {y} 100 {y + 8}T160 {y + 6}V96H0Z" fill="{near}"/>'
    )


def room(wall: str = "#ecca98", board: str = "#d9ae78", floor: str = "#a9774b", view: bool = True) -> str:
    """Plank wall, floor and a window on the forest: the warm ground of every home vignette."""
    planks = "".join(f'<path d="M0 {y}H160" stroke="{board}" stroke-width="1.6"/>' for y in (16, 32, 48, 64))
    window = (
        '<rect x="10" y="12" width="38" height="36" rx="3" fill="#7d5433"/><rect x="14" y="16" width="30" height="28" fill="#bcdbe6"/><path d="M14 44l7-16 6 10 6-14 11 20z" fill="#6d967a"/><path d="M29 16v28M14 30h30" stroke="#7d5433" stroke-width="2.4"/>'
        if view
        else ""
    )
    return f'<rect width="160" height="96" fill="{wall}"/>{planks}<path d="M0 78H160V96H0Z" fill="{floor}"/><path d="M0 78H160" stroke="#845733" stroke-width="2"/>{window}<circle cx="96" cy="40" r="52" fill="#fff3c9" opacity=".35"/>'


def fire(x: float, y: float, s: float = 1.0) -> str:
    """A fire."""
    return f'<g transform="translate({x} {y}) scale({s})"><path d="M-9 0Q-13-12-3-18Q-4-10 2-14Q0-22 5-26Q6-16 11-12Q15-4 9 0Z" fill="#e2622c"/><path d="M-5 0Q-7-8 0-12Q1-6 5-8Q8-3 5 0Z" fill="#ffc94a"/></g>'


def jar(x: float, y: float, c: str) -> str:
    """A preserving jar."""
    return f'<rect x="{x}" y="{y - 14}" width="12" height="14" rx="3" fill="{c}"/><rect x="{x + 1}" y="{y - 17}" width="10" height="4" rx="1.5" fill="#f4e7cd"/><path d="M{x + 3} {y - 11}v7" stroke="#fff" stroke-opacity=".5" stroke-width="1.6" stroke-linecap="round"/>'


def steam(x: float, y: float) -> str:
    """Steam."""
    return f'<path d="M{x} {y}q-5-6 0-12t0-12M{x + 10} {y - 2}q-5-6 0-12t0-10" stroke="#fff" stroke-opacity=".8" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
