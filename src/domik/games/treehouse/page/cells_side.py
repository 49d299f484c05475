"""The area beside the tree: rivals, colour cards, and the change cards to come."""

from __future__ import annotations

from functools import lru_cache

from domik.games.treehouse.page.cells_tree import BITS, FAR, PLACE_INFOS, is_tall, seat_state
from domik.games.treehouse.page.context import BoardContext, CachedParts, Key, filled_places
from domik.games.treehouse.page.picture_side import change, colour_card, note, pool, small_balance, small_twigs, state
from domik.games.treehouse.page.picture_slot import small_birdhouse, small_room
from domik.games.treehouse.page.skeleton import small_id
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.reading import PLACES, taken_kind
from domik.games.treehouse.rules.state import *
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo
from domik.kernel.phrase import Phrase


def draw_side(context: BoardContext, drawing: Drawing) -> None:
    sheets, options = drawing.fragments, context.match.options
    for seat in range(context.seats):
        if seat != context.me:
            draw_rival(context, drawing, seat)
    sheets["colours"] = draw_colours(context)
    sheets["changes"] = changes_to_come(
        context.pen,
        context.cached_parts.worth,
        context.phase,
        bool(options["young"]),
        bool(options["extra_changes"]),
        context.seats,
        int(context.numbers[POOL]),
    )


def draw_rival(context: BoardContext, drawing: Drawing, seat: int) -> None:
    pen, box, block = context.pen, context.cached_parts, context.blocks[seat]
    doing, note = seat_state(context, seat), remark(context, seat)
    open_room, kind = face_up_cards(context, seat, block)
    drawing.fragments[f"rival-{seat}"] = panel(
        pen, box, seat, context.players[seat], block[SCORE], doing, note, open_room, kind
    )
    built, nest = block[BUILT : BUILT + ROUNDS * TURNS], block[BIRDHOUSE]
    drawing.fragments[f"grove-{seat}"] = small_tree(pen, box, seat, built, nest)
    drawing.fragments[f"twigs-{seat}"] = small_growth(seat, filled_places(block), block[BALANCE])


@lru_cache(maxsize=1024)
def panel(
    pen: Pen,
    box: CachedParts,
    seat: int,
    player: PlayerInfo,
    score: int,
    doing: str,
    remarked: str,
    room: int,
    kind: int,
) -> Fragment:
    """A rival's name, points and state, and the face-up card: a revealed room or a change card."""
    is_away = not (player.is_present or player.is_bot)  # shown in the place of the state
    cells = {
        f"who-{seat}": pen.who(seat, player._replace(is_present=True), 24 if pen.phone else 30),
        f"points-{seat}": pen.points(score),
        f"state-{seat}": pen.away(seat) if is_away else state(pen, doing),
        f"note-{seat}": note(pen, remarked),
        f"look-{seat}": enlarger(pen, seat, player),
    }
    if room:
        cells[f"room-{seat}"] = waiting_room_tag(pen, box, room)
    elif kind:
        cells[f"room-{seat}"] = change(pen, kind, box.worth)
    return Fragment(cells)


@lru_cache(maxsize=4096)
def enlarger(pen: Pen, seat: int, player: PlayerInfo) -> str:
    """The button that enlarges a rival's tree."""
    words = pen.say(Phrase("draw.enlarge", {"name": player.name}))
    picture = pen.icon("maximize-2", 13)
    return f'<button type="button" class="enlarge" data-enlarge="tree-{seat}" aria-label="{words}">{picture}</button>'


def remark(context: BoardContext, seat: int) -> str:
    """Key of the note on a rival: chooses first, or else receives or passes hands."""
    if context.phase in (TAKE, LAY, CHOOSE):
        return "first" if context.numbers[FIRST] == seat + 1 else ""
    if context.phase == OVER or context.seat < 0:
        return ""
    if context.seats == 2:
        return "both"
    away = (seat - context.me) % context.seats
    return "gets" if away == 1 else "gives" if away == context.seats - 1 else ""


def face_up_cards(context: BoardContext, seat: int, block: Key) -> tuple[int, int]:
    """A rival's revealed room (room + 1), or the kind of change card they hold; 0 for none."""
    if block[ROOM]:
        return block[ROOM], 0
    return 0, taken_kind(context.view, seat) if context.phase in (TAKE, LAY) else 0


@lru_cache(maxsize=1024)
def waiting_room_tag(pen: Pen, box: CachedParts, card: int) -> str:
    room = box.room(card)
    hue = COLOUR_NAMES[room.colour]
    name = pen.escape(room.names[pen.language])
    pictures = pen.mark_icon(hue, 13) + pen.icon(room.icon, 16)
    return f'<span class="chip c-{hue}" data-key="room-{room.id}" title="{name}">{pictures}</span>'


@lru_cache(maxsize=256)
def small_ids(seat: int) -> dict[int, str]:
    """Cell ids of a rival's places, by place bit."""
    return {BITS[place]: small_id(seat, place) for place in PLACES}


@lru_cache(maxsize=256)
def twig_ids(seat: int) -> dict[int, str]:
    """Cell ids of the twigs above a rival's places, by place bit."""
    return {BITS[place]: f"twig-{seat}-{place[0]}-{place[1] + 1}" for place in PLACES}


@lru_cache(maxsize=512)
def small_tree(pen: Pen, box: CachedParts, seat: int, built: Key, nest: int) -> Fragment:
    """The rooms and the birdhouse of a rival's tree."""
    cells, ids = {}, small_ids(seat)
    for number in built:
        bit = number >> CARD_BITS
        if number and bit != DISCARD:
            cells[ids[bit]] = small_card(pen, box, number & CARD)
    if nest:
        cells[ids[nest]] = small_birdhouse(pen)
    return Fragment(cells)


@lru_cache(maxsize=2048)
def small_card(pen: Pen, box: CachedParts, card: int) -> str:
    room = box.room(card)
    return small_room(pen, room.colour, room.icon, room.names[pen.language], f"room-{room.id}")


@lru_cache(maxsize=1024)
def small_growth(seat: int, filled: int, lean: int) -> Fragment:
    """The twigs of a rival's tree, and its balance marker."""
    cells = {f"lean-{seat}": small_balance(lean)}
    if is_tall(filled):
        cells[f"reach-{seat}"] = FAR
    for bit, id in twig_ids(seat).items():
        if filled & bit:
            cells[id] = small_twigs(*PLACE_INFOS[bit].place)
    return Fragment(cells)


def draw_colours(context: BoardContext) -> Fragment:
    """The six colour cards: room counts, and worth in every round."""
    numbers = context.numbers
    now = ROUNDS if context.phase == OVER else context.round
    rounds = [int(numbers[LAID_IN + k]) for k in range(ROUNDS)]
    if context.phase in (TAKE, LAY, CHOOSE):
        rounds[context.round] = int(numbers[LAID])
    plain = int(not context.match.options["young"])
    rooms = tuple([block[ROOMS : ROOMS + COLOURS] for block in context.blocks])
    return colour_cards(context.pen, rooms, tuple(rounds), now, plain, context.cached_parts.worth, context.players)


@lru_cache(maxsize=512)
def colour_cards(
    pen: Pen,
    rooms: tuple[Key, ...],
    rounds: Key,
    now: int,
    plain: int,
    worth: tuple[int, int],
    players: tuple[PlayerInfo, ...],
) -> Fragment:
    """All six in one cached fragment: they change only when a room is built or a change card laid."""
    cells = {"seats": "".join(pen.face(seat, player.animal, 18) for seat, player in enumerate(players))}
    for colour, name in enumerate(COLOUR_NAMES):
        laid = tuple((kinds >> KIND_BITS * colour) & KIND for kinds in rounds)
        counts = tuple(built[colour].bit_count() for built in rooms)
        cells[f"worth-{name}"] = colour_card(pen, colour, counts, laid, now, plain, worth)
    return Fragment(cells)


@lru_cache(maxsize=1024)
def changes_to_come(
    pen: Pen, worth: tuple[int, int], phase: int, young: bool, extra: bool, seats: int, left: int
) -> Fragment:
    """The change cards to be laid after this round, or those still to be taken."""
    key, packed = upcoming_changes(phase, young, extra, seats, left)
    kinds = [kind for kind in range(NOTHING, MOST + 1) for _ in range(packed >> (KIND_BITS * kind) & KIND)]
    return Fragment({"changes": pool(pen, key, tuple(kinds), worth)})


def upcoming_changes(phase: int, young: bool, extra: bool, seats: int, left: int) -> tuple[str, int]:
    """Message key and packed counts by kind of the change cards to come (TH-11, TH-43, TH-60, TH-63)."""
    if young and phase != OVER:
        return "draw.pool_young", 0
    if phase in (LAY, OVER):
        return "draw.pool_bonus", 0
    if seats == 2 and not extra:
        return "draw.pool", 2 << KIND_BITS * NOTHING
    if phase == TAKE:
        return "draw.pool_left", left
    if extra:
        return "draw.pool", ONE_EACH if seats > 2 else left
    return "draw.pool", FOUR
