"""The review's charts and verdict signs as SVG. Shape and colour both carry the meaning, never colour alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from domik.judge.thresholds import BLUNDER, FIRST_LOOK, HINTED, INACCURACY, MISTAKE, THOUSAND
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say
from domik.reviews.phrases import player_name, verdict_phrase
from domik.reviews.report import CARDS, MonthlyPar, Report

BETTER = "better"
SIGN_SHAPES = {  # in a 24 x 24 box: diamond, triangle, octagon, house; none of them is used by a game
    INACCURACY: "M12 .8L23.2 12L12 23.2L.8 12Z",
    MISTAKE: "M2.2 2.5H21.8Q24 2.5 23 4.6L13.4 22Q12 24.4 10.6 22L1 4.6Q0 2.5 2.2 2.5Z",
    BLUNDER: "M7.4 1H16.6L23 7.4V16.6L16.6 23H7.4L1 16.6V7.4Z",
    BETTER: "M12 .8L23.4 10.4V21.2Q23.4 23.2 21.4 23.2H2.6Q.6 23.2 .6 21.2V10.4Z",
    FIRST_LOOK: "M12 1A11 11 0 1 0 12 23A11 11 0 1 0 12 1Z",
    HINTED: "M12 1A11 11 0 1 0 12 23A11 11 0 1 0 12 1Z",
}
SIGN_STROKES = {
    INACCURACY: "M12 7V12.6M12 16.6V16.7",
    MISTAKE: "M12 6.4V12M12 16V16.1",
    BLUNDER: "M8.2 8.2L15.8 15.8M15.8 8.2L8.2 15.8",
    BETTER: "M7 13.8L10.8 17.4L17.4 10.4",
    FIRST_LOOK: "M11 6.5A4.5 4.5 0 1 0 11 15.5A4.5 4.5 0 1 0 11 6.5ZM14.5 14.5L18 18",
    HINTED: "M12 6A4.5 4.5 0 0 0 9.5 14V15.5H14.5V14A4.5 4.5 0 0 0 12 6ZM10 18.4H14",
}


def _sign_paths(what: str) -> str:
    return f'<path class="body" d="{SIGN_SHAPES[what]}"/><path class="sign" d="{SIGN_STROKES[what]}"/>'


def verdict_sign(what: str, size: float = 24) -> str:
    """A sign as a stand-alone SVG, for use beside text."""
    return (
        f'<svg class="rv-mark {what}" width="{size:g}" height="{size:g}" viewBox="0 0 24 24" aria-hidden="true">'
        f"{_sign_paths(what)}</svg>"
    )


def verdict_sign_at(what: str, x: float, y: float, size: float) -> str:
    """A sign inside a drawing, centred on (x, y)."""
    return (
        f'<g class="rv-mark {what}" transform="translate({x - size / 2:.1f} {y - size / 2:.1f}) '
        f'scale({size / 24:.3f})">{_sign_paths(what)}</g>'
    )


def seat_disc(seat: int, x: float, y: float, r: float) -> str:
    """A disc in the seat's colour with its number."""
    return (
        f'<g class="seat-{seat}"><circle class="face-disc" cx="{x:.1f}" cy="{y:.1f}" r="{r:g}"/>'
        f'<text class="face-number" x="{x:.1f}" y="{y + r * 0.42:.1f}" text-anchor="middle" '
        f'style="font-size:{r * 1.2:.1f}px">{seat + 1}</text></g>'
    )


def svg_text(x: float, y: float, said: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(said)}</text>'


def path_through(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


DrawFace = Callable[[int, float, float, float], str]  # seat, x, y, radius

LANE, LOW_LANE, NARROW_LANE = 25.0, 21.0, 17.0  # height of a seat's lane of marks
LUCK = 52.0
LOW, SLIM = 260.0, 500.0  # below this height the layout is denser, and below this width denser still
LABEL_HEIGHT = 15.0  # lowest band that gets a label
AXIS = 20.0
LEFT, RIGHT = 46.0, 46.0
DASHES = ("none", "9 5", "2 6", "12 4 2 4")
LUCK_SCALE = 20.0  # points of luck that count as one
MOST_LUCK_HEIGHT = 14.0  # of a bar
LEAST_LUCK_DRAWN = 0.03  # luck below this is noise
LEAST_LUCK_LABELLED = 0.1  # luck from this on gets a number, if it fits
LEAST_STAGE, WIDE_STAGE = 16.0, 92.0  # room for the number, and for the name of a round
LABEL_WIDTH = 38.0  # of a luck number
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
class ChartOptions:
    width: float = 880.0
    height: float = 330.0
    points: bool = False  # expected points instead of win chances
    luck_seat: int = 0  # whose luck is shown
    open_step: int | None = None
    link: str = "?step={step}"  # URL of a mark
    face: DrawFace = seat_disc


def draw_game_chart(report: Report, say: Say, look: ChartOptions | None = None) -> str:
    """The chart of the whole game as SVG."""
    return GameChart(report, say, look or ChartOptions()).draw()


class GameChart:
    """Draws one chart: marks on top, curves in the middle, luck below."""

    def __init__(self, report: Report, say: Say, look: ChartOptions) -> None:
        self.report = report
        self.say = say
        self.options = look
        self.points = look.points or report.is_solo
        self.last = max(1, report.moves)
        self.lanes = sorted({one.seat for one in report.marked_judgements()})
        is_low, is_slim = look.height < LOW, look.width < SLIM
        self.lane = LANE if not is_low else NARROW_LANE if is_slim else LOW_LANE
        self.has_luck = look.open_step is None and bool(self.drawn_luck())
        self.top = self.lane * len(self.lanes) + 8
        self.bottom = look.height - AXIS - (LUCK if self.has_luck else 0)
        curve = report.curve() if report.players_reviews else []
        self.chances = [chances for step, chances in curve if step == int(step)]
        self.least, self.most = self.points_range()
        self.last_label_x = -LABEL_WIDTH  # position of the last luck number

    def x(self, step: float) -> float:
        return LEFT + (self.options.width - LEFT - RIGHT) * step / self.last

    def y(self, share: float) -> float:
        """The y coordinate of a share (0 to 1) of the plot's height."""
        return self.bottom - (self.bottom - self.top) * share

    def points_range(self) -> tuple[float, float]:
        all_points = [one.points / THOUSAND for review in self.report.players_reviews for one in review.values]
        if self.report.course is not None:
            all_points += [one.best / THOUSAND for one in self.report.course.months]
        if not all_points:
            return 0.0, 1.0
        return min(all_points) - 2, max(all_points) + 2

    def y_points(self, points: int) -> float:
        """The y coordinate of a score in thousandths of a point."""
        return self.y((points / THOUSAND - self.least) / (self.most - self.least))

    def draw(self) -> str:
        name = self.say(Phrase("review.curve.points" if self.points else "review.curve.chance"))
        look = self.options
        parts = [
            f'<svg class="rv-plot" viewBox="0 0 {look.width:g} {look.height:g}" role="group"'
            f' aria-label="{escape(name)}">',
            f"<defs>{PATTERNS}</defs>",
            self.background(),
        ]
        if self.chances:
            parts += [self.points_lines() if self.points else self.chance_bands(), self.marks()]
            parts += [self.luck_bars()] if self.has_luck else []
        if look.open_step is not None:
            x = self.x(look.open_step)
            parts.append(f'<path class="here" d="M{x:.1f} {self.top:.1f}V{look.height - AXIS:.1f}"/>')
        return "".join(parts) + "</svg>"

    def background(self) -> str:
        """Stripes for the rounds of the game, and their names below, or numbers where there is no room."""
        look, parts = self.options, []
        ends = [*self.report.rounds[1:], self.report.moves]
        for number, (start, end) in enumerate(zip(self.report.rounds, ends, strict=True)):
            a, b = self.x(start), self.x(end)
            if number % 2 == 0:
                parts.append(
                    f'<rect class="stripe" x="{a:.1f}" y="{self.top:.1f}" width="{b - a:.1f}" '
                    f'height="{look.height - AXIS - self.top:.1f}"/>'
                )
            if b - a >= LEAST_STAGE and number < len(self.report.stages):
                name = self.say(self.report.stages[number]) if b - a >= WIDE_STAGE else self.stage_number(number)
                parts.append(svg_text((a + b) / 2, look.height - 5, name, "middle"))
        return "".join(parts)

    def stage_number(self, stage: int) -> str:
        """The number in a stage's name: the first may be a draft, which has none."""
        numbers = [arg for arg in self.report.stages[stage].args.values() if isinstance(arg, int)]
        return str(numbers[0]) if numbers else ""

    def chance_bands(self) -> str:
        """Win chances as stacked bands that add up to 100 %."""
        steps, curve = zip(*self.report.curve(), strict=True)
        floor = [0.0] * len(curve)
        bands, shores = [], []
        for seat in range(self.report.seats):
            roof = [low + one[seat] for low, one in zip(floor, curve, strict=True)]
            upper = [(self.x(step), self.y(share)) for step, share in zip(steps, roof, strict=True)]
            lower = [(self.x(step), self.y(share)) for step, share in zip(steps, floor, strict=True)]
            area = path_through(upper + lower[::-1])
            texture = f'<path d="{area}Z" fill="url(#rv-tex-{seat})"/>' if seat else ""
            bands.append(f'<g class="seat-{seat}"><path class="band" d="{area}Z"/>{texture}</g>')
            if seat < self.report.seats - 1:
                shore = path_through([(x, min(self.bottom - 1, max(self.top + 1, y))) for x, y in upper])
                shores.append(
                    f'<g class="seat-{seat}"><path class="edge" d="{shore}"/><path class="line" d="{shore}"/></g>'
                )
            floor = roof
        return "".join([*bands, *shores, *self.band_labels()])

    def band_labels(self) -> list[str]:
        parts, low = [], 0.0
        start = min(2, len(self.chances) - 1)
        for seat in range(self.report.seats):
            y = self.y(low + self.chances[start][seat] / 2)
            low += self.chances[start][seat]
            if (self.bottom - self.top) * self.chances[start][seat] < LABEL_HEIGHT:
                continue
            parts.append(self.options.face(seat, LEFT + 20, y, 11))
            parts.append(svg_text(LEFT + 37, y + 4, player_name(self.report, seat), "start", "strong clear"))
        parts.append(f'<path class="even" d="M{LEFT} {self.y(0.5):.1f}H{self.options.width - RIGHT}"/>')
        for share in (0.0, 0.5, 1.0):
            label = Phrase("review.percent", {"number": round(100 * share)})
            parts.append(svg_text(LEFT - 8, self.y(share) + 4, self.say(label), "end"))
        for number, seat in enumerate(self.report.winners):
            x, y = self.options.width - RIGHT + 20, self.y(0.5) + 46 * number
            parts.append(self.options.face(seat, x, y, 13))
            parts.append(svg_text(x, y + 29, self.say(Phrase("review.curve.won")), "middle", "strong"))
        return parts

    def points_lines(self) -> str:
        """Expected points of every reviewed seat, each with its own dashes; in a solo game with par for comparison."""
        parts = []
        for points in range(int(self.least // 5 + 1) * 5, int(self.most) + 1, 5):
            y = self.y_points(points * THOUSAND)
            parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{self.options.width - RIGHT}"/>')
            parts.append(svg_text(LEFT - 8, y + 4, str(points), "end"))
        course = self.report.course
        if course is not None:
            parts.append(self.par_steps(course))
        below = -99.0
        for review in sorted(self.report.players_reviews, key=lambda one: -one.values[-1].points):
            near = [(self.x(step), self.y_points(one.points)) for step, one in enumerate(review.values)]
            parts.append(
                f'<g class="seat-{review.seat}"><path class="line" d="{path_through(near)}" '
                f'style="stroke-dasharray:{DASHES[review.seat % len(DASHES)]}"/></g>'
            )
            below = max(near[-1][1], below + 24)
            parts.append(self.options.face(review.seat, self.options.width - RIGHT + 16, below, 10))
        return "".join(parts)

    def par_steps(self, course: MonthlyPar) -> str:
        """The best known plan at the start of each month, as a labelled step line."""
        ends = [*(one.step for one in course.months[1:]), self.last]
        steps = [
            (self.x(step), self.y_points(one.best))
            for one, end in zip(course.months, ends, strict=True)
            for step in (one.step, end)
        ]
        if not steps:
            return ""
        name = self.say(Phrase("review.curve.par"))
        return f'<path class="par" d="{path_through(steps)}"/>' + svg_text(
            LEFT + 6, steps[0][1] - 6, name, "start", "clear"
        )

    def marks(self) -> str:
        """One lane of marks per seat; each mark is a link, with a stem down to the curve."""
        parts = []
        for number, seat in enumerate(self.lanes):
            y = 3 + self.lane * number + self.lane / 2
            parts.append(self.options.face(seat, LEFT - 16, y, 9))
            parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{self.options.width - RIGHT}" opacity=".7"/>')
            for one in self.report.marked_judgements(seat):
                x = self.x(one.step + 0.5)
                said = Phrase(
                    "review.mark_label",
                    {
                        "verdict": verdict_phrase(one.verdict),
                        "name": player_name(self.report, seat),
                        "when": one.when,
                    },
                )
                down = self.curve_y(one.step, seat)
                link = escape(self.options.link.format(step=one.step))
                parts.append(
                    f'<g class="seat-{seat}"><path class="stem" d="M{x:.1f} {y:.1f}V{down:.1f}"/>'
                    f'<circle class="knob" cx="{x:.1f}" cy="{down:.1f}" r="3.6"/></g>'
                    f'<a href="{link}" aria-label="{escape(self.say(said))}">'
                    + (
                        f'<circle class="halo" cx="{x:.1f}" cy="{y:.1f}" r="{self.lane * 0.56:.1f}"/>'
                        if one.step == self.options.open_step
                        else ""
                    )
                    + verdict_sign_at(one.verdict, x, y, self.lane * 0.76)
                    + "</a>"
                )
        return "".join(parts)

    def curve_y(self, step: int, seat: int) -> float:
        if self.points:
            return self.y_points(self.report.seat_review(seat).values[step].points)
        share = sum(self.chances[step][: seat + 1] if seat < self.report.seats - 1 else self.chances[step][:seat])
        return self.y(min(0.985, max(0.015, share)))

    def luck_owner(self) -> int:
        asked = self.options.luck_seat
        return asked if asked in self.report.reviewed else self.report.reviewed[0]

    def drawn_luck(self) -> list[tuple[float, float]]:
        """Where the seat's luck is drawn, and how large it is."""
        owner = self.luck_owner()
        luck = [
            (self.x(change.step), change.value.points / THOUSAND / LUCK_SCALE)
            for change in self.report.changes
            if change.seat == owner and change.kind == CARDS
        ]
        return [one for one in luck if abs(one[1]) >= LEAST_LUCK_DRAWN]

    def luck_bars(self) -> str:
        """One seat's luck at every reveal: filled bars upward are good, hollow bars downward bad."""
        owner = self.luck_owner()
        zero = self.bottom + 10 + (self.options.height - AXIS - self.bottom - 16) * 0.6
        said = self.say(Phrase("review.curve.luck", {"name": player_name(self.report, owner)}))
        parts = [
            f'<path class="grid" d="M{LEFT} {zero:.1f}H{self.options.width - RIGHT}"/>',
            self.options.face(owner, LEFT - 16, zero, 9),
            f'<g class="seat-{owner}">',
        ]
        drawn = self.drawn_luck()
        for number, (x, share) in enumerate(drawn):
            next_x = next(
                (after for after, other in drawn[number + 1 :] if (other > 0) == (share > 0)), self.options.width
            )
            parts.append(self.luck_bar(x, zero, share, next_x - x))
        return "".join(parts) + "</g>" + svg_text(LEFT + 3, self.bottom + 10, said, "start", "clear")

    def luck_bar(self, x: float, zero: float, share: float, room: float) -> str:
        """One bar; its number stands beside it where the next bar on the same side leaves room."""
        tall = min(MOST_LUCK_HEIGHT, max(3.0, abs(share) * 100))
        if share > 0:
            drawn = f'<rect class="up" x="{x - 4:.1f}" y="{zero - tall:.1f}" width="8" height="{tall:.1f}" rx="2"/>'
        else:
            short = min(tall, 14.0)
            drawn = f'<rect class="down" x="{x - 4:.1f}" y="{zero + 1:.1f}" width="8" height="{short:.1f}" rx="2"/>'
        if abs(share) < LEAST_LUCK_LABELLED or min(room, x - self.last_label_x) < LABEL_WIDTH:
            return drawn
        self.last_label_x = x
        number = f"{'+' if share > 0 else '−'}{abs(share) * LUCK_SCALE:.0f}"
        return drawn + svg_text(x + 6, zero - 8 if share > 0 else zero + 13, number, "start", "strong")
