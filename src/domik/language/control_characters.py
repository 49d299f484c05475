"""Makes control characters in foreign text visible, so that it cannot move the cursor, set colours or change direction.

Names in a shared record or component file may hold escape sequences, which a terminal must show and not obey. Every
character is replaced by exactly one other, so texts keep their length.
"""

from __future__ import annotations

CONTROL_PICTURES = {code: 0x2400 + code for code in range(0x20)}  # Unicode control pictures: ␛ for escape
CONTROL_PICTURES[0x7F] = 0x2421
# C1 controls, Unicode line separators, bidirectional controls, surrogates
UNSHOWABLE = (
    *range(0x80, 0xA0),
    *(0x061C, 0x200E, 0x200F, 0x2028, 0x2029),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xD800, 0xE000),
)
CONTROL_PICTURES |= dict.fromkeys(UNSHOWABLE, 0xFFFD)


def show_control_characters(text: str) -> str:
    """The text with a visible symbol in place of every control character."""
    return text if text.isprintable() else text.translate(CONTROL_PICTURES)
