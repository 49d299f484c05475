"""Numbers for those who watch the server, in Prometheus' text format."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass
class Metrics:
    """Counters and gauges; each field's name is the metric's."""

    tables_opened: int = 0
    games_finished: int = 0
    entries: int = 0
    moves: int = 0
    refused: int = 0
    messages: int = 0
    sockets: int = 0
    limited: int = 0
    errors: int = 0

    def text(self, **gauges: float) -> str:
        """Everything, one line a number."""
        lines = []
        for counter in fields(self):
            kind = "gauge" if counter.name == "sockets" else "counter"
            name = f"domik_{counter.name}" + ("" if kind == "gauge" else "_total")
            lines += [f"# TYPE {name} {kind}", f"{name} {getattr(self, counter.name)}"]
        for gauge, value in gauges.items():
            lines += [f"# TYPE domik_{gauge} gauge", f"domik_{gauge} {value:g}"]
        return "\n".join(lines) + "\n"
