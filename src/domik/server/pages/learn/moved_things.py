"""Where the thing that a move played lies on the board afterwards, for the ring around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domik.kernel.drawing import Drawing

THING = re.compile(r'data-key="([^"]+)"')  # what moves on a board keeps its key (kernel/drawing.py)


def cells_by_thing(drawing: Drawing) -> dict[str, str]:
    """The cell that every movable thing lies in."""
    return {key: cell for cell, markup in drawing.cells.items() for key in THING.findall(markup)}


def played_to(before: Drawing, after: Drawing, path: Sequence[str]) -> tuple[str, ...]:
    """The cells where what was clicked lies after the move; if nothing moved, what was clicked, or the cell it was in.

    Other things may have moved too: cards close ranks, a pile is dealt from. So what was clicked comes first, else what
    ended on a place that nothing had to leave.
    """
    if not path:
        return ()
    old = cells_by_thing(before)
    moved = [(old[key], cell) for key, cell in cells_by_thing(after).items() if old.get(key, cell) != cell]
    cells = [cell for cell, markup in before.cells.items() if f'id="{path[-1]}"' in markup]
    clicked = {path[-1], *cells}
    is_gone = not any(f'id="{path[-1]}"' in markup for markup in after.cells.values())
    stayed = [cell for cell in cells if is_gone and after.cells.get(cell)]  # such as the colour that a card was laid on
    left = {start for start, _ in moved}
    return (
        tuple(end for start, end in moved if start in clicked)
        or tuple(end for _, end in moved if end not in left)
        or tuple(stayed or path)
    )
