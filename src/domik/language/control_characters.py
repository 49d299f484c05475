"""Texts that others wrote, made safe to show: what would move the cursor, colour the screen or turn the letters round.

Names in a shared record or component file may hold escape sequences: a terminal must show them, not obey them. Every
sign becomes one other sign, so that texts keep their length.
"""

from __future__ import annotations

CONTROL_PICTURES = {
    code: 0x2400 + code for code in range(0x20)
}  # as Unicode pictures them: ␛ for escape, ␊ for a new line
CONTROL_PICTURES[0x7F] = 0x2421
# Controls of eight bits, line ends of their own, signs that turn the direction round, halves of letters
UNSHOWABLE = (
    *range(0x80, 0xA0),
    *(0x061C, 0x200E, 0x200F, 0x2028, 0x2029),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xD800, 0xE000),
)
CONTROL_PICTURES |= dict.fromkeys(UNSHOWABLE, 0xFFFD)


def show_control_characters(text: str) -> str:
    """The text with a picture in place of every control sign."""
    return text if text.isprintable() else text.translate(CONTROL_PICTURES)
