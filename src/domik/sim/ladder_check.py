"""Check a ladder's file: every game is replayed from its deal and moves, and the results must follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Any

from domik.games import game_package
from domik.kernel.components import Components
from domik.kernel.errors import DomikError, IllegalMove
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of
from domik.kernel.state import state_from_deal
from domik.sim.ladder import (
    LADDER_SCHEMA,
    Ladder,
    PairingResult,
    PairingTotals,
    games_per_deal,
    read_json_line,
    read_pairing_results,
    seatings,
)


@dataclass(frozen=True)
class LadderCheck:
    """A ladder as its file tells it, and what in it does not hold."""

    ladder: Ladder
    match: Match
    results: list[PairingResult]
    wrong: list[Phrase]


def check_ladder_file(file: Path, components: Components | None = None) -> LadderCheck:
    """Read and replay a whole file; DomikError if it is no ladder's file at all."""
    header = read_header(file)
    match = game_package(header["game"]).match(header["seats"], header["options"], components)
    ladder = Ladder(header["game"], (), match.options, match.components, match.seats, header["seed"], 0)
    results: list[PairingResult] = []
    wrong: list[Phrase] = []
    seen: set[tuple[str, str, int]] = set()
    for line, result in enumerate(read_pairing_results(file, ladder, match), 2):
        what = "twice" if result.key() in seen else difference(ladder, match, result)
        seen.add(result.key())
        if what:
            wrong.append(Phrase(f"ladder.wrong.{what}", {"line": line, "pair": " – ".join(result.pair)}))
        else:
            results.append(result)
    specs = tuple(dict.fromkeys(spec for result in results for spec in result.pair))
    deals = max((result.deal + 1 for result in results), default=0)
    whole = Ladder(
        ladder.game,
        specs,
        match.options,
        match.components,
        match.seats,
        ladder.seed,
        deals * games_per_deal(match.seats),
    )
    return LadderCheck(whole, match, results, wrong)


def read_header(file: Path) -> dict[str, Any]:
    try:
        first = file.read_text(encoding="utf-8").split("\n", 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or "" if isinstance(error, OSError) else str(error)
        raise DomikError(Phrase("error.file", {"file": str(file), "why": why})) from None
    header = read_json_line(file, first, 0)
    kinds = {"game": str, "options": dict, "components": str, "seats": int, "seed": str}
    if header.get("ladder") != LADDER_SCHEMA or any(not isinstance(header.get(n), k) for n, k in kinds.items()):
        raise DomikError(Phrase("ladder.bad_file", {"file": str(file), "line": 1}))
    return header


def difference(ladder: Ladder, match: Match, result: PairingResult) -> str:
    """What does not hold of one pairing: a key of the texts [ladder.wrong.*]; empty if all of it does."""
    if not result.played:
        return "unplayed"
    wanted = seatings(match.seats)
    if len(result.played) != len(wanted):
        return "games"
    luck = luck_of(ladder.seed).stream(result.deal)
    deal = [int(item) for item in match.game.deal(luck)]
    total = PairingTotals()
    for players, moves in zip(wanted, result.played, strict=True):
        state = state_from_deal(match.game, deal)
        try:
            for seat, action in moves:
                state.play(seat, action_of(action))
        except (IllegalMove, ValueError, TypeError, OverflowError):
            return "move"
        if not state.is_over():
            return "unfinished"
        total.count_game(match, state, players)
    if match.seats == 1:
        total.decide_solo_winner()
    told, found = (*result.won, *result.points), (*total.won, *total.points)
    is_same = all(isclose(one, two, abs_tol=1e-9) for one, two in zip(told, found, strict=True))
    return "" if is_same and result.games == games_per_deal(match.seats) else "result"
