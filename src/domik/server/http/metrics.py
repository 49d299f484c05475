"""Metrics in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Histogram:
    """Durations in seconds, counted in the buckets of BOUNDS."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def render_lines(self, name: str, labels: str) -> list[str]:
        """In Prometheus' format, where every bucket includes the smaller ones."""
        found, sum_so_far = [], 0
        for bound, count in zip((*(f"{bound:g}" for bound in BOUNDS), "+Inf"), self.counts, strict=True):
            sum_so_far += count
            found.append(f'{name}_bucket{{{labels},le="{bound}"}} {sum_so_far}')
        return [*found, f"{name}_sum{{{labels}}} {self.total:.6f}", f"{name}_count{{{labels}}} {sum_so_far}"]


@dataclass
class Metrics:
    """Counters and gauges; the name of each field is that of the metric."""

    tables_opened: int = 0
    games_finished: int = 0
    entries: int = 0
    moves: int = 0
    refused: int = 0
    messages: int = 0
    sockets: int = 0
    limited: int = 0
    errors: int = 0
    times: dict[str, Histogram] = field(default_factory=dict)
    queues: dict[str, Callable[[], int]] = field(default_factory=dict)  # lengths of queues that register here

    def observe(self, kind: str, seconds: float) -> None:
        if kind not in self.times:
            self.times[kind] = Histogram()
        self.times[kind].add(seconds)

    def render_text(
        self, by_label: Mapping[str, tuple[str, Mapping[str, float]]] | None = None, **gauges: float
    ) -> str:
        """All metrics; `by_label` maps a metric's name to its label and the values by label value."""
        lines = []
        for counter in fields(self):
            if counter.name not in ("times", "queues"):
                kind = "gauge" if counter.name == "sockets" else "counter"
                name = f"domik_{counter.name}" + ("" if kind == "gauge" else "_total")
                lines += [f"# TYPE {name} {kind}", f"{name} {getattr(self, counter.name)}"]
        for gauge, value in gauges.items():
            lines += [f"# TYPE domik_{gauge} gauge", f"domik_{gauge} {value:g}"]
        for name, (label, values) in (by_label or {}).items():
            lines.append(f"# TYPE domik_{name} {'counter' if name.endswith('_total') else 'gauge'}")
            lines += [f'domik_{name}{{{label}="{key}"}} {value:g}' for key, value in sorted(values.items())]
        lines.append("# TYPE domik_seconds histogram")
        for kind, histogram in sorted(self.times.items()):
            lines += histogram.render_lines("domik_seconds", f'kind="{kind}"')
        return "\n".join(lines) + "\n"
