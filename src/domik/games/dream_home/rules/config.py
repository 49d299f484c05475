"""The compiled rules' settings: options and printed values as plain numbers, and the bound on a game's length."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.state import ROUNDS
from domik.kernel.game import count, to_vec


@final
class Config:
    """Options, and what is printed on rooms, resources and tokens. A resource mask has one bit a resource card."""

    def __init__(
        self, *, discards_a_column: bool, car: bool, youngest: i64,
        room_kind: list[int], children: list[int],
        zone: list[int], most: list[int], points: list[int], beside: list[int], beside_points: list[int],
        goes_in: list[int], token_points: list[int],
        roofs: list[int], windows: i64, indoors: i64, garden: i64,
        drills: i64, hammers: i64, mixers: i64, scaffolds: i64,
        designers: i64, roofers: i64, couriers: i64, handymen: i64, architects: i64,
        one_colour: i64, mixed: i64, window: i64,
        comfort: i64, architect_comfort: i64, architect_empty: i64, designer: i64,
        bathroom: i64, kitchen: i64, bedroom: i64, garage: i64,
    ) -> None:  # fmt: skip
        # Options
        self.discards_a_column: bool = discards_a_column  # DH-12
        self.car: bool = car  # DH-65
        self.youngest: i64 = youngest  # the seat that has the marker first; -1: drawn at random (DH-11)
        # Rooms: the kind and the children of each of the 60 cards
        self.room_kind: vec[i64] = to_vec(room_kind)
        self.children: vec[i64] = to_vec(children)
        # Kinds of room
        self.zone: vec[i64] = to_vec(zone)  # a mask of the cells where it may be laid (DH-22)
        self.most: vec[i64] = to_vec(most)  # maximum size (DH-23)
        self.points: vec[i64] = to_vec(points)  # three for each kind: of one, two, three cards (DH-60)
        self.beside: vec[i64] = to_vec(beside)  # the kind that earns points beside it, or -1 (DH-26)
        self.beside_points: vec[i64] = to_vec(beside_points)  # its points in that case
        # Furnishings
        self.goes_in: vec[i64] = to_vec(goes_in)  # for each resource, a mask of kinds (DH-31)
        self.token_points: vec[i64] = to_vec(token_points)  # for each resource, and the car's last
        # Roofs
        self.roofs: vec[i64] = to_vec(roofs)  # for each colour, a mask of resources
        self.colours: i64 = len(roofs)
        self.windows: i64 = windows  # those with a window (DH-63)
        self.all_roofs: i64 = 0
        for colour in range(len(roofs)):
            self.all_roofs |= self.roofs[colour]
        # Other resources: masks
        self.indoors: i64 = indoors  # furnishings that go in a room
        self.garden: i64 = garden  # furnishings that go beside the house (DH-33)
        self.drills: i64 = drills
        self.hammers: i64 = hammers
        self.mixers: i64 = mixers
        self.scaffolds: i64 = scaffolds
        self.designers: i64 = designers
        self.roofers: i64 = roofers
        self.couriers: i64 = couriers
        self.handymen: i64 = handymen
        self.architects: i64 = architects
        # The score sheet
        self.one_colour: i64 = one_colour  # a roof of four cards (DH-63)
        self.mixed: i64 = mixed
        self.window: i64 = window
        self.comfort: i64 = comfort  # each of the two bonuses (DH-62), and with an architect (DH-55)
        self.architect_comfort: i64 = architect_comfort
        self.architect_empty: i64 = architect_empty  # an empty room with an architect (DH-55)
        self.designer: i64 = designer  # added for each furnishing (DH-50)
        # Kinds that the rules refer to by name
        self.bathroom: i64 = bathroom
        self.kitchen: i64 = kitchen
        self.bedroom: i64 = bedroom
        self.garage: i64 = garage


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
