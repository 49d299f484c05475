"""The viewer's tree: rooms, boughs, open and refused places, balance, score path, name plate and secret task."""

from __future__ import annotations

import math

from domik.games.treehouse.page.boughs import balance, boughs, fork
from domik.games.treehouse.page.context import AROUND, BoardContext, BoardStyle, Key, Players
from domik.games.treehouse.page.layout import ROW, TREE_CARDS, BoardLayout
from domik.games.treehouse.page.rooms import birdhouse, room_card
from domik.games.treehouse.page.skeleton import at_id, bough_id
from domik.games.treehouse.rules import phrases, reading
from domik.games.treehouse.rules.parts import COLOUR_NAMES, SecretTask
from domik.games.treehouse.rules.phrases import slot_id
from domik.games.treehouse.rules.reading import LEVELS, PLACES, Place, bit_at, side_of_place, tree_from
from domik.games.treehouse.rules.state import DISCARD, OVER, PICK, PLACE
from domik.games.treehouse.rules.tree import supported_slots
from domik.kernel.drawing import Drawing, Fragment, Markup, Pen, PlayerInfo, Refusal
from domik.kernel.phrase import Phrase
from domik.web.board.element import join, tag
from domik.web.board.memo import fragment_memo, memo
from domik.web.board.parts import refusal_label

BITS = {place: bit_at(place) for place in PLACES}
TOP_ROW = sum(bit for place, bit in BITS.items() if place[0] == LEVELS)
FAR = tag("g", class_="far")  # tells look.css that the sixth level is in the picture
STATES = {"thinking": "ellipsis", "ready": "check", "acting": "hand", "won": "trophy"}
WHY = {"TH-31": "arrow-down-to-line", "TH-32": "palette", "TH-33": "scale", "TH-34": "lock"}


def is_tall(filled: int) -> bool:
    """Whether the sixth level is built on or can be built on."""
    return bool((int(supported_slots(filled)) | filled) & TOP_ROW)


def draw_tree(context: BoardContext, drawing: Drawing) -> None:
    style, me, mine, tall = context.style, context.me, context.mine, is_tall(context.mine.filled)
    sheets, pen, shape, player = drawing.fragments, style.pen, style.layout, context.players[me]
    sheets["rooms"] = room_cells(style, me, mine.built, mine.birdhouse)
    sheets["boughs"] = bough_cells(shape, mine.filled, tall)
    if context.picks:
        sheets["slots"] = waiting_slots(shape, int(supported_slots(mine.filled)), context.fits)
    elif context.builds:
        sheets["slots"] = slots_to_build_on(context, tall)
    sheets["balance"] = balance_marker(pen, shape, mine.balance, me, player.animal)
    sheets["path"] = score_path(pen, shape, context.scores, context.players)
    sheets["plate"] = plate(pen, me, player, mine.score, "" if context.is_awaited else seat_state(context, me))
    if context.match.options["secret_tasks"]:
        drawing.cells["task"] = draw_task(context)


@fragment_memo
def room_cells(style: BoardStyle, seat: int, built: Key, nest: int) -> Fragment:
    """The rooms and the birdhouse on the tree."""
    pen, tree = style.pen, tree_from(built, nest, 0)
    cells: dict[str, str] = {at_id(place): built_room(style, room, place) for place, room in tree.rooms().items()}
    if tree.birdhouse:
        words = pen.text(Phrase("draw.birdhouse_at", {"place": phrases.place_phrase(tree.birdhouse)}))
        cells[at_id(tree.birdhouse)] = built_card(birdhouse(pen, style.layout), words, f"birdhouse-{seat}")
    return Fragment(cells)


def built_card(picture: Markup, words: str, key: str) -> Markup:
    return tag("g", picture, class_="room", role="img", aria_label=words, data_key=key)


@memo
def built_room(style: BoardStyle, number: int, place: Place) -> Markup:
    """A room on the viewer's tree; its windows glow at night."""
    room, w, h = style.parts.rooms[number], style.layout.card_w, style.layout.card_h
    names = {"room": phrases.card_phrase(room), **phrases.colour_words(room.colour)}
    words = style.pen.text(Phrase("draw.room_at", {**names, "place": phrases.place_phrase(place)}))
    rx, ry = f"{w * 0.78:.0f}", f"{h * 0.95:.0f}"
    glow = tag("ellipse", class_="night", cx=w / 2, cy=h / 2, rx=rx, ry=ry, fill="url(#glow)")
    return built_card(join(glow, room_card(style.pen, room, TREE_CARDS[style.layout])), words, f"room-{room.id}")


@fragment_memo
def bough_cells(shape: BoardLayout, filled: int, tall: bool) -> Fragment:
    cells: dict[str, str] = {"bough-1-1": fork(shape, bool(filled & BITS[(2, 0)]), bool(filled & BITS[(2, 1)]))}
    if tall:
        cells["reach"] = FAR
    for (level, slot), bit in BITS.items():
        if filled & bit and level < LEVELS:
            left, right = (bool(filled & BITS[(level + 1, above)]) for above in (slot, slot + 1))
            cells[bough_id((level, slot))] = boughs(shape, (level, slot), left, right, LEVELS if tall else ROW)
    return Fragment(cells)


# ---- places to build on (TH-31 to TH-33, TH-61) -----------------------------------------------------------


@fragment_memo
def waiting_slots(shape: BoardLayout, free: int, fits: Key) -> Fragment:
    """While a room is chosen: the free places, highlighted along with the cards that would fit (see look.css)."""
    cells = {}
    for place, bit in BITS.items():
        if free & bit:
            cells[at_id(place)] = waiting_slot(shape, tuple([k for k, slots in enumerate(fits, 1) if slots & bit]))
    return Fragment(dict(cells))


@memo
def waiting_slot(shape: BoardLayout, fits: Key) -> Markup:
    bed = tag("rect", class_="bed", width=shape.card_w, height=shape.card_h, rx=10)
    return tag("g", bed, class_="".join(["slot dream", *(f" fits-{k}" for k in fits)]))


def slots_to_build_on(context: BoardContext, tall: bool) -> Fragment:
    """Legal places for the revealed room or the birdhouse, and refused ones."""
    legal, mine = context.legal & ~DISCARD, context.mine
    refused = []
    for place in reachable_places(mine.filled, tall):
        if not legal & BITS[place] and (refusal := context.refusal(BITS[place])):
            refused.append((place, refusal))
    return open_slots(context.style, context.me, mine.balance, not context.fit, legal, tuple(refused))


@memo
def reachable_places(filled: int, tall: bool) -> tuple[Place, ...]:
    """The free places with a card below them."""
    return tuple(
        place
        for place, bit in BITS.items()
        if not filled & bit and filled & AROUND[bit] and (tall or place[0] < LEVELS)
    )


RefusedPlaces = tuple[tuple[Place, Refusal], ...]


@fragment_memo
def open_slots(style: BoardStyle, seat: int, lean: int, nest: bool, legal: int, refused: RefusedPlaces) -> Fragment:
    sheet = Fragment({}, {}, {})
    for place, bit in BITS.items():
        if legal & bit:
            sheet.cells[at_id(place)] = open_slot(style, place, lean + side_of_place(place), seat, nest)
            sheet.paths[bit.bit_length() - 1] = (slot_id(place),)
    for place, refusal in refused:
        sheet.cells[at_id(place)] = refused_slot(style, place, refusal)
        sheet.refusals[slot_id(place)] = refusal
    return sheet


def slot(place: Place, look: str, words: str, *inside: Markup | None, off: str | None = None) -> Markup:
    """A place that can be pointed at."""
    role = {"id": slot_id(place), "class_": f"slot {look}", "role": "button", "tabindex": "0"}
    return tag("g", *inside, **role, aria_disabled=off, aria_label=words)


@memo
def open_slot(style: BoardStyle, place: Place, lean: int, seat: int, nest: bool) -> Markup:
    """A legal place: highlighted, with the resulting balance; a bird where the birdhouse would go."""
    shape, w, h, key = style.layout, style.layout.card_w, style.layout.card_h, "birdhouse" if nest else "place"
    plus, x, y = 30 if shape.names else 24, w / 2, h / 2 - 7
    side = {"place": phrases.place_phrase(place), "side": phrases.side_phrase(lean)}
    icon, corner = "bird" if nest else "plus", (x - plus * 0.34, y - plus * 0.34)
    return slot(
        place,
        "can",
        style.pen.text(Phrase(f"describe.{key}", side)),
        tag("rect", class_="halo", x=-5, y=-5, width=w + 10, height=h + 10, rx=14),
        tag("rect", class_="bed", width=w, height=h, rx=10),
        tag("circle", class_="plus", cx=x, cy=y, r=plus / 2),
        style.pen.glyph(icon, *corner, plus * 0.68, "var(--accent-ink)", 2.8),
        balance_dots(w / 2, h - (12 if shape.names else 9), lean, seat),
    )


def balance_dots(x: float, y: float, lean: int, seat: int, r: float = 3.2) -> Markup:
    """The three balance spots with the marker's future position."""
    colour = f"var(--seat-{seat})"
    spots = (
        f'<circle cx="{x + k * r * 3.1:.1f}" cy="{y:.1f}" r="{r * (1.25 if k == lean else 0.8):.1f}"'
        f' fill="{colour if k == lean else "none"}" stroke="{colour}" stroke-width="1.4"/>'
        for k in (-1, 0, 1)
    )
    return Markup("".join(spots))


@memo
def refused_slot(style: BoardStyle, place: Place, refusal: Refusal) -> Markup:
    """A refused place: dimmed, with the icon of its clause; the reason is in its label."""
    pen, shape, clause = style.pen, style.layout, Markup(refusal.clause)
    w, h, size = shape.card_w, shape.card_h, 17 if shape.names else 15
    x, y = w / 2 - size / 2, h / 2 - size / 2 - (7 if shape.names else 0)
    words = pen.text(Phrase("draw.refused", {"place": phrases.place_phrase(place)}))
    bed = tag("rect", class_="bed", width=w, height=h, rx=10)
    icon = pen.glyph(WHY.get(clause, "lock"), x, y, size, "currentColor", 2.2)
    name = tag("text", clause, x=w / 2, y=h / 2 + 15, class_="clause") if shape.names else None
    return slot(place, "no", refusal_label(pen, words, refusal), bed, icon, name, off="true")


# ---- balance, score path, plate ---------------------------------------------------------------------------


@fragment_memo
def balance_marker(pen: Pen, shape: BoardLayout, lean: int, seat: int, animal: str) -> Fragment:
    words = pen.text(Phrase("draw.marker", {"side": phrases.side_phrase(lean)}))
    return Fragment({"balance": tag("g", balance(pen, shape, lean, seat, animal), role="img", aria_label=words)})


def stone_at(shape: BoardLayout, k: float) -> tuple[float, float]:
    """The centre of a stepping stone, or a point between two of them."""
    return 15 + (shape.width - 30) / shape.stones * (k + 0.5), shape.height - 17 - 3 * math.sin(k / 2.3)


def path_scale(stones: int, scores: Key) -> tuple[int, int]:
    """The points of the first stone, and how many every further one adds, so that all scores lie on the path.

    Each stone is one point while the leader and the last fit on one path together; numbers are on every fifth stone.
    """
    worth = 0
    while True:
        worth += 1
        reach, fifth = worth * (stones - 1), 5 * worth
        first = max(0, -(-(max(scores) - reach) // fifth) * fifth)
        if first <= max(0, min(scores)):
            return first, worth


@fragment_memo
def score_path(pen: Pen, shape: BoardLayout, scores: Key, players: Players) -> Fragment:
    """The score path with everybody's animal on it."""
    first, worth = path_scale(shape.stones, scores)
    cells: dict[str, str] = {"stones": stone_numbers(shape, first, worth)}
    for seat, score in enumerate(scores):
        together = sum(other == score for other in scores[:seat])
        place = max(0, score - first) / worth
        cells[f"pawn-{seat}"] = pawn(pen, shape, place, seat, players[seat].animal, together)
    return Fragment(cells)


@memo
def stone_numbers(shape: BoardLayout, first: int, worth: int) -> Markup:
    """A number on every fifth stone."""
    places = {first + worth * k: stone_at(shape, k) for k in range(0, shape.stones, 5)}
    return join(*(tag("text", n, x=f"{x:.1f}", y=f"{y + 0.5:.1f}", class_="stone") for n, (x, y) in places.items()))


@memo
def pawn(pen: Pen, shape: BoardLayout, place: float, seat: int, animal: str, shift: int) -> Markup:
    """A seat's animal on its score; `place` counts stones, `shift` the animals already there."""
    x, y = stone_at(shape, place)
    r = 12.5 if shape.names else 11.5
    x, y = x + shift * r * 0.9, y - 13 - shift * 2
    return tag(
        "g",
        Markup(
            f'<ellipse cx="{x:.1f}" cy="{y + r + 3:.1f}" rx="{r * 0.8:.1f}" ry="3.5" opacity=".28"/>'
            f'<path d="M{x - r * 0.5:.1f} {y + r * 0.6:.1f}L{x:.1f} {y + r + 4:.1f}L{x + r * 0.5:.1f} {y + r * 0.6:.1f}'
            f'Z" fill="var(--seat-{seat})"/>'
        ),
        tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=r, class_="pet", style=f"--s:var(--seat-{seat})"),
        pen.pet(animal, x - r * 0.8, y - r * 0.8, r * 1.6),
        data_key=f"pawn-{seat}",
    )


@fragment_memo
def plate(pen: Pen, seat: int, player: PlayerInfo, score: int, doing: str) -> Fragment:
    """Name, points and state of the tree's owner."""
    line = tag("div", pen.who(seat, player, 34), class_="line")
    return Fragment({"plate": join(line, tag("div", pen.points(score), class_="points"), state(pen, doing))})


@memo
def state(pen: Pen, key: str) -> Markup:
    """A tag for what a seat is doing."""
    words = Phrase(f"draw.{key}" if key in ("acting", "won") else f"sketch.{key}")
    return pen.state(key, STATES[key], words) if key else Markup("")


def seat_state(context: BoardContext, seat: int) -> str:
    """Message key of what a seat is doing: won, thinking, ready, acting; empty for nothing."""
    if context.phase == OVER:
        return "won" if context.table.winners >> seat & 1 else ""
    awaited = context.awaited >> seat & 1
    if context.phase in (PICK, PLACE):
        return "thinking" if awaited else "ready"
    return "acting" if awaited else ""


# ---- the secret task (TH-62) ------------------------------------------------------------------------------


def draw_task(context: BoardContext) -> str:
    """The viewer's own secret task with completed patterns ticked; never another seat's."""
    number = reading.task_of(context.view, context.me)
    if number is None:
        return ""
    task = context.style.parts.tasks[number]
    done = reading.patterns_done(context.view, context.me, task)
    return task_card(context.pen, task, done)


@memo
def task_card(pen: Pen, task: SecretTask, done: tuple[bool, bool]) -> Markup:
    """A row and a triangle of colours, their points, and whether they are complete."""
    out = []
    for key, pattern, stands in (("row", task.row, done[0]), ("triangle", task.triangle, done[1])):
        places, high = (((0, 4), (19, 4), (38, 4)), 23) if key == "row" else (((19, 0), (9.5, 17), (28.5, 17)), 33)
        marks = []
        for (x, y), hue in zip(places, [COLOUR_NAMES[colour] for colour in pattern.colours], strict=True):
            paint = {"fill": f"var(--{hue}-pale)", "stroke": f"var(--{hue})"}
            marks += [tag("rect", x=x, y=y, width=17, height=14.5, rx=3.5, **paint, stroke_width=1.5)]
            marks += [pen.mark(hue, x + 4, y + 2.7, 9)]
        colours = map(phrases.colour_phrase, pattern.colours)
        args = dict(zip(("first", "second", "third"), colours, strict=True))
        words = pen.text(Phrase(f"draw.{key}", {**args, "n": pattern.points}))
        picture = tag("svg", *marks, width=57, height=high, viewBox=f"-1 -1 57 {high}", aria_hidden="true")
        points, tick = tag("b", Markup(f"+{pattern.points}")), pen.icon("check", 14, 3) if stands else None
        look = "pattern done" if stands else "pattern"
        out.append(tag("div", picture, points, tick, class_=look, role="img", aria_label=words))
    return tag("div", tag("small", pen.icon("eye-off", 12), pen.say(Phrase("draw.task"))), *out, class_="task")
