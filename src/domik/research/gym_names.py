"""Domik's names in Gymnasium's registry; Gymnasium calls this itself when it is imported (an entry point)."""

from __future__ import annotations

from domik.games import GAMES

NAMESPACE = "domik"


def register() -> None:
    """domik/treehouse-v0 and the others, each with its vector form; nothing is loaded before it is made."""
    from gymnasium.envs.registration import register as enter
    from gymnasium.envs.registration import registry

    for name in GAMES:
        if f"{NAMESPACE}/{name}-v0" not in registry:
            enter(
                id=f"{NAMESPACE}/{name}-v0",
                entry_point="domik.research.gym:DomikEnv",
                vector_entry_point="domik.research.gym_vector:DomikVectorEnv",
                kwargs={"game": name},
            )
