"""How a table is dealt: verifiably from a seed that no one chooses alone, or the same deal at several tables.

The host commits to a seed before players add entropy of their own, and reveals it after the game. The same check serves
the page after the game and `domik verify`. Commitment and mix are SHA-256, which browsers can compute. Cards cannot be
predicted from other cards either: deals are drawn from a secure stream (kernel/luck.py). Deals of the first version,
drawn from xoshiro128**, can still be verified.

Tables of a shared deal have the same cards, and opponents that answer the same moves alike: a bot's move depends only
on what its seat knows and on the deal's seed, not on the clock, the table, or the order of requests. So two tables
differ only by what the people at them did.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domik.bots import BotSpec
from domik.kernel.game import AWAITED, Game
from domik.kernel.luck import luck_from_stream, luck_of, secure_stream_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord
from domik.kernel.state import View

LONGEST_ENTROPY = 64
XOSHIRO, SECURE = 1, 2  # version of the draw: xoshiro128**, or BLAKE2b in counter mode


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """The hash that is published before the deal."""
    return hashlib.sha256(f"domik deal {seed}".encode()).hexdigest()


def mix_seed(seed: str, entropy: list[str]) -> str:
    """The seed of the deal from all shares; one unpredictable share is enough."""
    shares = "".join(f"{len(share)}:{share}" for share in [seed, *entropy])
    return hashlib.sha256(f"domik mix {shares}".encode()).hexdigest()


def deal_from_seed(match: Match, seed: str, version: int = SECURE) -> list[int]:
    """The deal of a mixed seed."""
    luck = luck_of(seed) if version == XOSHIRO else luck_from_stream(secure_stream_of(seed.encode()))
    return [int(item) for item in match.game.deal(luck)]


def proof_of(seed: str, entropy: list[str], version: int) -> dict[str, Any]:
    """What a finished record carries so that its deal can be verified."""
    proof: dict[str, Any] = {"hash": commitment(seed), "seed": seed, "entropy": entropy}
    return proof if version == XOSHIRO else {"version": version} | proof


def objections_to_deal(record: GameRecord) -> list[Phrase]:
    """Everything wrong with a record's proof; a missing proof is an objection too."""
    proof = record.extra.get("fair")
    if not isinstance(proof, dict) or not isinstance(proof.get("seed"), str):
        return [Phrase("fair.missing")]
    entropy = proof.get("entropy")
    if not isinstance(entropy, list) or not all(isinstance(share, str) for share in entropy):
        return [Phrase("fair.missing")]
    version = proof.get("version", XOSHIRO)
    if version not in (XOSHIRO, SECURE):
        return [Phrase("fair.version", {"version": str(version)})]
    wrong: list[Phrase] = []
    if commitment(proof["seed"]) != proof.get("hash"):
        wrong.append(Phrase("fair.hash"))
    seed = mix_seed(proof["seed"], entropy)
    if seed != record.seed:
        wrong.append(Phrase("fair.seed"))
    if deal_from_seed(record.match, seed, version) != record.deal:
        wrong.append(Phrase("fair.deal"))
    return wrong


MOST_WORLDS = 4000  # iterations of the other bots, which have no time limit here


@dataclass(frozen=True)
class SharedDeal:
    """What makes tables comparable; part of the first entry of a journal."""

    name: str  # tables of the same name can be compared
    seed: str  # for the bots, and for the cards where no deal is given
    is_counted: bool = False  # a ranked attempt: no hints, no undo of revealing moves
    reveals_at: int = 0  # when seed and cards become public, in milliseconds since 1970; 0: at the end
    deal: tuple[int, ...] = ()  # the deal of an earlier game

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "seed": self.seed,
            "counts": self.is_counted,
            "opens": self.reveals_at,
            "deal": list(self.deal),
        }


def read_shared_deal(document: Mapping[str, Any]) -> SharedDeal:
    return SharedDeal(
        str(document["name"]),
        str(document["seed"]),
        bool(document["counts"]),
        int(document["opens"]),
        tuple(int(item) for item in document["deal"]),
    )


def decision_seed(seed: str, view: View) -> str:
    """The random seed of one decision: the deal's seed and what the seat knows, but not who else has yet to decide."""
    known = [int(number) for number in view.numbers]
    known[AWAITED] = 1 << int(view.seat)
    digest = hashlib.sha256(f"{view.seat} {known}".encode()).hexdigest()
    return f"rival {seed} {digest}"


def deterministic_bot(bot: BotSpec, game: Game) -> BotSpec:
    """The same bot with a budget of iterations instead of time, so it plays alike on any machine."""
    usual = bot.usual_settings()
    return bot if usual is None else bot.with_budget(min(usual.iterations_for(game), MOST_WORLDS))


def bot_move(bot: BotSpec, seed: str, view: View) -> int:
    player = deterministic_bot(bot, view.game).start(luck_of(decision_seed(seed, view)))
    return int(player.decide(view, int(view.legal())))
