"""HTML of the hand area: the four choices, the draft, the neighbour's targets, notices, the end of the game."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.context import CachedParts, Key
from domik.games.cabin.page.picture_card import (
    arrow,
    chip,
    cost,
    effect,
    effect_words,
    face_classes,
    key_attribute,
    resource_icon,
    resource_name,
    side_mark,
    side_words,
)
from domik.games.cabin.page.picture_clearing import vignette
from domik.games.cabin.rules.parts import RESOURCE_NAMES
from domik.games.cabin.rules.state import DIE_MOST, HOME, KIND_SHIFT, NEIGHBOUR, RESOURCES, UPGRADED
from domik.kernel.drawing import Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.tally import format_halves

ART = {
    "build": "hammer",
    "gain": "hand-grab",
    "upgrade": "rotate-cw",
    "flip": "house-plus",
    "hit": "target",
    "shot": "zap",
}


def choice(
    pen: Pen, kind: str, sub: str, result: str, words: str, clause: str = "", reason: str = "", acts: bool = True
) -> str:
    """One choice and its result; a refused one stays in place and gives its reason."""
    title = pen.say(Phrase(f"draw.{kind}"))
    inside = f'<span class="art">{pen.icon(ART[kind], 20)}</span><span class="txt"><b>{title}</b><small>{sub}</small></span><span class="result">{result}</span>'
    if clause:
        lock = f'<span class="clause">{pen.icon("lock", 11)}{clause}</span>'
        return f'<button type="button" id="{kind}" class="choice {kind} not" aria-disabled="true" aria-label="{title}: {words}. {reason} {clause}">{inside}{lock}</button>'
    if not acts:
        return f'<div class="choice {kind} still">{inside}</div>'
    return (
        f'<button type="button" id="{kind}" class="choice {kind} can" aria-label="{title}: {words}">{inside}</button>'
    )


def build_choice(pen: Pen, box: CachedParts, face: int, dice: Key, must: bool, clause: str, reason: str) -> str:
    """Building: prompts for a place, or shows what is missing (CC-11)."""
    title = pen.say(Phrase("draw.build"))
    if clause:
        price = box.side(face).cost
        chips = "".join(
            chip(pen, die, f"{dice[die]}/{n}", " lack") if n > dice[die] else chip(pen, die, f"−{n}")
            for die, n in enumerate(price)
            if n
        )
        sub = pen.say(Phrase("draw.too_dear"))
        return choice(pen, "build", sub, chips, sub, clause, reason)
    sub = pen.say(Phrase("draw.build_sub"))
    inside = f'<span class="art">{pen.icon("hammer", 20)}</span><span class="txt"><b>{title}</b><small>{sub}</small></span><span class="result">{cost(pen, box, face, "−")}</span>'
    return f'<div class="choice build {"main" if must else "open"}">{inside}</div>'


@lru_cache(maxsize=256)
def gain_choice(pen: Pen, box: CachedParts, face: int, had: int, clause: str, reason: str, acts: bool) -> str:
    """Gaining: the die before and after (CC-12, CC-13)."""
    side = box.side(face)
    then = min(DIE_MOST, had + box.parts.aside[face & UPGRADED])
    sub: str = pen.say(Phrase("draw.gain_sub"))
    if clause:
        sub = short_reason(pen, clause, face, "gain")
    elif then == DIE_MOST:
        sub = f'<span class="warn">{pen.icon("hammer", 11)}{pen.say(Phrase("draw.then_build"))}</span>'
    result = f'<span class="chip r-{RESOURCE_NAMES[side.gives]}">{resource_icon(pen, side.gives)}<b>{had}</b>{arrow(pen, 12)}<b>{then}</b></span>'
    words = f"{resource_name(pen, side.gives)} {had} → {then}"
    return choice(pen, "gain", sub, result, words, clause, reason, acts)


@lru_cache(maxsize=256)
def upgrade_choice(pen: Pen, box: CachedParts, face: int, clause: str, reason: str, acts: bool) -> str:
    """Upgrading: turning the card by 180 degrees for larger gains later (CC-14)."""
    basic, turned = box.parts.aside
    result = words = ""
    if face >> KIND_SHIFT != NEIGHBOUR:
        gives = box.side(face).gives
        result = chip(pen, gives, f"+{basic}") + arrow(pen) + chip(pen, gives, f"+{turned}")
        words = f"{resource_name(pen, gives)} +{basic} → +{turned}"
    elif not clause:
        result = f'<span class="chip">{box.parts.edges[face & 3].amount}{arrow(pen, 12)}{box.parts.edges[(face | UPGRADED) & 3].amount}</span>'
    sub = short_reason(pen, clause, face, "upgrade") if clause else pen.say(Phrase("draw.upgrade_sub"))
    return choice(pen, "upgrade", sub, result, words or sub, clause, reason, acts)


@lru_cache(maxsize=256)
def flip_choice(pen: Pen, box: CachedParts, face: int, clause: str, reason: str, acts: bool) -> str:
    """Flipping to the home side (CC-14)."""
    home = face | HOME
    if face >> KIND_SHIFT == NEIGHBOUR:
        sub: str = pen.say(Phrase("draw.gives", {"n": box.parts.edges[home & 3].amount}))
        result = ""
        words = sub
    else:
        sub = box.name(pen, home)
        result = effect(pen, box, home)
        words = f"{sub}, {effect_words(pen, box, home)}"
    return choice(
        pen, "flip", short_reason(pen, clause, face, "flip") if clause else sub, result, words, clause, reason, acts
    )


def short_reason(pen: Pen, clause: str, face: int, kind: str) -> str:
    """The refusal in two words, for the button; the full reason is shown on demand."""
    if clause == "CC-14":
        return pen.say(Phrase("draw.is_home" if kind == "flip" else "draw.is_upgraded"))
    return pen.say(Phrase("draw.must_build" if clause == "CC-18" else "draw.not_now"))


# ---- the neighbour ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def neighbour_action(pen: Pen, box: CachedParts, face: int, kind: str, clause: str, reason: str, acts: bool) -> str:
    """One way to use the neighbour: steal or give, strong effect, or put aside (CC-44 to CC-46)."""
    edge = box.parts.edges[face & 3]
    if kind == "hit":
        sub = pen.say(Phrase("draw.gives" if edge.gives else "draw.steals", {"n": edge.amount}))
    elif kind == "shot":
        sub = pen.escape(edge.names[pen.language])
    else:
        sub = pen.say(Phrase("draw.nobody"))
    return choice(pen, kind, sub, "", sub, clause, reason, acts)


@lru_cache(maxsize=256)
def victim(pen: Pen, seat: int, player: PlayerInfo, dice: Key, clause: str, reason: str) -> str:
    """A possible victim of the neighbour, with their resources."""
    name = pen.escape(player.name)
    head = f"{pen.face(seat, player.animal, 26)}<b>{name}</b>"
    if clause:
        return f'<div class="victim"><button type="button" id="victim-{seat}" class="whom not" aria-disabled="true" aria-label="{name}. {reason} {clause}">{head}<span class="clause">{pen.icon("lock", 11)}{clause}</span></button></div>'
    loot = "".join(
        f'<button type="button" id="loot-{seat}-{RESOURCE_NAMES[die]}" class="loot chip r-{RESOURCE_NAMES[die]}" aria-label="{name}: {resource_name(pen, die)} {dice[die]}">{resource_icon(pen, die)}<b>{dice[die]}</b></button>'
        for die in range(RESOURCES)
    )
    return f'<div class="victim"><button type="button" id="victim-{seat}" class="whom" aria-label="{name}">{head}</button><span class="loots">{loot}</span></div>'


# ---- the draft ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def draft_card(pen: Pen, box: CachedParts, face: int, place: int, key: str) -> str:
    """A card of the draft with both sides (CC-41)."""
    home = face | HOME
    words = (
        f"{box.name(pen, face)}: {effect_words(pen, box, face)}; {box.name(pen, home)}: {effect_words(pen, box, home)}"
    )
    sides = "".join(
        f'<span class="half {face_classes(one)}">{vignette(one >> KIND_SHIFT, bool(one & HOME))}{side_mark(pen, one, 12)}<b>{box.name(pen, one)}</b><span class="price">{cost(pen, box, one)}</span><span class="fx">{effect(pen, box, one)}</span></span>'
        for one in (face, home)
    )
    return f'<button type="button" id="draft-{place}" class="draft can" aria-label="{words}"{key_attribute(key)}>{sides}</button>'


@lru_cache(maxsize=256)
def drafted_pile(pen: Pen, box: CachedParts, faces: Key) -> str:
    """The cards laid down so far, the last on top."""
    if not faces:
        return ""
    cards = "".join(
        f'<span class="mini {face_classes(face)}" role="img" aria-label="{box.name(pen, face)}, {side_words(pen, face)}" title="{box.name(pen, face)}">{vignette(face >> KIND_SHIFT, bool(face & HOME))}</span>'
        for face in faces
    )
    return f"<small>{pen.say(Phrase('draw.kept'))}</small><span>{cards}</span>"


# ---- in place of a card -------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def life_note(pen: Pen, year: int, points: int, acts: bool) -> str:
    """Life in the forest: the year, and how to read the ring (CC-20, CC-23)."""
    key = "draw.life_text" if acts else "draw.life_watch"
    legend = (
        f"<span>{pen.icon('feather', 15)}{pen.say(Phrase('draw.legend_points'))}</span><span>{pen.icon('flag', 15)}{pen.say(Phrase('draw.legend_end'))}</span>"
        if acts
        else ""
    )
    return f'<div class="notice life">{pen.icon("trees", 40, 1.6)}<h2>{pen.say(Phrase("draw.life", {"year": year}))}</h2><p>{pen.say(Phrase(key))}</p><b class="sum">{pen.icon("feather", 20)}{format_halves(points)}</b><div class="legend">{legend}</div></div>'


@lru_cache(maxsize=256)
def notice(pen: Pen, icon: str, head: str, text: str) -> str:
    return f'<div class="notice">{pen.icon(icon, 36, 1.6)}<h2>{pen.say(Phrase(head))}</h2><p>{pen.say(Phrase(text))}</p></div>'


def final_standings(
    pen: Pen, scores: Key, winners: tuple[int, ...], players: tuple[PlayerInfo, ...], reason: str, clause: str
) -> str:
    """The final standings: seats by points, the winners marked, with the reason."""
    ranked = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat]))
    rows = "".join(
        f'<li class="{"won" if seat in winners else ""}">{pen.face(seat, players[seat].animal, 34)}<b>{pen.escape(players[seat].name)}</b>'
        f'<span class="points">{format_halves(scores[seat])}</span>{pen.icon("crown", 20) if seat in winners else ""}</li>'
        for seat in ranked
    )
    return f'<div class="notice over">{pen.icon("tent-tree", 44, 1.6)}<h2>{pen.say(Phrase("draw.over"))}</h2><p>{reason} <span class="clause-tag">{clause}</span></p><ol class="standing">{rows}</ol></div>'
