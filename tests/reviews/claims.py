"""What every reason claims, by game: held against the position before and after the move.

Moves are played by the rules and points read from the tally; what the reasons computed on copies is not asked again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from domik.games.bower.rules import reading as bower
from domik.games.bower.rules import state as bower_state
from domik.games.bower.rules.parts import SURFACE_NAMES
from domik.games.bower.rules.phrases import goal_phrase, surface_phrase
from domik.games.cabin.rules import reading as cabin
from domik.games.cabin.rules import state as cabin_state
from domik.games.cabin.rules.phrases import points_phrase, resource_phrase
from domik.games.dream_home.rules import reading as home
from domik.games.dream_home.rules import state as home_state
from domik.games.treehouse.rules import phrases as tree_phrases
from domik.games.treehouse.rules import reading as tree
from domik.games.treehouse.rules import state as tree_state
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import State
from tests.conformance.tables import actions_of


class Said:
    """One reason for one move, with the states before and after the move."""

    def __init__(self, match: Match, before: State, seat: int, action: int, phrase: Phrase) -> None:
        self.match: Any = match  # of any of the four games: each check knows its own
        self.before, self.seat, self.action, self.phrase = before, seat, action, phrase
        self.number = action.bit_length() - 1
        self.n = phrase.args.get("n")
        self.after = before.copy()
        self.after.play(seat, action)

    def points(self, state: State) -> float:
        """The seat's points so far, by the tally, which reads the rules a second time; roofs come up at the end."""
        lines = [line for line in self.match.tally(state.view()) if line.clause != "DH-63"]
        return float(sum(line.points for line in lines if line.seat == self.seat))

    def names(self, name: str, phrase: object) -> bool:
        return str(self.phrase.args[name]) == str(phrase)


# ---- Treehouse ------------------------------------------------------------------------------------------


def own_tree(said: Said, state: State, seat: int | None = None) -> tree.Tree:
    return tree.tree_of(state.view(said.seat), said.seat if seat is None else seat)


def colour_counts(said: Said, state: State, seat: int) -> Counter[int]:
    return Counter(tree.colour_of(room) for room in own_tree(said, state, seat).rooms().values())


def picked_colour(said: Said) -> int:
    return tree.colour_of(tree.hand_of(said.before.view(said.seat))[said.number])


def places_after_picks(said: Said) -> int | None:
    """The places that the rules offer once everybody has picked; None where the game went on by itself."""
    state = said.after.copy()
    while tree.phase_of(state.view(0)) == tree_state.PICK and int(state.awaited_seats()):
        who = (int(state.awaited_seats()) & -int(state.awaited_seats())).bit_length() - 1
        state.play(who, int(state.legal(who)) & -int(state.legal(who)))
    if tree.phase_of(state.view(0)) != tree_state.PLACE or not int(state.awaited_seats()) >> said.seat & 1:
        return None
    return (int(state.legal(said.seat)) & ~tree_state.DISCARD).bit_count()


def others_most(said: Said, colour: int) -> int:
    seats = [who for who in range(said.match.seats) if who != said.seat]
    return max(colour_counts(said, said.before, who)[colour] for who in seats)


def leads(said: Said) -> bool:
    colour = picked_colour(said)
    mine = colour_counts(said, said.before, said.seat)[colour] + 1
    return said.n == mine and mine > others_most(said, colour)


def is_level(said: Said) -> bool:
    colour = picked_colour(said)
    mine = colour_counts(said, said.before, said.seat)[colour] + 1
    return said.n == mine == others_most(said, colour)


def is_strongest(said: Said) -> bool:
    counts = colour_counts(said, said.before, said.seat)
    counts[picked_colour(said)] += 1
    most = max(counts.values())
    return said.n == most and [colour for colour, n in counts.items() if n == most] == [picked_colour(said)]


def would_lead_next(said: Said) -> bool:
    """Played on, the hand comes to a seat that would have strictly the most with this room, and no other is in it."""
    hand, colour = tree.hand_of(said.before.view(said.seat)), picked_colour(said)
    follower = (said.seat + 1) % said.match.seats
    counts = {who: colour_counts(said, said.before, who)[colour] for who in range(said.match.seats)}
    counts[follower] += 1
    is_passed = tree.turn_of(said.before.view(said.seat)) + 1 < tree_state.TURNS
    is_only = [tree.colour_of(room) for room in hand].count(colour) == 1
    has_place = any(
        abs(own_tree(said, said.before, follower).balance() + tree.side_of_place(place)) <= 1
        for place in supported(said, said.before, follower)
        if touches_colour(said, follower, place, colour)
    )
    leads = all(counts[follower] > n for who, n in counts.items() if who != follower)
    return is_passed and is_only and has_place and leads


def touches_colour(said: Said, seat: int, place: tree.Place, colour: int) -> bool:
    """Beside a room of that colour, or anywhere while the tree has none (TH-32)."""
    same = {
        where for where, room in own_tree(said, said.before, seat).rooms().items() if tree.colour_of(room) == colour
    }
    return not same or bool(same & set(tree.adjacent_places(place)))


def can_still_grow(said: Said) -> bool:
    """A supported place beside a room of that colour which keeps the marker on its spots (TH-31 to TH-33)."""
    own = own_tree(said, said.after)
    rooms, balance = own.rooms(), own.balance()
    wanted = next(one for one in range(tree_state.COLOURS) if said.names("colour", tree_phrases.colour_phrase(one)))
    near = {other for place, room in rooms.items() if tree.colour_of(room) == wanted
            for other in tree.adjacent_places(place)}  # fmt: skip
    return any(abs(balance + tree.side_of_place(place)) <= 1 for place in near & supported(said, said.after))


def built_place(said: Said) -> tree.Place:
    place = tree.place_at(said.action)
    assert place is not None
    return place


def touches(said: Said) -> bool:
    rooms, place = own_tree(said, said.after).rooms(), built_place(said)
    near = [other for other in rooms if other in tree.adjacent_places(place)]
    return said.n == sum(tree.colour_of(rooms[other]) == tree.colour_of(rooms[place]) for other in near)


def supported(said: Said, state: State, seat: int | None = None) -> set[tree.Place]:
    filled = own_tree(said, state, seat).filled_places()
    return {place for place in tree.PLACES if place not in filled and set(tree.places_below(place)) <= filled}


def opens(said: Said) -> bool:
    return said.n == len(supported(said, said.after) - supported(said, said.before))


def colour_points(said: Said, kind: int, colour: int, seat: int) -> int:
    """A seat's points for a colour with a change card on it (TH-45, TH-65)."""
    counts = [colour_counts(said, said.before, who)[colour] for who in range(said.match.seats)]
    mine, rest = counts[seat], [n for who, n in enumerate(counts) if who != seat]
    config = said.match.game.config
    return {
        tree_state.NOTHING: 0,
        tree_state.DOUBLE: 2 * mine,
        tree_state.PLAIN: mine,
        tree_state.MOST: int(config.most_a_room) * mine if all(mine > n for n in rest) else 0,
        tree_state.FEWEST: int(config.fewest_flat) if all(mine < n for n in rest) else 0,
    }[kind]


def relative_gain(said: Said, action: int) -> float:
    """What a change card brings the seat more than the others on average, on its best colour while it is only taken."""
    view, number = said.before.view(said.seat), action.bit_length() - 1
    taking = tree.phase_of(view) == tree_state.TAKE
    kind = number if taking else tree.taken_kind(view, said.seat)
    found = []
    for colour in range(tree_state.COLOURS) if taking else [number]:
        gains = [
            colour_points(said, kind, colour, who)
            - (0 if kind == tree_state.PLAIN else colour_counts(said, said.before, who)[colour])
            for who in range(said.match.seats)
        ]
        mine = gains.pop(said.seat)
        found.append(mine - sum(gains) / len(gains))
    return max(found)


def is_worth(said: Said) -> bool:
    return round(relative_gain(said, said.action)) == said.n


def others_are_helped_more(said: Said) -> bool:
    rest = [action for action in actions_of(int(said.before.legal(said.seat))) if action != said.action]
    return all(relative_gain(said, action) < relative_gain(said, said.action) for action in rest)


# ---- Dream Home -----------------------------------------------------------------------------------------


def is_furnished_or_fits(said: Said) -> bool:
    """A furnishing that comes with a column finds a room in some order of laying, or lies in the garden."""
    view = said.before.view(said.seat)
    resource = home.market_resources(view)[said.number]
    assert resource is not None
    if not int(home.config_of(said.match).goes_in[resource]):
        return True
    for state in (said.after, *(after for _, after in iter_room_lays(said))):
        if int(state.legal(said.seat)) & ~home_state.PUT_AWAY & -(1 << home_state.TARGET):
            return True
    return False


def iter_room_lays(said: Said) -> Iterator[tuple[int, State]]:
    """The actions that lay the room face up after a column was taken, and what follows."""
    if not int(said.after.awaited_seats()) >> said.seat & 1:
        return
    for action in actions_of(int(said.after.legal(said.seat))):
        if home.phase_name(said.after.view(said.seat)) == "lay" and action < 1 << home_state.DOWN:
            after = said.after.copy()
            after.play(said.seat, action)
            yield action, after


def best_room_points(said: Said) -> bool | None:
    view = said.before.view(said.seat)
    resource = home.market_resources(view)[said.number]
    if resource is not None and said.match.parts.resources[resource].sort not in ("roof",):
        return None  # what comes with the room is placed or changes its points
    gains = [said.points(after) - said.points(said.after) for _, after in iter_room_lays(said)]
    return not gains or max(gains) == said.n


def market_resource(said: Said) -> str:
    """The sort of the resource over the column that is taken."""
    resource = home.market_resources(said.before.view(said.seat))[said.number]
    assert resource is not None
    sort: str = said.match.parts.resources[resource].sort
    return sort


def is_of_use_later(said: Said) -> bool:
    """A tool or helper that is kept; of a designer or architect, a second one adds nothing (DH-34, DH-45)."""
    resource = home.market_resources(said.before.view(said.seat))[said.number]
    assert resource is not None
    card = said.match.parts.resources[resource]
    owned = home.house_of(said.match.parts, said.before.view(said.seat), said.seat)
    is_double = card.id in ("designer", "architect") and owned.has(card.id)
    return card.sort in ("tool", "helper") and card.id != "scaffolding" and not is_double


def has_room_to_grow(said: Said, state: State, cell: int) -> bool:
    """A free place beside the room that was laid there, which has not all its cards yet (DH-23)."""
    house = home.house_of(said.match.parts, state.view(said.seat), said.seat)
    place = home.place_at(cell)
    kind = house.kind_at(place)
    assert kind is not None
    room, floor = house.whole_room(place), place[0]
    ends = [(floor, room[0][1] - 1), (floor, room[-1][1] + 1)]
    is_free = any(end not in house.cards for end in ends if end in home.places_of(home_state.BOARD))
    return is_free and len(room) < len([points for points in said.match.parts.kinds[kind].points if points is not None])


def may_grow_somewhere(said: Said) -> bool:
    return any(has_room_to_grow(said, after, action.bit_length() - 1) for action, after in iter_room_lays(said))


def iter_face_up(said: Said) -> Iterator[int]:
    """The actions that would lay the same room face up."""
    return (action for action in actions_of(int(said.before.legal(said.seat))) if action < 1 << home_state.DOWN)


def fits_nowhere(said: Said) -> bool:
    """The rules offer no cell for the furnishing (DH-31)."""
    return not int(said.before.legal(said.seat)) & ~home_state.PUT_AWAY & -(1 << home_state.TARGET)


# ---- Cozy Cabin -----------------------------------------------------------------------------------------


def own_cabin(said: Said, state: State) -> cabin.CabinSeat:
    return cabin.seat_of(state.view(said.seat), said.seat)


def best_life(said: Said, state: State) -> int:
    """The most points of the seat over every start of every year that is left."""
    if own_cabin(said, state).stage != cabin_state.LIVES or not int(state.awaited_seats()) >> said.seat & 1:
        return own_cabin(said, state).points
    found = []
    for action in actions_of(int(state.legal(said.seat))):
        after = state.copy()
        after.play(said.seat, action)
        found.append(best_life(said, after))
    return max(found)


def life_is_best(said: Said) -> bool | None:
    if said.match.options["template"] or said.match.options["scenario"] != "none":
        return None
    wanted = said.phrase.args["points"]
    return str(points_phrase(best_life(said, said.after))) == str(wanted)


def resource_named(said: Said, die: int, name: str = "resource") -> bool:
    return said.names(name, resource_phrase(die))


def raises_die(said: Said) -> bool:
    before, after = own_cabin(said, said.before), own_cabin(said, said.after)
    gives = said.match.parts.side(before.hand).gives
    return after.dice[gives] == said.n and resource_named(said, gives)


def is_lacking(said: Said) -> bool:
    seat = own_cabin(said, said.before)
    gives = said.match.parts.side(seat.hand).gives
    faces = [face for face in (*seat.deck, *seat.aside) if face and face < cabin_state.NEIGHBOUR_FACE]
    return any(said.match.parts.side(face).cost[gives] > seat.dice[gives] for face in faces)


def month_would_fail(said: Said) -> bool | None:
    """Without a build until the month ends, the seat no longer plans (CC-17); None where it must build."""
    state, month = said.before.copy(), own_cabin(said, said.before).month()
    while own_cabin(said, state).month() == month and own_cabin(said, state).stage == cabin_state.PLANS:
        legal = int(state.legal(said.seat)) >> cabin_state.PLACES << cabin_state.PLACES
        if not legal:
            return None
        state.play(said.seat, legal & -legal)
    return own_cabin(said, state).stage != cabin_state.PLANS


def is_complete(said: Said) -> bool:
    seat = own_cabin(said, said.after)
    return all(seat.places) and seat.left == said.n


def names_home(said: Said) -> bool:
    side = said.match.parts.side(own_cabin(said, said.before).hand | cabin_state.HOME)
    return resource_named(said, side.consumes, "consumes") and resource_named(said, side.produces, "gives")


# ---- Bower ----------------------------------------------------------------------------------------------


def nests(said: Said) -> tuple[bower.Nest, bower.Nest, bower.Nest]:
    """The own nest before and after the move, and the other one."""
    match, seat = said.match, said.seat
    before, after = (bower.nest_of(match, state.view(seat), seat) for state in (said.before, said.after))
    return before, after, bower.nest_of(match, said.before.view(seat), 1 - seat)


def fitting(ornaments: Counter[str], goal: str) -> int:
    """Ornaments that count for a goal (BW-30, BW-52, BW-54): its own, white ones, or any colour where it says so."""
    colour, what = goal.split("_", 1)
    names = [name for name in ornaments if name.split("_", 1)[-1] == what and "_" in name]
    return sum(ornaments[name] for name in names if colour == "any" or name.split("_", 1)[0] in (colour, "white"))


def tile_of(said: Said) -> Counter[str]:
    view = said.before.view(said.seat)
    if bower.phase_of(view) == bower_state.CHOOSE:
        tile: int | None = bower.choosable_tiles(view)[said.number // bower_state.TURNS]
    else:
        tile = bower.row_tiles(view)[said.number]
    assert tile is not None
    faces = said.match.parts.tiles[tile].faces
    return Counter([*faces[0].ornaments, *faces[1].ornaments])


def is_wanted(said: Said) -> bool:
    goals = [goal for goal in bower.goals_of(said.before.view(said.seat))[: bower_state.WIDTH] if goal]
    return any(said.names("goal", goal_phrase(goal)) and fitting(tile_of(said), goal) == said.n for goal in goals)


def column_counts(said: Said) -> bool:
    column = said.phrase.args["column"]
    assert isinstance(column, int)
    goal = bower.goals_of(said.before.view(said.seat))[column - 1]
    before, after, theirs = nests(said)
    mine, had, other = (fitting(nest.column(column), goal or "") for nest in (after, before, theirs))
    told = {
        "reason.column_lead": mine > other,
        "reason.one_to_none": (mine, other) == (1, 0),
        "reason.column": mine <= other,
    }
    return mine > had and said.n == mine and said.phrase.args["other"] == other and told[said.phrase.key]


def group_sizes(said: Said) -> bool:
    surface = next(name for name in SURFACE_NAMES if said.names("surface", surface_phrase(name)))
    had, size, other = (max((len(group) for group in nest.groups(surface)), default=0) for nest in nests(said))
    return had < size == said.n and (size > other) == (said.phrase.key == "reason.largest")


def has_third_gem(said: Said) -> bool:
    """Some column or group has three gems and had fewer, also in parts (BW-23)."""

    before, after, _ = nests(said)
    columns = range(1, bower_state.WIDTH + 1)
    if any(before.column(one)["gem"] < 3 <= after.column(one)["gem"] for one in columns):
        return True
    return any(
        after.count(group, "gem") >= 3
        and all(before.count(part, "gem") < 3 for part in before.groups(name) if part <= group)
        for name in SURFACE_NAMES[: bower_state.SURFACES]
        for group in after.groups(name)
    )


Check = Callable[[Said], bool | None]
CHECKS: dict[str, dict[str, Check]] = {
    "treehouse": {
        "reason.no_place": lambda said: not places_after_picks(said),
        "reason.places": lambda said: places_after_picks(said) in (None, said.n),
        "reason.lead": leads,
        "reason.level": is_level,
        "reason.strongest": is_strongest,
        "reason.passed": would_lead_next,
        "reason.keeps": can_still_grow,
        "reason.beside": touches,
        "reason.opens": opens,
        "reason.balance": lambda said: own_tree(said, said.after).balance() == 0,
        "reason.gain": lambda said: is_worth(said) and said.match.seats > 2,
        "reason.gain_two": lambda said: is_worth(said) and said.match.seats == 2,
        "reason.harm": others_are_helped_more,
    },
    "dream_home": {
        "reason.pass": lambda said: said.points(said.after) == said.points(said.before),
        "reason.scaffold": lambda said: bool(
            int(home.free_cells(said.after.view(said.seat), said.seat))
            & ~int(home.free_cells(said.before.view(said.seat), said.seat))
        ),
        "reason.points": lambda said: said.points(said.after) - said.points(said.before) == said.n,
        "reason.room": best_room_points,
        "reason.grows": may_grow_somewhere,
        "reason.first": lambda said: home.next_first_seat(said.after.view(said.seat)) == said.seat,
        "reason.roof": lambda said: market_resource(said) == "roof",
        "reason.kept": is_of_use_later,
        "reason.furnishes": is_furnished_or_fits,
        "reason.no_place": fits_nowhere,
        "reason.empty": lambda said: not any(True for _ in iter_face_up(said)),
        "reason.later": lambda said: has_room_to_grow(said, said.after, said.number),
    },
    "cabin": {
        "reason.life": life_is_best,
        "reason.gain": raises_die,
        "reason.needed": is_lacking,
        "reason.upgrade": lambda said: resource_named(
            said, said.match.parts.side(own_cabin(said, said.before).hand).gives
        ),
        "reason.home": names_home,
        "reason.source": lambda said: resource_named(
            said, said.match.parts.side(own_cabin(said, said.before).hand).gives
        ),
        "reason.month": month_would_fail,
        "reason.finish": is_complete,
    },
    "bower": {
        "reason.wanted": is_wanted,
        "reason.gems": lambda said: tile_of(said)["gem"] == said.n,
        "reason.third_gem": has_third_gem,
        "reason.column": column_counts,
        "reason.column_lead": column_counts,
        "reason.one_to_none": column_counts,
        "reason.group": group_sizes,
        "reason.largest": group_sizes,
    },
}
