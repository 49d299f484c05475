"""Beside the cabin: peace points with their reasons, goals, the others."""

from __future__ import annotations

from domik.games.cabin.page.moment import Key, Moment
from domik.games.cabin.page.picture_card import mini
from domik.games.cabin.page.picture_side import goals, plate, points_panel, progress_of, seat_state, stock
from domik.games.cabin.rules.reading import model_of, places_of
from domik.games.cabin.rules.scenarios import Scenario, judged, stars
from domik.games.cabin.rules.scoring import is_left_out, scenario_of
from domik.games.cabin.rules.state import *
from domik.kernel.drawing import Drawing
from domik.kernel.phrase import Phrase
from domik.kernel.tally import half


def draw_side(moment: Moment, drawing: Drawing) -> None:
    """The side area."""
    pen, cells, me = moment.pen, drawing.cells, moment.me
    cells["own-who"] = plate(pen, me, moment.players[me], 24)
    cells["own-state"] = state_of(moment, me)
    nothing = moment.is_over and is_left_out(moment.match, moment.view, me)
    cells["points"] = points_panel(pen, moment.box, moment.mine[LEFT], moment.mine[DICE], nothing)
    scenario = scenario_of(moment.match)
    if scenario is not None:
        draw_goals(moment, drawing, scenario)
    for seat in range(moment.seats):
        if seat != me:
            draw_rival(moment, drawing, seat)


def state_of(moment: Moment, seat: int) -> str:
    """What a seat is doing, or that it won."""
    won = moment.is_over and moment.seats > 1 and bool(int(moment.numbers[WINNERS]) >> seat & 1)
    acting = bool(moment.awaited >> seat & 1)
    return seat_state(moment.pen, moment.blocks[seat][STAGE], acting, moment.drafts, won)


def draw_rival(moment: Moment, drawing: Drawing, seat: int) -> None:
    """One rival's panel: their cabin small, and what everybody may know of them."""
    pen, box, cells, block = moment.pen, moment.box, drawing.cells, moment.blocks[seat]
    player = moment.players[seat]
    faces = places_of(block[PLACED])
    cells[f"who-{seat}"] = plate(pen, seat, player, 22)
    cells[f"points-{seat}"] = half_of(moment, seat)
    cells[f"state-{seat}"] = state_of(moment, seat)
    card = moment.hand(seat) & FACE
    month = min(MONTHS + 1 - block[LEFT], MONTHS)
    built = sum(1 for face in faces if face)
    cells[f"far-{seat}"] = progress_of(pen, built, month, box.name(pen, card) if card else "")
    cells[f"stock-{seat}"] = stock(pen, block[DICE])
    words = pen.say(Phrase("draw.enlarge", {"name": player.name}))
    cells[f"look-{seat}"] = (
        f'<button type="button" class="enlarge" data-enlarge="map-{seat}" aria-label="{words}">'
        f"{pen.icon('maximize-2', 13)}</button>"
    )
    for place, face in enumerate(faces):
        cells[f"mini-{seat}-{place + 1}"] = mini(pen, box, face, place)


def half_of(moment: Moment, seat: int) -> str:
    """A seat's points as people write them."""
    if moment.is_over and is_left_out(moment.match, moment.view, seat):
        return "0"
    return half(moment.score(seat))


def draw_goals(moment: Moment, drawing: Drawing, scenario: Scenario) -> None:
    """The scenario's conditions as they stand now (CC-43)."""
    faces = places_of(moment.mine[PLACED])
    month = MONTHS + 1 - moment.mine[LEFT]
    points = moment.score(moment.me)
    verdict = judged(scenario, list(faces), month, points)
    finished = moment.stage >= LIVES
    over = moment.is_over
    model = model_of(moment.match, moment.view)
    differs = any(face and face & ~UPGRADED != wanted for face, wanted in zip(faces, model, strict=False))
    state: Key = (
        1 if verdict.full and verdict.in_time else -1 if finished or not verdict.in_time else 0,
        1 if verdict.required else -1 if finished else 0,
        (1 if finished else 0) if verdict.forbidden else -1,
        1 if verdict.copied else -1 if finished or differs else 0,
    )
    drawing.cells["goals"] = goals(
        moment.pen, moment.box, scenario.id, state, stars(scenario, verdict) if over else 0, points
    )
