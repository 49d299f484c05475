"""Move heuristic: a cheap score for one action, computed from one seat's view.

The plan behind it: three homes that turn natural resources into three kinds of domestic resource, five or six natural
locations that supply them, upgraded where time allows. A model cabin, where there is one, replaces that plan.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.life_search import LifeSearch
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.deck import card_in, kept_card
from domik.games.cabin.rules.life import year_result
from domik.kernel.game import bit, lowest

HOMES: Final = 3
WILD: Final = 6  # the most natural locations to build
BUILD: Final = 5.0
FLIPPED: Final = 4.0  # bonus for a card that shows a wanted home
RAISE: Final = 7.0  # upgrading early, less with every month
GAINED: Final = 2.5
LAST_CHANCE: Final = 18.0  # a month without a build ends the planning (CC-17)
SURE: Final = 3  # this many unknown cards are assumed to include one that can be paid
NEVER: Final = -50.0
ENOUGH: Final = 4  # amount of a resource above which some can be given away
SOON: Final = 1.7  # how far ahead resources are gathered: a factor on the average cost of a card
LATE: Final = 3  # with this many months left or fewer, any build is wanted


def move_score(view: vec[i64], seat: i64, config: Config, forest: LifeSearch, action: i64) -> float:
    """Score an action; scores are comparable only within one decision, higher is better."""
    base = at.SEAT + at.SEAT_SIZE * seat
    stage = view[base + at.STAGE]
    if stage == at.LIVES:
        return start_value(view, base, forest, lowest(action))
    if view[at.PHASE] == at.DRAFTING:
        return pair_value(view, seat, config.faces, lowest(action))
    if stage == at.PLANS:
        return plan_value(view, base, config.faces, view[at.MODEL] | config.scene, action)
    if stage == at.MEETS:
        return neighbour_value(view, base, config.edges, lowest(action))
    return 0.0


def start_value(view: vec[i64], base: i64, forest: LifeSearch, start: i64) -> float:
    """Points of the best life whose next year starts at this place."""
    after = year_result(view[base + at.PLACED], view[base + at.DICE], start, forest.faces, forest.still_ends)
    return float(forest.rest_of_life(view[base + at.PLACED], after, view[base + at.YEARS] + 1))


# ---- planning -----------------------------------------------------------------------------------------


def plan_value(view: vec[i64], base: i64, faces: vec[i64], model: i64, action: i64) -> float:
    """Score a planning action: build what the plan wants, turn cards it needs, gain resources in short supply."""
    face = view[base + at.CARDS + view[base + at.TOP]] & at.FACE
    place = wanted_place(view, base, faces, model, face)
    if action <= at.LAST_PLACE:
        return build_value(view, base, faces, face, model, place, lowest(action))
    if action == at.FLIP:
        if wanted_home(view, base, faces, model, face) and (model or home_count(view[base + at.PLACED]) < HOMES):
            return FLIPPED
        return -2.0
    months_gone = at.MONTHS - view[base + at.LEFT]
    if action == at.UPGRADE:
        if months_gone < 2:
            return RAISE - 0.5 * float(months_gone) - resource_lack(view, base, faces, face) * 0.4
        return 0.5
    return GAINED + resource_lack(view, base, faces, face) * (2.0 if face & at.UPGRADED else 1.0)


def build_value(view: vec[i64], base: i64, faces: vec[i64], face: i64, model: i64, place: i64, here: i64) -> float:
    """Score building a card: wanted on a wanted place, or better than a month without a build."""
    if model:
        return BUILD if place == here else NEVER
    value = BUILD if place >= 0 else -3.0
    if not view[base + at.BUILT] and is_last_chance(view, base, faces):
        value += LAST_CHANCE
    if place >= 0 and not face & at.HOME and not face & at.UPGRADED and view[base + at.LEFT] == at.MONTHS:
        value -= 7.0
    home = here if face & at.HOME else at.PLACES - 1 - here
    return value + 0.01 * float(home)  # natural locations fill from place 1 upwards, homes from place 8 downwards


def is_last_chance(view: vec[i64], base: i64, faces: vec[i64]) -> bool:
    """Whether no later card of this month could be paid with the dice as they are (CC-17)."""
    dice = view[base + at.DICE]
    unknown: i64 = 0
    for index in range(view[base + at.TOP] + 1, view[base + at.PILE]):
        other = view[base + at.CARDS + index] & at.FACE
        if not other:
            unknown += 1
        elif ((dice | at.GUARD) - faces[at.FACE_SIZE * other + at.COST]) & at.GUARD == at.GUARD:
            return False
    return unknown < SURE


def resource_lack(view: vec[i64], base: i64, faces: vec[i64], face: i64) -> float:
    """How short the resource given by this face is for what is still to be built; a 6 forces building (CC-18)."""
    shift = faces[at.FACE_SIZE * face + at.GAIN_SHIFT]
    die = (view[base + at.DICE] >> shift) & at.DIE
    amount = faces[at.FACE_SIZE * face + at.GAIN_AMOUNT]
    needed: i64 = 0
    cards: i64 = 0
    for index in range(at.PILE_MOST):
        other = view[base + at.CARDS + index] & at.FACE
        if other and other < at.NEIGHBOUR_FACE:
            needed += (faces[at.FACE_SIZE * other + at.COST] >> shift) & at.DIE
            cards += 1
    free = free_places(view, base)
    wish = SOON * float(needed) / float(cards) * (float(free) if free < 3 else 3.0)
    if die + amount > at.DIE_MOST:
        return -1.0
    short = wish - float(die)
    return 0.0 if die + amount == at.DIE_MOST and short > 0.0 else short


def wanted_place(view: vec[i64], base: i64, faces: vec[i64], model: i64, face: i64) -> i64:
    """Where the plan wants this face: its place in the model, 0 for any place, -1 for nowhere."""
    if model:
        for place in range(at.PLACES):
            if (model >> (at.FACE_BITS * place)) & at.FACE == face & ~at.UPGRADED:
                return place
        return -1
    homes = home_count(view[base + at.PLACED])
    late = view[base + at.LEFT] <= LATE
    if face & at.HOME:
        return 0 if (homes < HOMES and uses_natural(faces, face)) or late else -1
    if at.PLACES - free_places(view, base) - homes >= WILD and not late:
        return -1
    return 0 if late or not wanted_home(view, base, faces, model, face) else -1


def home_count(placed: i64) -> i64:
    homes: i64 = 0
    while placed:
        if placed & at.HOME:
            homes += 1
        placed >>= at.FACE_BITS
    return homes


def free_places(view: vec[i64], base: i64) -> i64:
    free: i64 = 0
    places = view[base + at.FREE]
    while places:
        places &= places - 1
        free += 1
    return free


def uses_natural(faces: vec[i64], face: i64) -> bool:
    """Whether a home consumes a natural resource on a visit."""
    return faces[at.FACE_SIZE * (face | at.HOME) + at.VISIT_COST] & at.NATURAL != 0


def wanted_home(view: vec[i64], base: i64, faces: vec[i64], model: i64, face: i64) -> bool:
    """Whether this card should show its home side: wanted by the model, or making a resource nothing else makes yet."""
    if face & at.HOME:
        return False
    if model:
        return is_in_model(model, face & ~at.UPGRADED | at.HOME)
    return uses_natural(faces, face) and not is_produced(
        view, base, faces, faces[at.FACE_SIZE * (face | at.HOME) + at.VISIT_SHIFT]
    )


def is_in_model(model: i64, face: i64) -> bool:
    found = False
    for place in range(at.PLACES):
        if (model >> (at.FACE_BITS * place)) & at.FACE == face:
            found = True
    return found


def is_produced(view: vec[i64], base: i64, faces: vec[i64], die: i64) -> bool:
    """Whether a built home or a flipped card makes this domestic resource."""
    placed = view[base + at.PLACED]
    while placed:
        face = placed & at.FACE
        if face & at.HOME and faces[at.FACE_SIZE * face + at.VISIT_SHIFT] == die:
            return True
        placed >>= at.FACE_BITS
    for index in range(at.PILE_MOST):
        face = view[base + at.CARDS + index] & at.FACE
        if face & at.HOME and face < at.NEIGHBOUR_FACE and faces[at.FACE_SIZE * face + at.VISIT_SHIFT] == die:
            return True
    return False


# ---- draft and neighbour ------------------------------------------------------------------------------


def pair_value(view: vec[i64], seat: i64, faces: vec[i64], pair: i64) -> float:
    """Score a draft pair: new sources and new homes first."""
    own = at.OPEN_SIZE + at.OWN_SIZE * seat
    hand = view[own + at.HAND]
    lower = card_in(hand, at.PAIR_LOWER[pair]) & at.FACE
    upper = card_in(hand, at.PAIR_UPPER[pair]) & at.FACE
    value = novelty(view, own, faces, lower) + novelty(view, own, faces, upper)
    if faces[at.FACE_SIZE * lower + at.GAIN_SHIFT] == faces[at.FACE_SIZE * upper + at.GAIN_SHIFT]:
        value -= 1.0
    return value


def novelty(view: vec[i64], own: i64, faces: vec[i64], face: i64) -> float:
    """Score a face: the fewer cards share its source the better; homes that consume natural resources score extra."""
    value = 0.5 if uses_natural(faces, face) else 0.0
    for index in range(at.CARDS_EACH):
        other = kept_card(view, own, index) & at.FACE
        if other and faces[at.FACE_SIZE * other + at.GAIN_SHIFT] == faces[at.FACE_SIZE * face + at.GAIN_SHIFT]:
            value -= 0.5
    return value


def neighbour_value(view: vec[i64], base: i64, edges: vec[i64], number: i64) -> float:
    """Prefer stealing what is short, and giving what is surplus or forces the victim to build."""
    edge = at.EDGE_SIZE * (view[base + at.CARDS + view[base + at.TOP]] & 3)
    if number < at.HIT:
        return 0.6 if bit(number) == at.UPGRADE else 0.0
    first = at.SHOT if number >= at.SHOT else at.HIT
    victim = at.SEAT + at.SEAT_SIZE * ((number - first) >> 2)
    shift = at.DIE_BITS * ((number - first) & 3)
    mine = (view[base + at.DICE] >> shift) & at.DIE
    theirs = (view[victim + at.DICE] >> shift) & at.DIE
    most = edges[edge + at.EDGE_AMOUNT]
    if number >= at.SHOT:
        shot = edges[edge + at.EDGE_SHOT]
        if shot != at.RAID:
            return 1.5 if shot == at.LONG_VISIT else 0.8
        most = at.RAIDED
    elif edges[edge + at.EDGE_GIVES]:
        return 0.4 * float(mine - ENOUGH) + (1.0 if theirs + most >= at.DIE_MOST else 0.0)
    moved = theirs if theirs < most else most
    room = at.DIE_MOST - 1 - mine
    return float(moved if moved < room else room)
