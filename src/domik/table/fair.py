"""Fair deals: the host commits to a seed before anybody adds luck of their own, and shows it when the game is over.

Nobody can choose the deal alone: the host's hash is fixed before the seats speak, and they speak before it is opened.
The same check serves the page after the game and `domik verify`.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import Record
from domik.kernel.title import Match

LONGEST_ENTROPY = 64


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """The hash that is shown before the deal."""
    return hashlib.sha256(f"domik deal {seed}".encode()).hexdigest()


def mixed(seed: str, entropy: list[str]) -> str:
    """The seed of the deal: the host's and everybody's share, so that one honest share is enough."""
    shares = "".join(f"{len(share)}:{share}" for share in [seed, *entropy])
    return hashlib.sha256(f"domik mix {shares}".encode()).hexdigest()


def dealt(match: Match, seed: str) -> list[int]:
    """The deal that a mixed seed gives."""
    return [int(item) for item in match.game.deal(luck_of(seed))]


def proof_of(seed: str, entropy: list[str]) -> dict[str, Any]:
    """What a finished record carries so that anybody can check its deal."""
    return {"hash": commitment(seed), "seed": seed, "entropy": entropy}


def objections_to_deal(record: Record) -> list[Phrase]:
    """Everything that does not hold in a record's fair-deal proof; no proof is an objection too."""
    proof = record.extra.get("fair")
    if not isinstance(proof, dict) or not isinstance(proof.get("seed"), str):
        return [Phrase("fair.missing")]
    entropy = proof.get("entropy")
    if not isinstance(entropy, list) or not all(isinstance(share, str) for share in entropy):
        return [Phrase("fair.missing")]
    wrong: list[Phrase] = []
    if commitment(proof["seed"]) != proof.get("hash"):
        wrong.append(Phrase("fair.hash"))
    seed = mixed(proof["seed"], entropy)
    if seed != record.seed:
        wrong.append(Phrase("fair.seed"))
    if dealt(record.match, seed) != record.deal:
        wrong.append(Phrase("fair.deal"))
    return wrong
