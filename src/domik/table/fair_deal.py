"""Verifiable deals: the host commits to a seed before players add entropy of their own, and reveals it after the game.

No one can choose the deal alone: the commitment is fixed before the players contribute, and they contribute before it
is opened. The same check serves the page after the game and `domik verify`. Commitment and mix are SHA-256, which
browsers can compute. Cards cannot be predicted from other cards either: deals are drawn from a secure stream
(kernel/luck.py). Deals of the first version, drawn from xoshiro128**, can still be verified.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from domik.kernel.luck import luck_from_stream, luck_of, secure_stream_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord

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
