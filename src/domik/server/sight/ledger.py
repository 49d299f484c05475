"""How the points came: one table for every seat, or one for all, made of the game's own tally."""

from __future__ import annotations

from collections import defaultdict

from domik.kernel.ledger import Column
from domik.kernel.phrase import Phrase
from domik.kernel.tally import Line
from domik.server.sight.frame import clause_link, text
from domik.server.sight.names import name_of
from domik.table import Table
from domik.web.pen import Pen

EMPTY = "<td>·</td>"


def ledger(table: Table, pen: Pen) -> str:
    """The whole sheet of points of a finished game."""
    lines = table.match.tally(table.view())
    columns = table.match.ledger()
    inside = by_seat(table, pen, columns, lines) if columns else for_all(table, pen, lines)
    return f'<h2>{text(pen, "points_came")}</h2><div class="ledger">{inside}</div>'


def by_seat(table: Table, pen: Pen, columns: tuple[Column, ...], lines: list[Line]) -> str:
    """A table a seat, and a switch between them: the winner's first."""
    first = table.match.outcome(table.view()).winners[0]
    switches, tables = "", ""
    for number, seat in enumerate(table.seats):
        mine = [line for line in lines if line.seat == number]
        face = f"{pen.face(number, seat.animal, 24)}<b>{pen.escape(name_of(seat, pen.language))}</b>"
        checked = " checked" if number == first else ""
        switches += (
            f'<label><input type="radio" class="unseen" name="ledger" value="{number}"{checked}>{face}'
            f"<strong>{written(table, mine)}</strong></label>"
        )
        tables += sheet_of_seat(table, pen, columns, mine, number)
    return f'<div class="seats" role="radiogroup" aria-label="{text(pen, "points")}">{switches}</div>{tables}'


def sheet_of_seat(table: Table, pen: Pen, columns: tuple[Column, ...], lines: list[Line], seat: int) -> str:
    """One seat's points: rows as the game names them, its columns, and their sums."""
    rows: dict[Phrase, list[Line]] = defaultdict(list)
    for line in lines:
        rows[table.match.spot(line).row].append(line)
    heads = "".join(f'<th scope="col"{coloured(one)}>{heading(pen, one)}</th>' for one in columns)
    body = "".join(row_of_seat(table, pen, len(columns), row, found) for row, found in rows.items())
    under = [[line for line in lines if table.match.spot(line).column == number] for number in range(len(columns))]
    sums = "".join(f"<td>{written(table, found) if found else '·'}</td>" for found in under)
    name = pen.escape(name_of(table.seats[seat], pen.language))
    return (
        f'<table data-seat="{seat}"><caption class="unseen">{name}</caption>'
        f"<thead><tr><td></td>{heads}<td></td></tr></thead><tbody>{body}</tbody>"
        f'<tfoot><tr><th scope="row">{text(pen, "together")}</th>{sums}<td><b>{written(table, lines)}</b></td></tr>'
        f'</tfoot></table><p class="by" data-seat="{seat}">{clauses(table, pen, lines)}</p>'
    )


def row_of_seat(table: Table, pen: Pen, width: int, row: Phrase, lines: list[Line]) -> str:
    """One row: what stands in no column has its sum alone."""
    cells = [EMPTY] * width
    placed = [(table.match.spot(line), line) for line in lines]
    for column in range(width):
        here = [(spot, line) for spot, line in placed if spot.column == column]
        if here:
            note = "".join(f"<sup>{spot.note}</sup>" for spot, _ in here if spot.note)
            colour = table.match.ledger()[column].mark
            words = "; ".join(pen.say(line.reason) for _, line in here)
            kind = f' class="has c-{colour}"' if colour else ' class="has"'
            cells[column] = f'<td{kind} title="{words}">{written(table, [line for _, line in here])}{note}</td>'
    alone = all(spot.column < 0 for spot, _ in placed)
    head = f'<th scope="row"{f" colspan={width + 1}" if alone else ""}>{pen.say(row)}</th>'
    return f"<tr>{head}{'' if alone else ''.join(cells)}<td><b>{written(table, lines)}</b></td></tr>"


def for_all(table: Table, pen: Pen, lines: list[Line]) -> str:
    """One table whose columns are the seats."""
    rows: dict[Phrase, dict[int, list[Line]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        rows[table.match.spot(line).row][line.seat].append(line)
    seats = range(len(table.seats))
    names = [pen.escape(name_of(seat, pen.language)) for seat in table.seats]
    faces = [pen.face(number, seat.animal, 24) for number, seat in enumerate(table.seats)]
    heads = "".join(f'<th scope="col">{face}<b>{name}</b></th>' for face, name in zip(faces, names, strict=True))
    body = "".join(row_for_all(table, pen, row, found) for row, found in rows.items())
    sums = "".join(f"<td><b>{written(table, [line for line in lines if line.seat == seat])}</b></td>" for seat in seats)
    return (
        f'<table class="all"><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody>'
        f'<tfoot><tr><th scope="row">{text(pen, "together")}</th>{sums}</tr></tfoot></table>'
        f'<p class="by">{clauses(table, pen, lines)}</p>'
    )


def row_for_all(table: Table, pen: Pen, row: Phrase, found: dict[int, list[Line]]) -> str:
    """One reason, and what it gave everybody."""
    cells = ""
    theirs = next((spot.theirs for lines in found.values() for line in lines if (spot := table.match.spot(line))), "")
    for seat in range(len(table.seats)):
        if seat in found:
            count = "".join(table.match.spot(line).note for line in found[seat])
            points = written(table, found[seat])
            words = "; ".join(pen.say(line.reason) for line in found[seat])
            cells += f'<td class="has" title="{words}">{f"{count}<sup>+{points}</sup>" if count else points}</td>'
        else:
            cells += f"<td>{theirs or '·'}</td>"
    return f'<tr><th scope="row">{pen.say(row)}</th>{cells}</tr>'


def coloured(column: Column) -> str:
    """The class of a colour's column."""
    return f' class="c-{column.mark}"' if column.mark else ""


def heading(pen: Pen, column: Column) -> str:
    """A colour's own shape with its name for those who cannot see it; else the words."""
    words = pen.say(column.heading)
    return f'{pen.mark_icon(column.mark, 20)}<span class="unseen">{words}</span>' if column.mark else words


def clauses(table: Table, pen: Pen, lines: list[Line]) -> str:
    """Every clause that gave points, once."""
    return "".join(clause_link(pen, table, clause) for clause in dict.fromkeys(line.clause for line in lines))


def written(table: Table, lines: list[Line]) -> str:
    """Their sum as people write it."""
    return table.match.written(sum(line.points for line in lines))
