"""Glicko-2: how strong somebody is, and how sure we are of it (Mark Glickman's paper of 2022; letters as there)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
TAU = 0.5  # how much somebody's form may swing


class Rating(NamedTuple):
    """Strength, how far from it the truth may be, and how steady somebody plays."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    def rested(self, periods: int) -> Rating:
        """After so many periods without a game we are less sure."""
        rd = sqrt(self.deviation**2 + periods * (SCALE * self.volatility) ** 2)
        return self._replace(deviation=min(rd, 350.0))


def updated(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after one period: rivals as they were before it, with 1 for a win, 0.5 and 0."""
    if not games:
        return player.rested(1)
    mu, phi = (player.value - 1500) / SCALE, player.deviation / SCALE
    rivals = [((one.value - 1500) / SCALE, 1 / sqrt(1 + 3 * (one.deviation / SCALE / pi) ** 2), s) for one, s in games]
    expected = [(g, s, 1 / (1 + exp(-g * (mu - mu_j)))) for mu_j, g, s in rivals]
    v = 1 / sum(g * g * e * (1 - e) for g, _, e in expected)
    gain = sum(g * (s - e) for g, s, e in expected)
    sigma = new_volatility(phi, v, v * gain, player.volatility)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Rating(1500 + SCALE * (mu + phi * phi * gain), min(SCALE * phi, 350.0), sigma)


def new_volatility(phi: float, v: float, delta: float, sigma: float) -> float:
    """Step 5 of the paper: the zero of f by the Illinois method."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / TAU**2

    low, high = a, log(delta * delta - phi * phi - v) if delta * delta > phi * phi + v else a - TAU
    while delta * delta <= phi * phi + v and f(high) < 0:
        high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        low, f_low = (high, f_high) if f_middle * f_high <= 0 else (low, f_low / 2)
        high, f_high = middle, f_middle
    return exp(low / 2)
