"""Whether a model cabin can be copied from every deck (CC-42), found by beam search."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.beam_search import BeamSearch
from domik.games.cabin.mind.solver.beam_state import DICE_AT, NOT_WANTED
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.dealing import ModelCheck
from domik.games.cabin.rules.state import CARDS_EACH, FACE, HOME, KIND_SHIFT, MONTHS, PLACES

TRIED_WIDTHS: Final = vec[i64]([4, 16])  # beam widths, narrow first
TRIED_MONTHS: Final = vec[i64]([4, 5, 6, 8])


@final
class BeamModelCheck(ModelCheck):
    """Implements the check with the beam search."""

    def everyone_can_copy(self, model: vec[i64], deal: vec[i64], config: Config) -> bool:
        for seat in range(config.seats):
            kinds: list[i64] = []
            wanted: list[i64] = []
            for k in range(CARDS_EACH):
                kind = (deal[config.stock * seat + k] & FACE) >> KIND_SHIFT
                side: i64 = NOT_WANTED
                for place in range(PLACES):
                    if model[place] >> KIND_SHIFT == kind:
                        side = model[place] & HOME
                kinds.append(kind)
                wanted.append(side)
            if not can_be_built(vec[i64](kinds), vec[i64](wanted), config):
                return False
        return True


def can_be_built(kinds: vec[i64], wanted: vec[i64], config: Config) -> bool:
    """Whether the search completes a cabin of these sides (NOT_WANTED, 0, HOME) from a fresh deck."""
    for width in TRIED_WIDTHS:
        beam = BeamSearch(kinds, config, width, (CARDS_EACH + 1) * MONTHS + 1)
        for card in range(len(kinds)):
            beam.wanted[card] = wanted[card]
        beam.targets = PLACES
        for month in TRIED_MONTHS:
            if beam.run(config.dice << DICE_AT, 1, 0, month):
                return True
    return False
