"""The curve of a game as plain SVG: who was winning, marks a seat, luck at every reveal.

Colours come from the page's CSS variables (page.css has them); patterns, dashes and words say the same without colour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say
from domik.review.report import CARDS, Course, Report
from domik.review.signs import disc, line, sign_at, text
from domik.review.telling import name_of, verdict_phrase
from domik.review.thresholds import MILLION, THOUSAND

Face = Callable[[int, float, float, float], str]  # seat, x, y, radius

LANE, LOW_LANE, NARROW_LANE = 25.0, 21.0, 17.0  # one lane of marks a seat
LUCK, LOW_LUCK = 52.0, 42.0
LOW, SLIM = 260.0, 500.0  # under such a height everything is closer, and where it is no wider either there is no luck
NAMED = 15.0  # a band so high has its name in it
AXIS = 20.0
LEFT, RIGHT = 46.0, 46.0
DASHES = ("none", "9 5", "2 6", "12 4 2 4")
VISIBLE = 0.03  # luck below this is noise and not drawn
TOLD = 0.1  # luck from this on has its number, where there is room for it
NUMBER = 38.0  # what a number takes
PATTERNS = (
    '<pattern id="rv-tex-1" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(40)">'
    '<path d="M0 0V9" stroke="var(--seat-1)" stroke-width="2.4" opacity=".22"/></pattern>'
    '<pattern id="rv-tex-2" width="11" height="11" patternUnits="userSpaceOnUse">'
    '<circle cx="3" cy="3" r="1.7" fill="var(--seat-2)" opacity=".42"/>'
    '<circle cx="8.5" cy="8.5" r="1.7" fill="var(--seat-2)" opacity=".42"/></pattern>'
    '<pattern id="rv-tex-3" width="10" height="10" patternUnits="userSpaceOnUse">'
    '<path d="M0 5H10M5 0V10" stroke="var(--seat-3)" stroke-width="1.4" opacity=".3"/></pattern>'
)


@dataclass(frozen=True)
class Look:
    """How a curve is wanted."""

    wide: float = 880.0
    high: float = 330.0
    points: bool = False  # expected points instead of chances
    owner: int = 0  # whose luck is shown
    chosen: int | None = None  # the step that is open now
    link: str = "?step={step}"  # where a mark leads
    face: Face = disc


def curve(report: Report, say: Say, look: Look | None = None) -> str:
    """The whole drawing."""
    return Curve(report, say, look or Look()).draw()


class Curve:
    """One drawing in the making."""

    def __init__(self, report: Report, say: Say, look: Look) -> None:
        self.report = report
        self.say = say
        self.look = look
        self.points = look.points or report.alone
        self.last = max(1, report.moves)
        self.lanes = sorted({one.seat for one in report.moments()})
        is_low, is_slim = look.high < LOW, look.wide < SLIM
        self.lane = LANE if not is_low else NARROW_LANE if is_slim else LOW_LANE
        self.has_luck = not (is_low and is_slim)
        self.top = self.lane * len(self.lanes) + 8
        self.bottom = look.high - AXIS - ((LOW_LUCK if is_low else LUCK) if self.has_luck else 0)
        self.river = report.river() if report.players_reviews else []
        self.least, self.most = self.span()
        self.told_at = -NUMBER  # where the last number of luck stands

    def x(self, step: float) -> float:
        """Where a step stands."""
        return LEFT + (self.look.wide - LEFT - RIGHT) * step / self.last

    def y(self, share: float) -> float:
        """Where a share of the height stands."""
        return self.bottom - (self.bottom - self.top) * share

    def span(self) -> tuple[float, float]:
        """The least and the most points that are drawn."""
        all_points = [one.points / THOUSAND for review in self.report.players_reviews for one in review.values]
        if self.report.course is not None:
            all_points += [one.best / THOUSAND for one in self.report.course.months]
        if not all_points:
            return 0.0, 1.0
        return min(all_points) - 2, max(all_points) + 2

    def y_points(self, points: int) -> float:
        """Where so many points stand."""
        return self.y((points / THOUSAND - self.least) / (self.most - self.least))

    def draw(self) -> str:
        """All layers, from the ground up."""
        name = self.say(Phrase("review.curve.points" if self.points else "review.curve.chance"))
        look = self.look
        parts = [
            f'<svg class="rv-plot" viewBox="0 0 {look.wide:g} {look.high:g}" role="group" aria-label="{escape(name)}">',
            f"<defs>{PATTERNS}</defs>",
            self.ground(),
        ]
        if self.river:
            parts += [self.lines() if self.points else self.waters(), self.marks()]
            parts += [self.luck()] if self.has_luck else []
        if look.chosen is not None:
            x = self.x(look.chosen)
            parts.append(f'<path class="here" d="M{x:.1f} {self.top:.1f}V{look.high - AXIS:.1f}"/>')
        return "".join(parts) + "</svg>"

    def ground(self) -> str:
        """Thirds of the game as quiet stripes, and move numbers below."""
        look, parts = self.look, []
        ends = [*self.report.rounds[1:], self.report.moves]
        for number, (start, end) in enumerate(zip(self.report.rounds, ends, strict=True)):
            a, b = self.x(start), self.x(end)
            if number % 2 == 0:
                parts.append(
                    f'<rect class="stripe" x="{a:.1f}" y="{self.top:.1f}" width="{b - a:.1f}" '
                    f'height="{look.high - AXIS - self.top:.1f}"/>'
                )
            parts.append(text(a, look.high - 5, str(start + 1), "middle"))
        parts.append(text(self.x(self.last), look.high - 5, str(self.report.moves), "middle"))
        parts.append(text(LEFT - 10, look.high - 5, self.say(Phrase("review.curve.move")), "end"))
        return "".join(parts)

    def waters(self) -> str:
        """The river: bands stacked to 100 %, the broader the likelier."""
        floor = [0.0] * len(self.river)
        bands, shores = [], []
        for seat in range(self.report.seats):
            roof = [low + one[seat] for low, one in zip(floor, self.river, strict=True)]
            upper = [(self.x(step), self.y(share)) for step, share in enumerate(roof)]
            lower = [(self.x(step), self.y(share)) for step, share in enumerate(floor)]
            area = line(upper + lower[::-1])
            texture = f'<path d="{area}Z" fill="url(#rv-tex-{seat})"/>' if seat else ""
            bands.append(f'<g class="seat-{seat}"><path class="band" d="{area}Z"/>{texture}</g>')
            if seat < self.report.seats - 1:
                shore = line([(x, min(self.bottom - 1, max(self.top + 1, y))) for x, y in upper])
                shores.append(
                    f'<g class="seat-{seat}"><path class="edge" d="{shore}"/><path class="line" d="{shore}"/></g>'
                )
            floor = roof
        return "".join([*bands, *shores, *self.names()])

    def names(self) -> list[str]:
        """Who is which band, and who won."""
        parts, low = [], 0.0
        start = min(2, len(self.river) - 1)
        for seat in range(self.report.seats):
            y = self.y(low + self.river[start][seat] / 2)
            low += self.river[start][seat]
            if (self.bottom - self.top) * self.river[start][seat] < NAMED:
                continue
            parts.append(self.look.face(seat, LEFT + 20, y, 11))
            parts.append(text(LEFT + 37, y + 4, name_of(self.report, seat), "start", "strong clear"))
        if self.report.seats == 2:
            y, wide = self.y(0.5), self.look.wide
            parts.append(f'<path class="even" d="M{LEFT} {y:.1f}H{wide - RIGHT}"/>')
            parts.append(text(LEFT - 8, y + 4, self.say(Phrase("review.curve.even")), "end"))
        for number, seat in enumerate(self.report.winners):
            x, y = self.look.wide - RIGHT + 20, self.y(0.5) + 46 * number
            parts.append(self.look.face(seat, x, y, 13))
            parts.append(text(x, y + 29, self.say(Phrase("review.curve.won")), "middle", "strong"))
        return parts

    def lines(self) -> str:
        """Expected points of every reviewed seat: solid, dashed, dotted; a game for one has its par beside."""
        parts = []
        for points in range(int(self.least // 5 + 1) * 5, int(self.most) + 1, 5):
            y = self.y_points(points * THOUSAND)
            parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{self.look.wide - RIGHT}"/>')
            parts.append(text(LEFT - 8, y + 4, str(points), "end"))
        course = self.report.course
        if course is not None:
            parts.append(self.par(course))
        below = -99.0
        for review in sorted(self.report.players_reviews, key=lambda one: -one.values[-1].points):
            near = [(self.x(step), self.y_points(one.points)) for step, one in enumerate(review.values)]
            parts.append(
                f'<g class="seat-{review.seat}"><path class="line" d="{line(near)}" '
                f'style="stroke-dasharray:{DASHES[review.seat % len(DASHES)]}"/></g>'
            )
            below = max(near[-1][1], below + 24)
            parts.append(self.look.face(review.seat, self.look.wide - RIGHT + 16, below, 10))
        return "".join(parts)

    def par(self, course: Course) -> str:
        """The best plan when each month began, in steps, with its name where it starts."""
        ends = [*(one.step for one in course.months[1:]), self.last]
        steps = [
            (self.x(step), self.y_points(one.best))
            for one, end in zip(course.months, ends, strict=True)
            for step in (one.step, end)
        ]
        if not steps:
            return ""
        name = self.say(Phrase("review.curve.par"))
        return f'<path class="par" d="{line(steps)}"/>' + text(LEFT + 6, steps[0][1] - 6, name, "start", "clear")

    def marks(self) -> str:
        """One lane of marks a seat, each a link with a stem down to its moment."""
        parts = []
        for number, seat in enumerate(self.lanes):
            y = 3 + self.lane * number + self.lane / 2
            parts.append(self.look.face(seat, LEFT - 16, y, 9))
            parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{self.look.wide - RIGHT}" opacity=".7"/>')
            for one in self.report.moments(seat):
                x = self.x(one.step + 0.5)
                said = Phrase(
                    "review.mark_label",
                    {
                        "verdict": verdict_phrase(one.verdict),
                        "name": name_of(self.report, seat),
                        "number": one.step + 1,
                    },
                )
                down = self.spot(one.step, seat)
                link = escape(self.look.link.format(step=one.step))
                parts.append(
                    f'<g class="seat-{seat}"><path class="stem" d="M{x:.1f} {y:.1f}V{down:.1f}"/>'
                    f'<circle class="knob" cx="{x:.1f}" cy="{down:.1f}" r="3.6"/></g>'
                    f'<a href="{link}" aria-label="{escape(self.say(said))}">'
                    + (
                        f'<circle class="halo" cx="{x:.1f}" cy="{y:.1f}" r="{self.lane * 0.56:.1f}"/>'
                        if one.step == self.look.chosen
                        else ""
                    )
                    + sign_at(one.verdict, x, y, self.lane * 0.76)
                    + "</a>"
                )
        return "".join(parts)

    def spot(self, step: int, seat: int) -> float:
        """Where a seat's curve is at a step."""
        if self.points:
            return self.y_points(self.report.of(seat).values[step].points)
        share = sum(self.river[step][: seat + 1] if seat < self.report.seats - 1 else self.river[step][:seat])
        return self.y(min(0.985, max(0.015, share)))

    def luck(self) -> str:
        """Luck of one seat at every reveal: up and filled is good, down and hollow is bad."""
        owner = self.look.owner if self.look.owner in self.report.reviewed else self.report.reviewed[0]
        zero = self.bottom + 10 + (self.look.high - AXIS - self.bottom - 16) * 0.6
        said = self.say(Phrase("review.curve.luck", {"name": name_of(self.report, owner)}))
        parts = [
            f'<path class="grid" d="M{LEFT} {zero:.1f}H{self.look.wide - RIGHT}"/>',
            self.look.face(owner, LEFT - 16, zero, 9),
            f'<g class="seat-{owner}">',
        ]
        for change in self.report.changes:
            if change.seat == owner and change.kind == CARDS:
                parts.append(
                    self.bar(self.x(change.step), zero, self.luck_share(change.value.chance, change.value.points))
                )
        return "".join(parts) + "</g>" + text(LEFT + 3, zero + 15, said, "start", "clear")

    def luck_share(self, chance: int, points: int) -> float:
        """Luck as a share of the win, or of ten points in a game for one."""
        return points / THOUSAND / 10 if self.report.alone else chance / MILLION

    def bar(self, x: float, zero: float, share: float) -> str:
        """One bar of luck."""
        if abs(share) < VISIBLE:
            return ""
        tall = min(27.0, max(3.0, abs(share) * 100))
        if share > 0:
            drawn = f'<rect class="up" x="{x - 4:.1f}" y="{zero - tall:.1f}" width="8" height="{tall:.1f}" rx="2"/>'
        else:
            short = min(tall, 14.0)
            drawn = f'<rect class="down" x="{x - 4:.1f}" y="{zero + 1:.1f}" width="8" height="{short:.1f}" rx="2"/>'
        if abs(share) < TOLD or x - self.told_at < NUMBER:
            return drawn
        self.told_at = x
        number = f"{'+' if share > 0 else '−'}{abs(share) * (10 if self.report.alone else 100):.0f}"
        return drawn + text(x + 6, zero - 8 if share > 0 else zero + 13, number, "start", "strong")
