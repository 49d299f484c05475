"""The printed cards as the rules read them: plain numbers and masks, made once from the component file."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.state import *
from domik.kernel.game import count


@final
class Cards:
    """What is printed on rooms, resources and tokens. A resource mask has one bit a resource card."""

    def __init__(
        self,
        room_kind: vec[i64],
        children: vec[i64],
        zone: vec[i64],
        most: vec[i64],
        points: vec[i64],
        beside: vec[i64],
        goes_in: vec[i64],
        token_points: vec[i64],
        roofs: vec[i64],
        resources: vec[i64],
        worth: vec[i64],
    ) -> None:
        # Rooms: the kind and the children of each of the 60 cards
        self.room_kind: vec[i64] = room_kind
        self.children: vec[i64] = children
        # Kinds of room: where they go (DH-22), maximum size (DH-23), points of 1, 2, 3 cards (DH-60)
        self.zone: vec[i64] = zone
        self.most: vec[i64] = most
        self.points: vec[i64] = points  # three a kind
        self.beside: vec[i64] = beside  # two a kind: the kind it wants beside it, or -1, and its points then (DH-26)
        # Furnishings: a mask of kinds for each resource (DH-31), and the points of each token, the car's last
        self.goes_in: vec[i64] = goes_in
        self.token_points: vec[i64] = token_points
        # Roofs: a mask of resources for each colour, and those with a window last (DH-63)
        self.roofs: vec[i64] = roofs
        self.colours: i64 = len(roofs) - 1
        self.windows: i64 = roofs[len(roofs) - 1]
        self.all_roofs: i64 = 0
        for colour in range(len(roofs) - 1):
            self.all_roofs |= roofs[colour]
        # Everything else: masks of resources
        self.indoors: i64 = resources[0]  # furnishings that stand in a room
        self.garden: i64 = resources[1]  # those beside the house (DH-33)
        self.drills: i64 = resources[2]
        self.hammers: i64 = resources[3]
        self.mixers: i64 = resources[4]
        self.scaffolds: i64 = resources[5]
        self.designers: i64 = resources[6]
        self.roofers: i64 = resources[7]
        self.couriers: i64 = resources[8]
        self.handymen: i64 = resources[9]
        self.architects: i64 = resources[10]
        # What the score sheet says
        self.one_colour: i64 = worth[0]
        self.mixed: i64 = worth[1]
        self.window: i64 = worth[2]
        self.comfort: i64 = worth[3]
        self.architect_comfort: i64 = worth[4]
        self.architect_empty: i64 = worth[5]
        self.designer: i64 = worth[6]
        # The kinds that the rules call by name
        self.bathroom: i64 = worth[7]
        self.kitchen: i64 = worth[8]
        self.bedroom: i64 = worth[9]
        self.garage: i64 = worth[10]


def most_actions(seats: i64, discards_a_column: bool, car: bool, cards: Cards) -> i64:
    """A bound: what every round may ask, and every card that brings decisions of its own, once."""
    hammers = count(cards.hammers)
    a_round = 2 * seats + (hammers if hammers < seats else seats)
    if discards_a_column:
        a_round += 1
    exchanges = count(cards.drills) + count(cards.couriers)
    most = ROUNDS * a_round + count(cards.indoors | cards.scaffolds | cards.mixers | cards.roofers)
    most += 2 * exchanges + 2 * count(cards.handymen)
    if car:  # asked once a garage, and again only after an exchange broke one up
        most += seats + exchanges
    return most
