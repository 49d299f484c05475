"""The compiled rules' settings: options and printed values as plain numbers, and the bound on a game's length."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.parts import COLOURS, FURNISHINGS, KIND_IDS, LARGEST, Parts
from domik.games.dream_home.rules.state import BASEMENT, MOST_SEATS, ROUNDS, SECOND, THIRD
from domik.kernel.game import count, to_vec
from domik.kernel.options import ChosenOptions


@final
class Config:
    """Options, and what is printed on rooms, resources and tokens. A resource mask has one bit a resource card."""

    def __init__(self, seats: int, options: ChosenOptions, parts: Parts) -> None:
        ages, kinds, resources, score = options["ages"], parts.kinds, parts.resources, parts.score
        # Options
        self.discards_a_column: bool = seats < MOST_SEATS and not options["gentle"]  # DH-12
        self.car: bool = bool(options["car"])  # DH-65
        # The seat that has the marker first; -1: drawn at random (DH-11)
        self.youngest: i64 = ages[0] if isinstance(ages, tuple) and ages else -1
        # Rooms: the kind and the children of each of the 60 cards
        self.room_kind: vec[i64] = to_vec([room.kind for room in parts.rooms])
        self.children: vec[i64] = to_vec([room.children for room in parts.rooms])
        # Kinds of room: a mask of the cells where one may be laid (DH-22) and its maximum size (DH-23)
        self.zone: vec[i64] = to_vec([BASEMENT if kind.category == "basement" else SECOND | THIRD for kind in kinds])
        self.most: vec[i64] = to_vec([kind.most for kind in kinds])
        # Three for each kind: the points of one, two, three cards (DH-60)
        self.points: vec[i64] = to_vec([n for kind in kinds for n in (*kind.points, *[0] * LARGEST)[:LARGEST]])
        self.beside: vec[i64] = to_vec([kind.beside for kind in kinds])  # the kind that earns points, or -1 (DH-26)
        self.beside_points: vec[i64] = to_vec([kind.beside_points for kind in kinds])  # its points beside that one
        # Furnishings: for each resource a mask of kinds (DH-31); the points of each resource, and last the car's
        goes_in = [parts.goes_in(resource) for resource in resources]
        self.goes_in: vec[i64] = to_vec(goes_in)
        self.token_points: vec[i64] = to_vec([parts.token_points(number) for number in range(len(resources) + 1)])
        self.indoors: i64 = sum([1 << number for number, mask in enumerate(goes_in) if mask])
        self.garden: i64 = parts.mask(*FURNISHINGS) & ~self.indoors  # those that go beside the house (DH-33)
        # Roofs
        self.roofs: vec[i64] = to_vec([parts.mask(colour) for colour in COLOURS])  # for each colour, a mask
        self.colours: i64 = len(COLOURS)
        self.all_roofs: i64 = parts.mask(*COLOURS)
        self.windows: i64 = sum([1 << number for number, card in enumerate(resources) if card.window])  # DH-63
        # Tools and helpers: masks
        self.drills: i64 = parts.mask("drill")
        self.hammers: i64 = parts.mask("jackhammer")
        self.mixers: i64 = parts.mask("mixer")
        self.scaffolds: i64 = parts.mask("scaffolding")
        self.designers: i64 = parts.mask("designer")
        self.roofers: i64 = parts.mask("roofer")
        self.couriers: i64 = parts.mask("courier")
        self.handymen: i64 = parts.mask("handyman")
        self.architects: i64 = parts.mask("architect")
        # The score sheet
        self.one_colour: i64 = score["one_colour"]  # a roof of four cards (DH-63)
        self.mixed: i64 = score["mixed"]
        self.window: i64 = score["window"]
        self.comfort: i64 = score["comfort"]  # each of the two bonuses (DH-62), and with an architect (DH-55)
        self.architect_comfort: i64 = score["architect_comfort"]
        self.architect_empty: i64 = score["architect_empty"]  # an empty room with an architect (DH-55)
        self.designer: i64 = score["designer"]  # added for each furnishing (DH-50)
        # Kinds that the rules refer to by name
        self.bathroom: i64 = KIND_IDS.index("bathroom")
        self.kitchen: i64 = KIND_IDS.index("kitchen")
        self.bedroom: i64 = KIND_IDS.index("bedroom")
        self.garage: i64 = KIND_IDS.index("garage")


def most_actions(seats: i64, config: Config) -> i64:
    """An upper bound: every decision a round can ask for, plus once each card that brings decisions of its own."""
    hammers = count(config.hammers)
    a_round = 2 * seats + (hammers if hammers < seats else seats)
    if config.discards_a_column:
        a_round += 1
    exchanges = count(config.drills) + count(config.couriers)
    most = ROUNDS * a_round + count(config.indoors | config.scaffolds | config.mixers | config.roofers)
    most += 2 * exchanges + 2 * count(config.handymen)
    if config.car:  # asked once for a garage, and again only after an exchange broke one up
        most += seats + exchanges
    return most
