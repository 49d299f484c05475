"""Fair deals: the host commits to a seed before anybody adds luck of their own, and shows it when the game is over.

Nobody can choose the deal alone: the host's hash is fixed before the seats speak, and they speak before it is opened.
The same check serves the page after the game and `domik verify`. Hash and mix are SHA-256, which browsers can reckon
themselves. Nobody can reckon cards from cards either: deals are drawn from a tape (kernel/luck.py), and those of the
first version, drawn from xoshiro128**, still prove themselves.
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
XOSHIRO, SECURE = 1, 2  # how the cards are drawn: by xoshiro128**, by BLAKE2b in counter mode


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """The hash that is shown before the deal."""
    return hashlib.sha256(f"domik deal {seed}".encode()).hexdigest()


def mix_seed(seed: str, entropy: list[str]) -> str:
    """The seed of the deal: the host's and everybody's share, so that one honest share is enough."""
    shares = "".join(f"{len(share)}:{share}" for share in [seed, *entropy])
    return hashlib.sha256(f"domik mix {shares}".encode()).hexdigest()


def deal_from_seed(match: Match, seed: str, version: int = SECURE) -> list[int]:
    """The deal that a mixed seed gives."""
    luck = luck_of(seed) if version == XOSHIRO else luck_from_stream(secure_stream_of(seed.encode()))
    return [int(item) for item in match.game.deal(luck)]


def proof_of(seed: str, entropy: list[str], version: int) -> dict[str, Any]:
    """What a finished record carries so that anybody can check its deal."""
    proof: dict[str, Any] = {"hash": commitment(seed), "seed": seed, "entropy": entropy}
    return proof if version == XOSHIRO else {"version": version} | proof


def objections_to_deal(record: GameRecord) -> list[Phrase]:
    """Everything that does not hold in a record's fair-deal proof; no proof is an objection too."""
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
