"""By which month a blueprint may be finished, if every card is put to use."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.blueprints import wanted_of
from domik.games.cabin.mind.solver.problem import Problem
from domik.games.cabin.rules.position import STATUS, STATUS_BITS
from domik.games.cabin.rules.state import *
from domik.games.cabin.rules.supply import BALANCE, BALANCE_BITS, CARD_LIFT, LIFT, NO_WAY, Supply

WISHES: Final = 4  # two bits of a blueprint
TOO_SELDOM: Final = -0x400000000000000  # outweighs everything else that is added up


@final
class Prospects:
    """Supply minus need of every card, for every last month and every wish: rows to add up."""

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        self.cards: i64 = len(problem.kinds)
        months = problem.last_month - problem.month + 1
        self.numbers: vec[i64] = vec[i64]([0] * (WISHES * len(problem.kinds) * months))
        self.lifted: i64 = 0  # what there is at the start
        for resource in range(RESOURCES):
            self.lifted += (LIFT + ((problem.dice >> (DIE_BITS * resource)) & DIE)) << (BALANCE_BITS * resource)
        supply = Supply(problem.kinds, problem.kit.faces)
        start = problem.start()
        at: i64 = 0
        for month in range(problem.month, problem.last_month + 1):
            for card in range(self.cards):
                status = (start >> (STATUS_BITS * card)) & STATUS
                passes = month - problem.month + (1 if card >= problem.slot else 0)  # the first month runs forwards
                for wish in range(WISHES - 1):
                    supply.wanted[card] = wanted_of(wish, 0)
                    found = supply.balance_of(card, status, passes)
                    self.numbers[at + wish] = found - CARD_LIFT if found != NO_WAY else TOO_SELDOM
                at += WISHES

    def first_month(self, code: i64) -> i64:
        """The first month at whose end a blueprint might stand; one after the last when there is none.

        Later months bring more supply and no more need.
        """
        problem = self.problem
        numbers = self.numbers
        cards = self.cards
        month = problem.last_month
        while month >= problem.month:
            at = WISHES * cards * (month - problem.month)
            balance = self.lifted
            rest = code
            for _again in range(cards):
                balance += numbers[at + (rest & 3)]
                rest >>= 2
                at += WISHES
            if balance < 0:
                return month + 1
            for resource in range(RESOURCES):
                if (balance >> (BALANCE_BITS * resource)) & BALANCE < LIFT:
                    return month + 1
            month -= 1
        return problem.month
