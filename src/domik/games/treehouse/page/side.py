"""The area beside the tree: rivals, colour cards, and the change cards to come."""

from __future__ import annotations

from domik.games.treehouse.page.boughs import small_balance, small_twigs
from domik.games.treehouse.page.context import BoardContext, BoardStyle, Key, Players
from domik.games.treehouse.page.layout import DESKTOP, SMALL, TREE_CARD
from domik.games.treehouse.page.rooms import birdhouse, room_card
from domik.games.treehouse.page.skeleton import small_id, twig_id
from domik.games.treehouse.page.tree import BITS, FAR, is_tall, seat_state, state
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES
from domik.games.treehouse.rules.phrases import card_phrase, colour_words, kind_phrase, theme_phrase
from domik.games.treehouse.rules.reading import kinds_in, laid_kinds, taken_kind, tree_from
from domik.games.treehouse.rules.state import CHOOSE, DOUBLE, FEWEST, LAY, MOST, NOTHING, OVER, PLAIN, ROUNDS, TAKE
from domik.kernel.drawing import Drawing, Fragment, Markup, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.web.board.element import join, tag
from domik.web.board.memo import fragment_memo, memo
from domik.web.board.parts import player_panel

SIGNS = {NOTHING: "×0", DOUBLE: "×2", PLAIN: "×1"}
ARROWS = {FEWEST: "chevrons-down", MOST: "chevrons-up"}
NOTES = {"first": "flag", "gives": "arrow-left", "gets": "arrow-right", "both": "arrow-left-right"}
UNCHANGED = [tag("i", Markup(sign), class_="tag plain") for sign in ("×0", "×1")]  # worth of a colour without a card
NEXT, LATER = tag("i", class_="tag next"), tag("i", class_="tag later")
SCALE = SMALL.card_w / TREE_CARD.w  # of a card on a rival's tree
SHRUNK = f"translate(0 {SMALL.card_h - TREE_CARD.h * SCALE:.2f}) scale({SCALE:.4f})"


def draw_side(context: BoardContext, drawing: Drawing) -> None:
    for seat in range(context.seats):
        if seat != context.me:
            draw_rival(context, drawing, seat)
    options = context.match.options
    young, extra = bool(options["young"]), bool(options["extra_changes"])
    drawing.fragments["colours"] = draw_colours(context, young)
    drawing.fragments["changes"] = changes_to_come(
        context.style, context.phase, young, extra, context.seats, context.table.pool
    )


# ---- rivals -----------------------------------------------------------------------------------------------


def draw_rival(context: BoardContext, drawing: Drawing, seat: int) -> None:
    style, rival, player = context.style, context.table.seats[seat], context.players[seat]
    doing, remarked = seat_state(context, seat), remark(context, seat)
    kind = taken_kind(context.view, seat) if context.phase in (TAKE, LAY) else 0
    drawing.fragments[f"rival-{seat}"] = panel(style, seat, player, rival.score, doing, remarked, rival.room, kind)
    drawing.fragments[f"grove-{seat}"] = small_tree(style, seat, rival.built, rival.birdhouse)
    drawing.fragments[f"twigs-{seat}"] = small_growth(seat, rival.filled, rival.balance)


@fragment_memo
def panel(
    style: BoardStyle, seat: int, player: PlayerInfo, score: int, doing: str, remarked: str, room: int, kind: int
) -> Fragment:
    """A rival's name, points and state, and the face-up card: a revealed room or a change card."""
    pen = style.pen
    cells = player_panel(pen, seat, player, 24 if pen.phone else 30, state(pen, doing), f"tree-{seat}")
    cells[f"points-{seat}"] = pen.points(score)
    cells[f"note-{seat}"] = note(pen, remarked)
    if room >= 0:
        cells[f"room-{seat}"] = waiting_room_tag(style, room)
    elif kind:
        cells[f"room-{seat}"] = change(style, kind)
    return Fragment(cells)


def remark(context: BoardContext, seat: int) -> str:
    """Key of the note on a rival: chooses first, or else receives or passes hands."""
    if context.phase in (TAKE, LAY, CHOOSE):
        return "first" if context.table.first == seat else ""
    if context.phase == OVER or context.seat < 0:
        return ""
    if context.seats == 2:
        return "both"
    away = (seat - context.me) % context.seats
    return "gets" if away == 1 else "gives" if away == context.seats - 1 else ""


@memo
def note(pen: Pen, key: str) -> Markup:
    """A small remark: chooses first, passes to whom."""
    return tag("small", pen.icon(NOTES[key], 12), pen.say(Phrase(f"draw.{key}")), class_="note") if key else Markup("")


@memo
def waiting_room_tag(style: BoardStyle, number: int) -> Markup:
    pen, room = style.pen, style.parts.rooms[number]
    hue, name = COLOUR_NAMES[room.colour], pen.text(card_phrase(room))
    pictures = pen.mark_icon(hue, 13), pen.icon(room.icon, 16)
    return tag("span", *pictures, class_=f"chip c-{hue}", data_key=f"room-{room.id}", title=name)


@fragment_memo
def small_tree(style: BoardStyle, seat: int, built: Key, nest: int) -> Fragment:
    """The rooms and the birdhouse of a rival's tree."""
    tree = tree_from(built, nest, 0)
    cells = {small_id(seat, place): small_room(style, room) for place, room in tree.rooms().items()}
    if tree.birdhouse:
        picture = birdhouse(style.pen, DESKTOP)
        cells[small_id(seat, tree.birdhouse)] = tag("g", picture, transform=SHRUNK)
    return Fragment(dict(cells))


@memo
def small_room(style: BoardStyle, number: int) -> Markup:
    """A room on a rival's tree: colour and mark; the whole card when enlarged."""
    pen, room, w, h = style.pen, style.parts.rooms[number], SMALL.card_w, SMALL.card_h
    hue = COLOUR_NAMES[room.colour]
    paper = tag("rect", width=w, height=h, rx=4, fill="var(--p)", stroke="var(--c)", stroke_width=2)
    brief = tag("g", paper, pen.mark(hue, w / 2 - 5.5, h / 2 - 5.5, 11), class_="brief")
    detail = tag("g", room_card(pen, room, TREE_CARD), class_="detail", transform=SHRUNK)
    return tag("g", brief, detail, class_=f"c-{hue}", data_key=f"room-{room.id}")


@fragment_memo
def small_growth(seat: int, filled: int, lean: int) -> Fragment:
    """The twigs of a rival's tree, and its balance marker."""
    cells: dict[str, str] = {f"lean-{seat}": small_balance(lean)}
    if is_tall(filled):
        cells[f"reach-{seat}"] = FAR
    for place, bit in BITS.items():
        if filled & bit:
            cells[twig_id(seat, place)] = small_twigs(*place)
    return Fragment(cells)


# ---- colour cards and change cards --------------------------------------------------------------------------


@memo
def change(style: BoardStyle, kind: int, big: bool = False) -> Markup:
    """A change card's sign: a number, and arrows for `most` and `fewest`; never colour alone."""
    pen, parts = style.pen, style.parts
    sign = SIGNS.get(kind) or (f"+{parts.fewest_flat}" if kind == FEWEST else f"×{parts.most_a_room}")
    arrow = pen.icon(ARROWS[kind], 22 if big else 12, 3) if kind in ARROWS else None
    return tag("i", arrow, Markup(sign), class_=f"tag {KIND_NAMES[kind]}", title=pen.text(kind_phrase(kind)))


def draw_colours(context: BoardContext, young: bool) -> Fragment:
    """The six colour cards: room counts, and worth in every round."""
    table, rounds = context.table, list(context.table.laid_in)
    if context.phase in (TAKE, LAY, CHOOSE):
        rounds[table.round] = table.laid
    rooms = tuple([seat.rooms for seat in table.seats])
    now = ROUNDS if context.phase == OVER else table.round
    return colour_cards(context.style, rooms, tuple(rounds), now, not young, context.players)


@fragment_memo
def colour_cards(
    style: BoardStyle, rooms: tuple[Key, ...], rounds: Key, now: int, plain: bool, players: Players
) -> Fragment:
    """All six in one fragment: they change only when a room is built or a change card laid."""
    faces = (style.pen.face(seat, player.animal, 18) for seat, player in enumerate(players))
    cells: dict[str, str] = {"seats": join(*faces)}
    laid = [laid_kinds(packed) for packed in rounds]
    for colour, name in enumerate(COLOUR_NAMES):
        counts, kinds = [built[colour].bit_count() for built in rooms], [kinds[colour] for kinds in laid]
        cells[f"worth-{name}"] = colour_card(style, colour, tuple(counts), tuple(kinds), now, plain)
    return Fragment(cells)


@memo
def colour_card(style: BoardStyle, colour: int, counts: Key, laid: Key, now: int, plain: bool) -> Markup:
    """Rooms of a colour by seat (a sole leader is highlighted, TH-50), and its worth by round."""
    pen, hue, most = style.pen, COLOUR_NAMES[colour], max(counts)
    lead = most if counts.count(most) == 1 else -1
    numbers = [room_count(seat, n, n == lead) for seat, n in enumerate(counts)]
    rounds = [
        change(style, kind) if kind else UNCHANGED[plain] if k < now else NEXT if k == now else LATER
        for k, kind in enumerate(laid)
    ]
    return tag(
        "div",
        tag("div", pen.mark_icon(hue, 17), tag("b", pen.say(theme_phrase(colour))), class_="theme"),
        tag("div", *numbers, class_="counts"),
        tag("div", *rounds, class_="was"),
        class_=f"colour c-{hue}",
        role="group",
        aria_label=pen.text(Phrase("draw.colour_card", {**colour_words(colour)})),
    )


@memo
def room_count(seat: int, n: int, leads: bool) -> Markup:
    return tag("span", n, class_=f"seat-{seat}{' lead' if leads else ''}")


@fragment_memo
def changes_to_come(style: BoardStyle, phase: int, young: bool, extra: bool, seats: int, pool: int) -> Fragment:
    """The change cards to be laid after this round, or those still to be taken."""
    key, kinds = upcoming_changes(phase, young, extra, seats, kinds_in(pool))
    cards = (change(style, kind) for kind in kinds)
    return Fragment({"changes": join(tag("span", style.pen.say(Phrase(key))), *cards)})


def upcoming_changes(phase: int, young: bool, extra: bool, seats: int, left: Key) -> tuple[str, Key]:
    """Message key and kinds of the change cards to come (TH-11, TH-43, TH-60, TH-63)."""
    if young and phase != OVER:
        return "draw.pool_young", ()
    if phase in (LAY, OVER):
        return "draw.pool_bonus", ()
    if seats == 2 and not extra:
        return "draw.pool", (NOTHING, NOTHING)
    if phase == TAKE:
        return "draw.pool_left", left
    if extra:
        return "draw.pool", (NOTHING, DOUBLE, FEWEST, MOST) if seats > 2 else left
    return "draw.pool", (NOTHING, NOTHING, DOUBLE, DOUBLE)
