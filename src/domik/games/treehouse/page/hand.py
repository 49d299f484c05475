"""The hand area below the board, by phase: cards to pick, take, lay or discard."""

from __future__ import annotations

from domik.games.treehouse.page.context import BoardContext, BoardStyle, Key, Players
from domik.games.treehouse.page.layout import HAND_CARD, PHONE_HAND_CARD, PHONE_WIDE_CARD
from domik.games.treehouse.page.rooms import room_card
from domik.games.treehouse.page.side import change
from domik.games.treehouse.rules import phrases, reading
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES
from domik.games.treehouse.rules.scoring import points_for
from domik.games.treehouse.rules.state import CHOOSE, DISCARD, DOUBLE, FEWEST, LAY, MOST, NOTHING, OVER, PLAIN, TAKE
from domik.games.treehouse.rules.state import TURNS as PICKS
from domik.kernel.drawing import Fragment, Markup, Pen, Refusal
from domik.kernel.phrase import Phrase
from domik.web.board.element import join, tag
from domik.web.board.memo import fragment_memo, memo
from domik.web.board.parts import action_button, text_button

ONE_ROW = 4  # cards that fit side by side on a phone
Gains = tuple[tuple[int, int], ...]  # for each seat: points for a colour now, and with a change card


def hand_area(context: BoardContext) -> Fragment:
    if context.phase == OVER:
        return final_standings(context)
    if context.phase == TAKE:
        return draw_offers(context)
    if context.phase in (LAY, CHOOSE):
        return draw_tiles(context)
    if context.seat < 0:
        return spectator_hand(context.pen)
    about = about_hand(context.pen, context.me, context.players, context.table.turn == PICKS - 1)
    if context.picks:
        return hand_to_pick_from(context.style, about, context.hand, context.fits)
    picked = reading.chosen_of(context.view)
    chosen = context.mine.room if picked is None else picked
    refusal = context.why_not(DISCARD) if context.builds and not context.legal & DISCARD else None
    return idle_hand(context.style, about, context.hand, chosen, context.builds, refusal)


def final_standings(context: BoardContext) -> Fragment:
    """The result of the game (TH-51)."""
    pen, scores = context.pen, context.scores
    points = tuple([pen.points(score) for score in scores])
    return Fragment({"standing": pen.final_standings(scores, context.table.winners, context.players, points)})


# ---- the hand (TH-21 to TH-24, TH-35) ---------------------------------------------------------------------


@fragment_memo
def spectator_hand(pen: Pen) -> Fragment:
    return Fragment({"about": tag("p", pen.icon("eye", 18), pen.say(Phrase("draw.hands")), class_="quietly")})


@fragment_memo
def hand_to_pick_from(style: BoardStyle, about: Markup, hand: Key, fits: Key) -> Fragment:
    """The hand while a room is chosen from it."""
    cells: dict[str, str] = {"about": about}
    for k, (room, slots) in enumerate(zip(hand, fits, strict=True), 1):
        cells[f"hand-{k}"] = card_to_pick(style, room, k, slots.bit_count(), len(hand) > ONE_ROW)
    return Fragment(cells, {k: (f"card-{k + 1}",) for k in range(len(hand))})


@fragment_memo
def idle_hand(
    style: BoardStyle, about: Markup, hand: Key, chosen: int, builds: bool, refusal: Refusal | None
) -> Fragment:
    """The rest of the hand after the choice, with the discard button while the room is built."""
    cells: dict[str, str] = {"about": about}
    if chosen >= 0:
        cells["chosen"] = idle_card(style, chosen, True)
    for k, room in enumerate(hand, 1):
        cells[f"hand-{k}"] = idle_card(style, room, False)
    if not builds:
        return Fragment(cells)
    cells["deeds"] = text_button(style.pen, "discard", "button quiet", "archive", Phrase("draw.aside"), refusal)
    if refusal is None:
        return Fragment(cells, {DISCARD.bit_length() - 1: ("discard",)})
    return Fragment(cells, refusals={"discard": refusal})


@memo
def picture(style: BoardStyle, number: int, wide: bool) -> Markup:
    """A room card as an SVG of its own."""
    form = (PHONE_WIDE_CARD if wide else PHONE_HAND_CARD) if style.pen.phone else HAND_CARD
    card, w, h = room_card(style.pen, style.parts.rooms[number], form), form.w, form.h + 6
    return tag("svg", card, width=w, height=h, viewBox=f"0 0 {w:g} {h:g}", aria_hidden="true")


@memo
def room_words(style: BoardStyle, number: int) -> str:
    room = style.parts.rooms[number]
    names = {"room": phrases.card_phrase(room), **phrases.colour_words(room.colour)}
    return style.pen.text(Phrase("draw.room", names))


@memo
def card_to_pick(style: BoardStyle, number: int, place: int, fits: int, wide: bool) -> Markup:
    """A card that can be chosen, with the number of places where it would fit."""
    words, mark = fit_mark(style.pen, fits)
    return tag(
        "button",
        picture(style, number, wide),
        mark,
        id=f"card-{place}",
        type="button",
        class_=f"card can{' wide' if wide else ''}",
        data_key=f"room-{style.parts.rooms[number].id}",
        data_drag=True,
        aria_label=f"{room_words(style, number)}; {words}",
    )


@memo
def fit_mark(pen: Pen, fits: int) -> tuple[str, Markup]:
    """In how many places a card would fit, in words and as a mark."""
    words = pen.text(Phrase("draw.fits", {"n": fits}) if fits else Phrase("draw.fits_not"))
    pin = pen.icon("map-pin" if fits else "map-pin-off", 13, 2.4)
    return words, tag("span", pin, fits or None, class_="fit" if fits else "fit none", title=words)


@memo
def idle_card(style: BoardStyle, number: int, chosen: bool) -> Markup:
    """A card that cannot be chosen now: one to be passed on, or the chosen one, which can be dragged."""
    look, key = f"card {'on' if chosen else 'rest'}", f"room-{style.parts.rooms[number].id}"
    card, words = picture(style, number, False), room_words(style, number)
    return tag("div", card, class_=look, role="img", data_key=key, data_drag=chosen, aria_label=words)


def about(pen: Pen, head: str, text: Phrase, faces: list[Markup]) -> Markup:
    """What the hand area is about, with the seats in order."""
    row = tag("div", Markup(pen.icon("arrow-right", 12).join(faces)), class_="pass", aria_hidden="true")
    return join(tag("h2", pen.say(Phrase(head))), tag("p", pen.say(text)), row)


@memo
def about_hand(pen: Pen, me: int, players: Players, last: bool) -> Markup:
    """Whose hand it is and where the rest of it is passed."""
    order = [(me + k) % len(players) for k in range(len(players))]
    text = Phrase("draw.last_card") if last else Phrase("draw.passes", {"name": players[order[1]].name})
    return about(pen, "draw.hand", text, [pen.face(seat, players[seat].animal, 23) for seat in order])


@memo
def about_order(pen: Pen, key: str, order: Key, now: int, players: Players) -> Markup:
    """The order in which seats take, lay or pick; the current one is highlighted."""
    faces = [
        tag("span", pen.face(seat, players[seat].animal, 23), class_="turn now" if seat == now else "turn")
        for seat in order
    ]
    return about(pen, "draw.scoring_head", Phrase(key), faces)


# ---- change cards (TH-40 to TH-44, TH-60, TH-63) ----------------------------------------------------------


def taking_order(context: BoardContext) -> Key:
    """Clockwise from the first chooser; laying is reversed in the original edition with 3-4 seats (TH-40)."""
    order = tuple([(context.table.first + k) % context.seats for k in range(context.seats)])
    is_reversed = context.phase == LAY and context.match.options["edition"] == "original" and context.seats > 2
    return order[::-1] if is_reversed else order


def draw_offers(context: BoardContext) -> Fragment:
    """The change cards that can be taken."""
    now, left = context.awaited.bit_length() - 1, reading.pool_counts(context.view)
    kinds = (NOTHING, DOUBLE, FEWEST, MOST) if context.match.options["extra_changes"] else (NOTHING, DOUBLE)
    sheet, refused = context.choices((kind, phrases.change_id(kind)) for kind in kinds)
    order = taking_order(context)
    sheet.cells["about"] = about_order(context.pen, "draw.taking_order", order, now, context.players)
    for kind in kinds:
        markup = offer(context.style, kind, left[kind], context.is_awaited, refused.get(kind))
        sheet.cells[f"offer-{kind}"] = markup
    return sheet


@memo
def offer(style: BoardStyle, kind: int, left: int, mine: bool, refusal: Refusal | None) -> Markup:
    """A change card that can be taken."""
    pen, name, text = style.pen, KIND_NAMES[kind], Phrase(f"change_text.{KIND_NAMES[kind]}")
    words = [tag("span", pen.say(text), class_="long")]
    if kind in (FEWEST, MOST):
        points = style.parts.fewest_flat if kind == FEWEST else style.parts.most_a_room
        words += [Markup(" "), tag("b", pen.say(Phrase(f"change_points.{name}", {"n": points})))]
    inside = (
        tag("span", *named_change(style, kind), class_="title-line"),
        tag("span", *words, class_="text"),
        tag("small", pen.say(Phrase("draw.left", {"n": left}))),
    )
    if not mine:
        return tag("div", *inside, class_=f"offer {name}{'' if left else ' gone'}")
    title, look = pen.text(refusal.reason if refusal else text), f"offer {name}"
    return action_button(phrases.change_id(kind), look, *inside, is_refused=refusal is not None, title=title)


def named_change(style: BoardStyle, kind: int) -> tuple[Markup, Markup]:
    return change(style, kind, True), tag("b", style.pen.say(phrases.kind_phrase(kind)))


def draw_tiles(context: BoardContext) -> Fragment:
    """The colours a change card can be laid on, or that can be picked."""
    picking, now = context.phase == CHOOSE, context.awaited.bit_length() - 1
    sheet, _ = context.choices((colour, phrases.colour_id(colour)) for colour in range(len(COLOUR_NAMES)))
    key, order = "draw.choosing_order" if picking else "draw.laying_order", taking_order(context)
    sheet.cells["about"] = about_order(context.pen, key, order, now, context.players)
    kind = PLAIN if picking else reading.taken_kind(context.view, now)
    if not picking:
        sheet.cells["chosen"] = held_change(context.style, kind)
    mine = ("choose" if picking else "lay") if context.is_awaited else ""
    animals, young = tuple([player.animal for player in context.players]), bool(context.match.options["young"])
    for colour, laid in enumerate(reading.laid_kinds(context.table.laid)):
        gains = gains_of(context.style, young, context.counts(colour), laid, kind)
        sheet.cells[f"tile-{COLOUR_NAMES[colour]}"] = tile(context.style, colour, laid, gains, animals, mine)
    return sheet


@memo
def gains_of(style: BoardStyle, young: bool, counts: Key, laid: int, kind: int) -> Gains:
    """Every seat's points for a colour (TH-45, TH-60, TH-65); unchanged where a card is already laid (TH-44)."""
    kinds, seats = (laid, laid or kind), range(len(counts))
    before, then = ([points_for(style.parts, young, lies, counts, seat) for seat in seats] for lies in kinds)
    return tuple(zip(before, then, strict=True))


@memo
def tile(style: BoardStyle, colour: int, laid: int, gains: Gains, animals: tuple[str, ...], mine: str) -> Markup:
    """A colour to lay a card on or to pick: every seat's points now and with the card."""
    pen, hue = style.pen, COLOUR_NAMES[colour]
    rows = [gain(pen, seat, animals[seat], now, then) for seat, (now, then) in enumerate(gains)]
    name, top = tag("b", pen.say(phrases.theme_phrase(colour))), change(style, laid) if laid else None
    theme = tag("span", pen.mark_icon(hue, 20), name, top, class_="theme")
    inside, look = (theme, tag("span", *rows, class_="gains")), f"tile c-{hue}"
    if not mine:
        return tag("div", *inside, class_=look)
    key = "draw.covered" if laid else "draw.choose_it" if mine == "choose" else "draw.lay_on"
    words = pen.text(Phrase(key, {**phrases.colour_words(colour)}))
    return action_button(phrases.colour_id(colour), look, *inside, is_refused=bool(laid), aria_label=words)


@memo
def gain(pen: Pen, seat: int, animal: str, now: int, then: int) -> Markup:
    look = "gain up" if then > now else "gain down" if then < now else "gain"
    return tag("span", pen.face(seat, animal, 18), tag("s", now), tag("b", then), class_=look)


@memo
def held_change(style: BoardStyle, kind: int) -> Markup:
    """The change card to be laid."""
    return tag("div", *named_change(style, kind), class_="laying", data_drag=True, data_key="held")
