"""A lock beside the data file: two servers on one file would each take the other's moves for damage."""

from __future__ import annotations

import os
from pathlib import Path

from domik.server.store.trouble import DataTrouble


class DataLock:
    """Held as long as the process lives, however it ends: the system lets go of it."""

    def __init__(self, file: Path) -> None:
        self._handle = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            take(self._handle)
        except OSError:
            os.close(self._handle)
            raise DataTrouble("in_use", str(file)) from None

    def release(self) -> None:
        """Let others have the file; the lock's own file stays, since removing it would race with them."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if os.name == "nt":
    import msvcrt

    def take(handle: int) -> None:
        """Lock a file, or OSError."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def take(handle: int) -> None:
        """Lock a file, or OSError."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
