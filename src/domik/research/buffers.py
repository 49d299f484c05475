"""NumPy's arrays laid over the kernel's buffers: nothing is copied, and nobody outside can write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domik.kernel.game import MOST_ACTIONS
from domik.research.extras import needed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[Any]
else:
    np = needed("numpy")
    Numbers = np.ndarray

__all__ = ["Numbers", "bits_of", "laid_over", "np"]


def laid_over(buffer: Any, kind: Any) -> Numbers:
    """A read-only array of this type that changes as the buffer changes."""
    found: Numbers = np.frombuffer(buffer, kind)
    return found


def bits_of(legal: Numbers) -> Numbers:
    """Masks as bool [..., 63]."""
    octets = np.ascontiguousarray(legal).view(np.uint8).reshape(-1, 8)
    found: Numbers = np.unpackbits(octets, axis=1, bitorder="little")[:, :MOST_ACTIONS].view(np.bool_)
    return found
