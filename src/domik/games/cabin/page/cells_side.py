"""The side area: peace points with their reasons, scenario goals, and the other players."""

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.context import BoardContext, CachedParts, Key
from domik.games.cabin.page.picture_card import small_location
from domik.games.cabin.page.picture_side import goals, plate, points_panel, progress_of, seat_state, stock
from domik.games.cabin.rules.parts import Scenario, judge_scenario, star_count
from domik.games.cabin.rules.reading import model_of
from domik.games.cabin.rules.scoring import is_left_out, scenario_of
from domik.games.cabin.rules.state import LIVES, MONTHS, PLACES, UPGRADED
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.tally import format_halves


def draw_side(context: BoardContext, drawing: Drawing) -> None:
    sheets, pen, me = drawing.fragments, context.pen, context.me
    sheets["own-seat"] = own_seat(pen, me, context.players[me], state_of(context, me))
    nothing = context.is_over and is_left_out(context.match, context.view, me)
    sheets["points"] = own_points(pen, context.cached_parts, context.mine.left, context.mine.dice, nothing)
    scenario = scenario_of(context.match)
    if scenario is not None:
        sheets["goals"] = draw_goals(context, scenario)
    for seat in range(context.seats):
        if seat != me:
            draw_rival(context, drawing, seat)


@lru_cache(maxsize=256)
def own_seat(pen: Pen, seat: int, player: PlayerInfo, state: str) -> Fragment:
    return Fragment({"own-who": plate(pen, seat, player, 24), "own-state": state})


@lru_cache(maxsize=256)
def own_points(pen: Pen, box: CachedParts, left: int, dice: Key, nothing: bool) -> Fragment:
    """The viewer's points, reason by reason."""
    return Fragment({"points": points_panel(pen, box, left, dice, nothing)})


def state_of(context: BoardContext, seat: int) -> str:
    """Status text of a seat."""
    won = context.is_over and context.seats > 1 and bool(context.match.game.winners(context.numbers) >> seat & 1)
    acting = bool(context.awaited >> seat & 1)
    return seat_state(context.pen, context.each[seat].stage, acting, context.drafts, won)


def draw_rival(context: BoardContext, drawing: Drawing, seat: int) -> None:
    """One rival's panel: a small map of their cabin and everything public about them."""
    pen, box, sheets, shown = context.pen, context.cached_parts, drawing.fragments, context.each[seat]
    sheets[f"rival-{seat}"] = rival_seat(
        pen, seat, context.players[seat], points_text(context, seat), state_of(context, seat)
    )
    built = PLACES - shown.places.count(0)
    sheets[f"far-{seat}"] = rival_progress(pen, box, seat, built, min(shown.month(), MONTHS), context.hand(seat))
    sheets[f"stock-{seat}"] = rival_stock(pen, seat, shown.dice)
    sheets[f"map-{seat}"] = small_map(pen, box, seat, shown.places)


@lru_cache(maxsize=256)
def rival_seat(pen: Pen, seat: int, player: PlayerInfo, points: str, state: str) -> Fragment:
    words = pen.say(Phrase("draw.enlarge", {"name": player.name}))
    cells = {
        f"who-{seat}": plate(pen, seat, player, 22),
        f"points-{seat}": points,
        f"state-{seat}": state,
        f"look-{seat}": (
            f'<button type="button" class="enlarge" data-enlarge="map-{seat}" aria-label="{words}">'
            f"{pen.icon('maximize-2', 13)}</button>"
        ),
    }
    return Fragment(cells)


@lru_cache(maxsize=256)
def rival_progress(pen: Pen, box: CachedParts, seat: int, built: int, month: int, card: int) -> Fragment:
    return Fragment({f"far-{seat}": progress_of(pen, built, month, box.name(pen, card) if card else "")})


@lru_cache(maxsize=256)
def rival_stock(pen: Pen, seat: int, dice: Key) -> Fragment:
    return Fragment({f"stock-{seat}": stock(pen, dice)})


@lru_cache(maxsize=256)
def small_map(pen: Pen, box: CachedParts, seat: int, places: Key) -> Fragment:
    return Fragment(
        {f"mini-{seat}-{place + 1}": small_location(pen, box, seat, face, place) for place, face in enumerate(places)}
    )


def points_text(context: BoardContext, seat: int) -> str:
    """A seat's points as displayed: halved, with fractions."""
    if context.is_over and is_left_out(context.match, context.view, seat):
        return "0"
    return format_halves(context.score(seat))


def draw_goals(context: BoardContext, scenario: Scenario) -> Fragment:
    """The scenario's conditions as they stand now (CC-43)."""
    faces = context.mine.places
    points = context.score(context.me)
    verdict = judge_scenario(scenario, faces, context.mine.month(), points)
    finished = context.stage >= LIVES
    model = model_of(context.match, context.view)
    differs = any(face and face & ~UPGRADED != wanted for face, wanted in zip(faces, model, strict=False))
    state: Key = (
        1 if verdict.full and verdict.in_time else -1 if finished or not verdict.in_time else 0,
        1 if verdict.required else -1 if finished else 0,
        (1 if finished else 0) if verdict.forbidden else -1,
        1 if verdict.copied else -1 if finished or differs else 0,
    )
    reached = star_count(scenario, verdict) if context.is_over else 0
    return Fragment({"goals": goals(context.pen, context.cached_parts, scenario.id, state, reached, points)})
