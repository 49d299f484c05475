"""The stronger look at a puzzle: its answer against every move that could rival it, where all seats search.

Rollouts by quick players found the puzzle. Here fresh worlds are played on by searching seats, as in the second look of
the review (judge/second_look.py), and the answer has to beat each rival clearly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from domik.judge.second_look import searched_move
from domik.judge.thresholds import MILLION, THOUSAND
from domik.judge.trials import MARGIN, MEASURING, POINTS, SHARE, WHOLE_WIN, Trials
from domik.judge.value import DecisionPoint, group_of, position_luck, rollout_style
from domik.kernel.package import Match
from domik.puzzles.proof import puzzle_decision
from domik.puzzles.puzzle import Puzzle, SearchedValue
from domik.puzzles.themes import theme_of
from domik.reviews.clauses import clause_differences
from domik.reviews.report import ClausePoints

THINKING = 16  # iterations of a seat's search, at every decision to the end of the game
STAGES = 24, 40, 64, 96, 144, 208  # worlds; a rival that is clearly beaten drops out after each
CLEAR_ERRORS = 2.5  # standard errors by which the answer must lead
HOPELESS_ERRORS = 1.0  # an answer that trails a rival by so many has lost
LEAST_CHANCE = 0.05  # of a win: a lead that counts ...
LEAST_MARGIN = 1.0  # ... or of points of margin, with no less chance
RIVALS = 3  # runners-up by the rollouts
ROW_WORLDS = 64  # most worlds from which points by clause are taken


@dataclass
class StrongProof:
    """The answer's trials against its rivals; candidates are numbered from 1, as in `Trials`."""

    question: DecisionPoint
    trials: Trials
    answer: int
    rivals: list[int]
    per_point: int
    beaten: list[int]

    @property
    def holds(self) -> bool:
        return not self.rivals

    def value_of(self, candidate: int) -> SearchedValue | None:
        """A candidate's value here, compared with the answer in the same worlds; None if it was not tried."""
        trials, worlds = self.trials, self.trials.worlds(candidate, MEASURING)
        if not worlds:
            return None
        lost = [
            trials.mean_difference(self.answer, candidate, MEASURING, what) if candidate != self.answer else 0.0
            for what in (SHARE, MARGIN, POINTS)
        ]
        per_point = THOUSAND / self.per_point
        return SearchedValue(
            worlds=worlds,
            chance=round(trials.total(candidate, MEASURING, SHARE, worlds) * MILLION / (WHOLE_WIN * worlds)),
            lost_chance=round(lost[0] * MILLION / WHOLE_WIN),
            lost_margin=round(lost[1] * per_point),
            lost_points=round(lost[2] * per_point),
            denied=self.denied_points(candidate),
        )

    def denied_points(self, candidate: int) -> int:
        """How many points fewer the answer leaves to the rival whom it costs most, in thousandths of a point."""
        trials, seats = self.trials, range(int(self.question.view.game.seats))
        means = [
            [trials.sum_of(one, MEASURING, seat, POINTS) / trials.worlds(one, MEASURING) for seat in seats]
            for one in (candidate, self.answer)
        ]
        taken = [means[0][seat] - means[1][seat] for seat in seats if seat != self.question.view.seat]
        return round(max(taken, default=0.0) * THOUSAND / self.per_point)

    def clause_rows(self, match: Match, candidate: int) -> tuple[ClausePoints, ...]:
        """By which clauses the answer scores more or less than a candidate, in the same worlds."""
        worlds = min(ROW_WORLDS, self.trials.worlds(candidate, MEASURING))
        ends = [
            (
                self.trials.replay_to_end(self.answer, MEASURING, number),
                self.trials.replay_to_end(candidate, MEASURING, number),
            )
            for number in range(worlds)
        ]
        return clause_differences(match, ends, int(self.question.view.seat))


def prove_strongly(
    question: DecisionPoint, answer: Sequence[int], ordered: Sequence[int], seed: str, halves: bool
) -> StrongProof:
    """Play the answer and its rivals until it is clear whether it beats them all.

    `ordered` are action numbers by the rollouts, best first; the rivals are the first of them, the tempting move and
    what a search would play.
    """
    groups = question.move_groups
    best = group_of(groups, answer[0]) + 1
    runners = [group_of(groups, one) + 1 for one in ordered if one not in answer]
    searched = group_of(groups, searched_move(question.view, seed)) + 1
    rivals = [one for one in dict.fromkeys([*runners[:RIVALS], question.played + 1, searched]) if one != best]
    actions = [1 << kind[0] for kind in groups]
    luck = position_luck(question.view, f"strong {seed}")
    trials = Trials(question.view, actions, rollout_style(question.view.game), luck, None, THINKING)
    proof = StrongProof(question, trials, best, rivals, 2 if halves else 1, [])
    for worlds in STAGES:
        trials.extend(sorted([best, *proof.rivals]), MEASURING, worlds)
        beaten = [one for one in proof.rivals if is_beaten(proof, one)]
        proof.beaten += beaten
        proof.rivals = [one for one in proof.rivals if one not in beaten]
        if not proof.rivals or any(is_ahead(proof, one) for one in proof.rivals):
            break
    return proof


def lead(proof: StrongProof, rival: int, what: int) -> tuple[float, float]:
    """The answer's mean lead over a rival in wins or points, and its standard error."""
    unit = float(WHOLE_WIN if what == SHARE else proof.per_point)
    trials = proof.trials
    return (
        trials.mean_difference(proof.answer, rival, MEASURING, what) / unit,
        trials.difference_error(proof.answer, rival, MEASURING, what) / unit,
    )


def is_beaten(proof: StrongProof, rival: int) -> bool:
    """Whether the answer clearly leads: by chance, or by margin without a loss of chance."""
    (chance, doubt), (margin, points_doubt) = (lead(proof, rival, what) for what in (SHARE, MARGIN))
    by_chance = chance >= LEAST_CHANCE and chance > CLEAR_ERRORS * doubt
    return by_chance or (chance >= 0 and margin >= LEAST_MARGIN and margin > CLEAR_ERRORS * points_doubt)


def is_ahead(proof: StrongProof, rival: int) -> bool:
    """Whether a rival leads so far that the answer will hardly be clearly best."""
    chance, doubt = lead(proof, rival, SHARE)
    return chance < -HOPELESS_ERRORS * doubt


def strong_proof_of(puzzle: Puzzle, seed: str) -> StrongProof:
    """The stronger look at a stored puzzle of the kind CHOICE, from its position alone."""
    question = puzzle_decision(puzzle.state(), puzzle.seat, len(puzzle.moves))
    assert question is not None, puzzle.id
    ordered = [one.actions[0] for one in puzzle.values]
    halves = puzzle.record().match.package.halves
    return prove_strongly(question, puzzle.answer, ordered, f"{seed} {puzzle.id}", halves)


def with_strong_values(puzzle: Puzzle, proof: StrongProof) -> Puzzle:
    """The puzzle with the figures of a stronger look, and the theme that they and the position bear out."""
    groups, match = proof.question.move_groups, puzzle.record().match
    tempting = proof.question.played + 1
    values = []
    for option in puzzle.values:
        candidate = group_of(groups, option.actions[0]) + 1
        rows = proof.clause_rows(match, candidate) if candidate == tempting else ()
        values.append(replace(option, searched=proof.value_of(candidate), clauses=rows))
    found = replace(puzzle, values=tuple(values))
    return replace(found, theme=theme_of(found))
