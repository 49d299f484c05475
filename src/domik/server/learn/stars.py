"""Stars won in lessons, kept with the person who won them, so that every device of theirs shows them."""

from __future__ import annotations

import msgspec

from domik.server.store import Store

KIND = "stars"  # of the shelf, by owner and game
Won = dict[str, int]  # lesson -> stars


async def stars_of(store: Store, owner: str) -> dict[str, Won]:
    """Somebody's stars, by game."""
    found = await store.shelf.under(KIND, owner)
    return {game: msgspec.json.decode(document, type=Won) for game, document in found.items()}


async def win(store: Store, owner: str, game: str, lesson: str, stars: int) -> None:
    """Keep stars where they are more than before."""
    document = await store.shelf.get(KIND, owner, game)
    won = msgspec.json.decode(document, type=Won) if document is not None else {}
    if stars > won.get(lesson, 0):
        await store.shelf.put(KIND, owner, game, msgspec.json.encode(won | {lesson: stars}))
