"""What players say to and ask of each other: chat, taking moves back, a rematch."""

from __future__ import annotations

from domik.table import journal
from domik.table.clock import MINUTE
from domik.table.errors import refuse
from domik.table.journal import Entry
from domik.table.running_game import last_chosen_move
from domik.table.setup import tidy_name
from domik.table.table import Table

MAX_CHAT = 300
READY_PHRASES = ("hello", "well_played", "what_a_house", "moment", "your_turn", "oh_no", "thanks", "again")
REACTIONS = ("like", "love", "laugh", "party", "sad")


def post_chat(table: Table, seat: int, name: str, text: str, now: int, owner: str = "") -> list[Entry]:
    """Post a line of chat from a seat, or from a spectator (seat -1), whose owner is noted so that it can be erased."""
    text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if not 0 < len(text) <= MAX_CHAT:
        raise refuse("chat", most=MAX_CHAT)
    return [table.write(journal.CHAT, now, seat=seat, name=tidy_name(name), text=text, **spoken_by(seat, owner))]


def spoken_by(seat: int, owner: str) -> dict[str, str]:
    return {"owner": owner} if seat < 0 and owner else {}


def post_phrase(table: Table, seat: int, name: str, phrase: str, now: int, owner: str = "") -> list[Entry]:
    """Post a ready phrase as its key, so that every reader sees it in their own language."""
    if phrase not in READY_PHRASES:
        raise refuse("phrase")
    return [
        table.write(
            journal.CHAT, now, seat=seat, name=tidy_name(name), text="", phrase=phrase, **spoken_by(seat, owner)
        )
    ]


def react(table: Table, seat: int, line: int, mark: str, now: int) -> list[Entry]:
    """Put a seat's mark under a line of chat; the same mark again takes it away."""
    if mark not in REACTIONS or not max(0, table.chat_count - len(table.chat)) <= line < table.chat_count:
        raise refuse("phrase")
    given = table.reactions.get(line, {}).get(seat, "")
    return [table.write(journal.REACT, now, seat=seat, line=line, mark="" if given == mark else mark)]


def take_back(table: Table, seat: int, now: int) -> list[Entry]:
    """Undo the last move, or a choice that nobody has seen; TableError with the reason if that is not allowed."""
    chosen = table.secret_choice(seat)
    if chosen is not None and chosen < len(table.moves) - 1 and not table.seat(seat).stand_in_reason:
        return [table.write(journal.WITHDRAW, now, number=chosen)]
    table.seat(seat)
    why = table.undo_objection(seat)
    if why is not None:
        raise refuse(why.key.removeprefix("table.error."))
    return [table.write(journal.BACK, now, to=last_chosen_move(table, seat))]


def request_undo(table: Table, seat: int, now: int) -> list[Entry]:
    """Ask the other players for an undo; with no one to ask, undo at once."""
    number = last_chosen_move(table, seat)
    if number is None or table.is_over or table.seat(seat).is_played_by_bot:
        raise refuse("undo_nothing")
    if table.undo_request is not None:
        raise refuse("undo_asked")
    asked = table.undo_voters(seat)
    if table.is_counted:
        raise refuse("undo_counts")
    if not asked:
        return [table.write(journal.BACK, now, to=number, agreed=True)]
    return [table.write(journal.ASK, now, seat=seat, to=number, voters=asked)]


def answer_undo_request(table: Table, seat: int, yes: bool, now: int) -> list[Entry]:
    """Record one answer; the last yes undoes the moves. A no from the requesting seat withdraws the request."""
    question = table.undo_request
    if question is None or (seat not in question.voters and (yes or seat != question.seat)):
        raise refuse("undo_not_asked")
    entries = [table.write(journal.ANSWER, now, seat=seat, yes=yes)]
    if yes and not question.voters:
        entries.append(table.write(journal.BACK, now, to=question.to, agreed=True))
    return entries


def vote_rematch(table: Table, number: int, now: int, yes: bool = True) -> list[Entry]:
    """Vote for a rematch, or withdraw the vote."""
    if not table.is_over:
        raise refuse("not_over")
    if table.seat(number).wants_rematch == yes or table.next_table:
        return []
    return [table.write(journal.REMATCH, now, seat=number, yes=yes)]


def rematch_pending(table: Table, present: frozenset[int]) -> list[int]:
    """Seats whose vote is missing: bots always agree, and seats that a bot took over count only while present."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if not seat.is_bot and not seat.wants_rematch and (not seat.stand_in_reason or number in present)
    ]


def all_want_rematch(table: Table, present: frozenset[int]) -> bool:
    """Whether every vote is in and no rematch has been opened yet."""
    wanted = any(seat.wants_rematch for seat in table.seats)
    return wanted and not table.next_table and not rematch_pending(table, present)


def may_start_rematch(table: Table, owner: str, now: int) -> bool:
    """Whether the host may start the rematch without the missing votes: a minute after the first vote."""
    return (
        bool(table.rematch_asked_at)
        and now - table.rematch_asked_at >= MINUTE
        and table.is_host(owner)
        and not table.next_table
    )


def link_rematch(table: Table, next_table: str, now: int) -> list[Entry]:
    return [table.write(journal.NEXT, now, table=next_table)]
