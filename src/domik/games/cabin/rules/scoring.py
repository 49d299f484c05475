"""Cozy Cabin's points with their reasons (CC-30), doubled because natural resources count half; the outcome (CC-31)."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import Scenario, ScenarioResult, judge_scenario, star_count
from domik.games.cabin.rules.phrases import points_phrase, resource_phrase, undouble
from domik.games.cabin.rules.reading import seat_of
from domik.games.cabin.rules.state import COPIED, RESOURCES
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameOutcome, ScoreLine, format_halves


def tally(match: CabinMatch, view: View) -> list[ScoreLine]:
    """One line per reason, now or at the end; points are doubled."""
    lines: list[ScoreLine] = []
    for seat in range(match.seats):
        own = [*month_points(match, view, seat), *dice_points(match, view, seat)]
        if is_left_out(match, view, seat):
            lost = -sum(line.points for line in own)
            own.append(ScoreLine("CC-42", seat, lost, Phrase("tally.no_copy")))
        lines += own
    return lines


def month_points(match: CabinMatch, view: View, seat: int) -> list[ScoreLine]:
    """Months left, including the unfinished one."""
    left = seat_of(view, seat).left
    if not left:
        return []
    return [ScoreLine("CC-30", seat, left * match.parts.worth[0], Phrase("tally.months", {"n": left}))]


def dice_points(match: CabinMatch, view: View, seat: int) -> list[ScoreLine]:
    """Every die above 0."""
    return [
        ScoreLine(
            "CC-30",
            seat,
            value * match.parts.worth[1 + die],
            Phrase("tally.die", {"resource": resource_phrase(die), "n": value}),
        )
        for die, value in enumerate(seat_of(view, seat).dice)
        if value and match.parts.worth[1 + die]
    ]


def is_left_out(match: CabinMatch, view: View, seat: int) -> bool:
    """Whether only copies of the model count and this seat has none (CC-42)."""
    if not match.options["template"] or not view.is_over():
        return False
    copies = [seat_of(view, other).copy == COPIED for other in range(match.seats)]
    return any(copies) and not copies[seat]


# ---- outcome ------------------------------------------------------------------------------------------


def is_full(match: CabinMatch, view: View, seat: int) -> bool:
    """Whether all eight places of a cabin are built on."""
    return 0 not in seat_of(view, seat).places


def outcome(match: CabinMatch, view: View) -> GameOutcome:
    """Most points, then most domestic resources, then shared; a scenario gives stars instead."""
    scenario = scenario_of(match)
    if scenario is not None:
        return scenario_outcome(scenario, scenario_result(match, view))
    scores = [int(view.score(seat)) for seat in range(match.seats)]
    counted = [seat for seat in range(match.seats) if not is_left_out(match, view, seat)]
    best = max(scores[seat] for seat in counted)
    tied = [seat for seat in counted if scores[seat] == best]
    if len(tied) == 1:
        return GameOutcome((tied[0],), "CC-31", Phrase("outcome.points", {"n": undouble(best)}))
    at_home = {seat: sum(seat_of(view, seat).dice[RESOURCES:]) for seat in tied}
    most = max(at_home.values())
    winners = tuple(seat for seat in tied if at_home[seat] == most)
    if len(winners) == 1:
        return GameOutcome(winners, "CC-31", Phrase("outcome.home", {"points": points_phrase(best), "n": most}))
    return GameOutcome(winners, "CC-31", Phrase("outcome.shared", {"n": undouble(best)}))


def scenario_of(match: CabinMatch) -> Scenario | None:
    """The match's scenario, None without one."""
    found: Scenario | None = match.parts.scenarios.get(str(match.options["scenario"]))
    return found


def scenario_result(match: CabinMatch, view: View) -> ScenarioResult:
    """What a finished scenario reached (CC-43)."""
    scenario = scenario_of(match)
    assert scenario is not None
    seat = seat_of(view, 0)
    return judge_scenario(scenario, seat.places, seat.month(), int(view.score(0)))


def scenario_outcome(scenario: Scenario, verdict: ScenarioResult) -> GameOutcome:
    """Stars for the conditions, the target and par, or what is missing."""
    points = points_phrase(verdict.points)
    if verdict.is_reached():
        args: dict[str, Argument] = {
            "points": points,
            "n": star_count(scenario, verdict),
            "target": format_halves(scenario.target),
            "par": format_halves(scenario.par),
        }
        return GameOutcome((0,), "CC-43", Phrase("outcome.stars", args))
    missing = next(
        name for name in ("full", "in_time", "required", "forbidden", "copied") if not getattr(verdict, name)
    )
    return GameOutcome(
        (0,), "CC-43", Phrase(f"outcome.not_{missing}", {"points": points, "months": scenario.month_limit})
    )
