"""Build a game's Config from its options and components."""

from __future__ import annotations

from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.parts import COLOURS, FURNISHINGS, KIND_IDS, LARGEST, Parts
from domik.games.dream_home.rules.state import BASEMENT, MOST_SEATS, SECOND, THIRD
from domik.kernel.options import ChosenOptions


def build_config(seats: int, options: ChosenOptions, parts: Parts) -> Config:
    ages, kinds, rooms, resources, score = options["ages"], parts.kinds, parts.rooms, parts.resources, parts.score
    goes_in = [parts.goes_in(resource) for resource in resources]
    indoors = sum(1 << number for number, mask in enumerate(goes_in) if mask)
    return Config(
        discards_a_column=seats < MOST_SEATS and not options["gentle"],
        car=bool(options["car"]),
        youngest=ages[0] if isinstance(ages, tuple) and ages else -1,
        room_kind=[room.kind for room in rooms],
        children=[room.children for room in rooms],
        zone=[BASEMENT if kind.category == "basement" else SECOND | THIRD for kind in kinds],
        most=[kind.most for kind in kinds],
        points=[points for kind in kinds for points in (*kind.points, *[0] * LARGEST)[:LARGEST]],
        beside=[kind.beside for kind in kinds],
        beside_points=[kind.beside_points for kind in kinds],
        goes_in=goes_in,
        token_points=[parts.token_points(number) for number in range(len(resources) + 1)],
        roofs=[parts.mask(colour) for colour in COLOURS],
        windows=sum(1 << number for number, resource in enumerate(resources) if resource.window),
        indoors=indoors,
        garden=parts.mask(*FURNISHINGS) & ~indoors,
        drills=parts.mask("drill"),
        hammers=parts.mask("jackhammer"),
        mixers=parts.mask("mixer"),
        scaffolds=parts.mask("scaffolding"),
        designers=parts.mask("designer"),
        roofers=parts.mask("roofer"),
        couriers=parts.mask("courier"),
        handymen=parts.mask("handyman"),
        architects=parts.mask("architect"),
        one_colour=score["one_colour"],
        mixed=score["mixed"],
        window=score["window"],
        comfort=score["comfort"],
        architect_comfort=score["architect_comfort"],
        architect_empty=score["architect_empty"],
        designer=score["designer"],
        bathroom=KIND_IDS.index("bathroom"),
        kitchen=KIND_IDS.index("kitchen"),
        bedroom=KIND_IDS.index("bedroom"),
        garage=KIND_IDS.index("garage"),
    )
