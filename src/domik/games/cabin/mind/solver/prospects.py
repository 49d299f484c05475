"""By which month a blueprint may be finished, if every card is put to use."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.blueprints import wanted_of
from domik.games.cabin.mind.solver.outlook import (
    CARD_LIFT,
    LIFT,
    NO_WAY,
    OUTLOOK,
    OUTLOOK_BITS,
    STATUS,
    STATUS_BITS,
    Outlook,
)
from domik.games.cabin.mind.solver.problem import Problem
from domik.games.cabin.rules.state import *

WISHES: Final = 4  # two bits of a blueprint
TOO_SELDOM: Final = -0x400000000000000  # outweighs everything else that is added up


@final
class Prospects:
    """Supply minus need of every card, for every last month and every wish: a table to add up."""

    def __init__(self, problem: Problem, faces: vec[i64]) -> None:
        self.problem: Problem = problem
        self.cards: i64 = len(problem.kinds)
        months = problem.last_month - problem.month + 1
        self.numbers: vec[i64] = vec[i64]([0] * (WISHES * len(problem.kinds) * months))
        self.lifted: i64 = 0  # what there is at the start
        for resource in range(RESOURCES):
            self.lifted += (LIFT + ((problem.dice >> (DIE_BITS * resource)) & DIE)) << (OUTLOOK_BITS * resource)
        outlook = Outlook(problem.kinds, faces)
        start = problem.start()
        at: i64 = 0
        for month in range(problem.month, problem.last_month + 1):
            for card in range(self.cards):
                status = (start >> (STATUS_BITS * card)) & STATUS
                passes = month - problem.month + (1 if card >= problem.slot else 0)  # the first month runs forwards
                for wish in range(WISHES - 1):
                    outlook.wanted[card] = wanted_of(wish, 0)
                    found = outlook.outlook_of(card, status, passes)
                    self.numbers[at + wish] = found - CARD_LIFT if found != NO_WAY else TOO_SELDOM
                at += WISHES

    def first_month(self, code: i64) -> i64:
        """The first month at whose end a blueprint might stand; one after the last when there is none.

        Later months bring more supply and no more need.
        """
        problem = self.problem
        month = problem.last_month
        while month >= problem.month:
            at = WISHES * self.cards * (month - problem.month)
            outlook = self.lifted
            rest = code
            for _ in range(self.cards):
                outlook += self.numbers[at + (rest & 3)]
                rest >>= 2
                at += WISHES
            if outlook < 0:
                return month + 1
            for resource in range(RESOURCES):
                if (outlook >> (OUTLOOK_BITS * resource)) & OUTLOOK < LIFT:
                    return month + 1
            month -= 1
        return problem.month
