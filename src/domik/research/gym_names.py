"""The names of Domik's environments in Gymnasium's registry; `import domik.research` registers them."""

from __future__ import annotations

from domik.games import GAMES

NAMESPACE = "domik"


def register() -> None:
    """Register domik/treehouse-v0 and the others with their vector forms; nothing is imported before `make`."""
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
