"""Points on the packed state: a round's scoring, colour cards, birdhouses, tasks, and the winners."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.tree import has_row, has_triangle, most_of_a_colour
from domik.kernel.game import AWAITED, bit, count


def score_colour(numbers: vec[i64], seats: i64, config: Config, colour: i64, kind: i64) -> None:
    """Add every seat's points for one colour (TH-45, TH-60, TH-65)."""
    if kind == at.NOTHING or (config.young and kind != at.PLAIN):
        return
    if kind == at.MOST or kind == at.FEWEST:
        seat = sole_leader(numbers, seats, colour, kind == at.MOST)
        if seat >= 0:
            base = at.SEAT + at.SEAT_SIZE * seat
            rooms = count(numbers[base + at.ROOMS + colour])
            numbers[base + at.SCORE] += config.most_a_room * rooms if kind == at.MOST else config.fewest_flat
        return
    base = at.SEAT
    for _seat in range(seats):  # a bare `_` would be boxed
        n = count(numbers[base + at.ROOMS + colour])
        numbers[base + at.SCORE] += n + n if kind == at.DOUBLE else n
        base += at.SEAT_SIZE


def sole_leader(numbers: vec[i64], seats: i64, colour: i64, most: bool) -> i64:
    """The seat with strictly the most (or fewest) rooms of a colour, -1 on a tie (TH-50, TH-65)."""
    best: i64 = -1
    extreme: i64 = 0
    base: i64 = at.SEAT
    for seat in range(seats):
        n = count(numbers[base + at.ROOMS + colour])
        if seat == 0 or (n > extreme if most else n < extreme):
            extreme = n
            best = seat
        elif n == extreme:
            best = -1
        base += at.SEAT_SIZE
    return best


def end_game(numbers: vec[i64], seats: i64, config: Config) -> None:
    """Score colour cards (TH-50), birdhouses (TH-61) and tasks (TH-62), and determine the winners (TH-51)."""
    cards: i64 = 0  # eight bits a seat: how many colour cards it has
    for colour in range(at.COLOURS):
        owner = sole_leader(numbers, seats, colour, True)
        if owner >= 0:
            base = at.SEAT + at.SEAT_SIZE * owner
            numbers[base + at.SCORE] += count(numbers[base + at.ROOMS + colour])
            cards += bit(8 * owner)
    for seat in range(seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        if numbers[base + at.BIRDHOUSE]:
            numbers[base + at.SCORE] -= 1
        if config.secret_tasks:
            task = numbers[at.OPEN_SIZE + at.OWN_SIZE * seat + at.TASK]
            numbers[base + at.SHOWN_TASK] = task
            numbers[base + at.SCORE] += task_points(numbers, base, config.tasks, at.TASK_SIZE * (task - 1))
    numbers[at.PHASE] = at.OVER
    numbers[AWAITED] = 0
    numbers[at.WINNERS] = best_seats(numbers, seats, config.nk, cards)


def task_points(numbers: vec[i64], base: i64, tasks: vec[i64], k: i64) -> i64:
    """Points of the task at tasks[k]; each of its two patterns scores at most once (TH-62)."""
    points: i64 = 0
    if has_row(numbers, base, tasks[k], tasks[k + 1], tasks[k + 2]):
        points += tasks[k + 3]
    if has_triangle(numbers, base, tasks[k + 4], tasks[k + 5], tasks[k + 6]):
        points += tasks[k + 7]
    return points


def best_seats(numbers: vec[i64], seats: i64, nk: bool, cards: i64) -> i64:
    """Mask of the winners: most points, then the biggest colour group (original) or most colour cards (nk; TH-51)."""
    winners: i64 = 0
    most: i64 = 0
    for seat in range(seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        tie_break = (cards >> (8 * seat)) & 0xFF if nk else most_of_a_colour(numbers, base)
        value = 100 * numbers[base + at.SCORE] + tie_break
        if not winners or value > most:
            winners = bit(seat)
            most = value
        elif value == most:
            winners |= bit(seat)
    return winners
