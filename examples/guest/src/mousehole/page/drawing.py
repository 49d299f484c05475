"""The Mousehole table for one viewer: cells, click paths and refusals."""

from __future__ import annotations

from collections.abc import Sequence

from domik.kernel import drawing
from domik.kernel.drawing import Drawing, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from mousehole.rules import state as at
from mousehole.rules.game import MouseholeMatch
from mousehole.rules.scoring import burrow, outcome
from mousehole.words.prompts import room_phrase


class BoardContext(drawing.BaseDrawingContext):
    """A view prepared for the drawing functions: cards under readable names."""

    match: MouseholeMatch

    def refusal_inputs(self) -> tuple[object, ...]:
        """Cache key for refusals: whose turn it is, the phase, the cards present, and whether a room is dug."""
        return self.is_awaited, int(self.numbers[at.PHASE]), tuple(map(bool, self.hand())), bool(self.rooms(self.me))

    def hand(self) -> list[int]:
        """The viewer's hand by place, cards counted from 1; 0 for an empty place."""
        own = int(self.match.game.own_at(self.me)) + at.HELD
        return [int(self.numbers[own + place]) if self.seat >= 0 else 0 for place in range(at.HAND)]

    def rooms(self, seat: int) -> list[int]:
        """A burrow from left to right, cards counted from 1."""
        return [card + 1 for card in burrow(self.numbers, seat)]

    def known_hand(self, seat: int) -> list[int]:
        """The publicly known part of a hand: a card counted from 1, 0 for a hidden one."""
        base = at.SEAT + at.SEAT_SIZE * seat + at.SHOWN
        return [int(self.numbers[base + place]) for place in range(at.HAND) if self.numbers[base + place] != at.GAP]

    def scores(self) -> tuple[int, ...]:
        return tuple(int(self.view.score(seat)) for seat in range(self.seats))


LOOKS = (("bed-single", "blue"), ("cookie", "yellow"), ("flame", "red"), ("lamp", "green"))
SIDES = ("left", "right")


def draw(match: MouseholeMatch, view: View, pen: Pen, players: Sequence[PlayerInfo]) -> Drawing:
    """The drawing for the view's seat or a spectator."""
    moment = BoardContext(match, view, pen, tuple(players))
    drawing = Drawing(areas(pen, match.seats, moment.me))
    cells = drawing.cells
    cells["progress"] = pen.say(Phrase("sketch.pile", {"n": int(view.numbers[at.PILE_LEFT])}))
    for seat in range(match.seats):
        cells[f"who-{seat}"] = pen.who(seat, players[seat], 26)
        cells[f"points-{seat}"] = pen.points(moment.scores()[seat])
        cells[f"rooms-{seat}"] = "".join(room(moment, card, moved=True) for card in moment.rooms(seat))
        if seat != moment.me or view.seat < 0:
            cells[f"known-{seat}"] = "".join(room(moment, card) for card in moment.known_hand(seat))
    if view.is_over():
        points = tuple(map(pen.points, moment.scores()))
        winners = sum(1 << seat for seat in outcome(match, view).winners)
        cells["standing"] = pen.final_standings(moment.scores(), winners, tuple(players), points)
    else:
        draw_ends(moment, drawing)
        draw_hand(moment, drawing)
        draw_store(moment, drawing)
    return drawing


# ---- the skeleton -------------------------------------------------------------------------------------


def areas(pen: Pen, seats: int, me: int) -> dict[str, str]:
    """The page's areas with an empty element per cell; they depend only on the table, the language and the screen."""
    rivals = "".join(rival((me + k) % seats) for k in range(1, seats))
    return {
        "ribbon": '<small id="progress"></small>',
        "own": f'<div class="earth"><div class="plate"><div class="line" id="who-{me}"></div>'
        f'<div class="points" id="points-{me}"></div></div><div class="burrow"><div id="end-left"></div>'
        f'<div class="rooms" id="rooms-{me}"></div><div id="end-right"></div></div>'
        f'<div class="known" id="known-{me}"></div></div>',
        "side": rivals,
        "hand": f'<div class="mouse-hand" role="group" aria-label="{pen.say(Phrase("sketch.hand"))}" id="hand"></div>'
        f'<div class="wish" id="wish"></div><div id="standing"></div>'
        f'<div class="mouse-hand" role="group" aria-label="{pen.say(Phrase("sketch.shelf"))}" id="store"></div>',
    }


def rival(seat: int) -> str:
    """Another player: name, points, burrow, and the known part of the hand."""
    return (
        f'<section class="panel rival"><div class="line" id="who-{seat}"></div><div class="points" id="points-{seat}">'
        f'</div><div class="rooms" id="rooms-{seat}"></div><div class="known" id="known-{seat}"></div></section>'
    )


# ---- rooms ----------------------------------------------------------------------------------------------


def face(moment: BoardContext, card: int) -> tuple[str, str]:
    """A card's colour, and its icon with name and crumbs; card 0 is face down."""
    pen, parts = moment.pen, moment.match.parts
    if not card:
        return "brown", pen.icon("rat", 22)
    icon, colour = LOOKS[parts.kinds[card - 1]]
    name = pen.say(room_phrase(parts, card - 1))
    short = f'<em aria-hidden="true">{parts.crumbs[card - 1]}</em>'  # the only text a small card has room for
    return colour, f"{pen.icon(icon, 26)}<span>{name}</span>{short}"


def room(moment: BoardContext, card: int, moved: bool = False) -> str:
    """A card that cannot be clicked; `moved` animates it from the hand to its room."""
    colour, inside = face(moment, card)
    key = f' data-key="room-{card}"' if moved else ""
    return f'<span class="room c-{colour}"{key}>{inside}</span>'


def choice(
    moment: BoardContext, drawing: Drawing, id: str, card: int, actions: dict[int, tuple[str, ...]], key: str
) -> str:
    """A card as a button: a click path for every legal action that starts with it, or a refusal."""
    colour, inside = face(moment, card)
    paths = {number: path for number, path in actions.items() if moment.legal >> number & 1}
    drawing.paths.update(paths)
    state = "can" if paths else "no"
    if moment.is_awaited and not paths:
        drawing.refusals[id] = moment.why_not(1 << min(actions))
    off = "" if paths else ' aria-disabled="true"'
    label = "" if card else f' aria-label="{moment.pen.say(Phrase("describe.pile"))}"'
    return (
        f'<button type="button" class="card room c-{colour} {state}" id="{id}"{off}{label} data-key="{key}">'
        f"{inside}</button>"
    )


def draw_hand(moment: BoardContext, drawing: Drawing) -> None:
    """The viewer's cards, each of which can be dug left or right, and the viewer's wish."""
    places = [
        choice(
            moment,
            drawing,
            f"card-{place}",
            card,
            {2 * place + side: (f"card-{place}", SIDES[side]) for side in (at.LEFT, at.RIGHT)},
            f"room-{card}",
        )
        for place, card in enumerate(moment.hand())
        if card
    ]
    drawing.cells["hand"] = "".join(places)
    if moment.seat >= 0 and not moment.match.options["family"]:
        wish = int(moment.numbers[int(moment.match.game.own_at(moment.seat)) + at.WISH])
        drawing.cells["wish"] = moment.pen.say(Phrase(f"wish.{at.KINDS[wish]}"))


def draw_store(moment: BoardContext, drawing: Drawing) -> None:
    cards = [int(moment.numbers[at.SHELF + place]) for place in range(at.SHELVES)]
    drawing.cells["store"] = "".join(
        choice(moment, drawing, f"shelf-{place}", card, {at.FROM_SHELF + place: (f"shelf-{place}",)}, f"room-{card}")
        for place, card in enumerate(cards)
    ) + choice(moment, drawing, "pile", 0, {at.FROM_PILE: ("pile",)}, "pile")


def draw_ends(moment: BoardContext, drawing: Drawing) -> None:
    """Targets at the ends of the burrow while a room is to be dug; the first room has no sides (MH-11)."""
    if moment.is_awaited and moment.numbers[at.PHASE] == at.DIG:
        first = not moment.rooms(moment.me)
        for side in SIDES[:1] if first else SIDES:
            words = moment.pen.say(Phrase("draw.first" if first else f"draw.{side}"))
            inside = f"{moment.pen.icon('shovel', 24)}<span>{words}</span>"
            drawing.cells[f"end-{side}"] = f'<button type="button" class="end" id="{side}">{inside}</button>'
