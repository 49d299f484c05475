"""What can be wrong with a lesson."""

from __future__ import annotations

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Argument, Phrase


class BadLesson(DomikError):
    """A lesson file that cannot be taught; the phrase names the file, the place in it, and what would be right."""

    def __init__(self, file: str, where: str, fault: str, /, **args: Argument) -> None:
        what = Phrase(f"bad_lesson.{fault}", args)
        place: dict[str, Argument] = {"where": where} if where else {}
        super().__init__(
            Phrase("bad_lesson.place" if where else "bad_lesson.file", {"file": file, **place, "what": what})
        )
