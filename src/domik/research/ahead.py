"""One step ahead in NumPy: what every open action of a batch leads to, for value networks and one-step searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domik.kernel import ahead as kernel
from domik.research.buffers import Numbers, laid_over, np

if TYPE_CHECKING:
    from domik.research.batch import Batch


class Ahead:
    """A row for every open action of every table; the arrays change with the next look.

    - `table` [rows] int64: at which table, in their order
    - `action` [rows] int64: the action's number
    - `seat` [rows] int64: who would act
    - `observation` [rows, width] int64: what the seat that acts may then know, in a world imagined from its view
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.kernel = kernel.Ahead(batch.kernel)

    def look(self) -> None:
        """Try every open action of every table once."""
        inner = self.kernel
        inner.look()
        rows = self.rows = int(inner.rows)
        width = self.batch.width
        self.table: Numbers = laid_over(inner.table, np.int64)[:rows]
        self.action: Numbers = laid_over(inner.action, np.int64)[:rows]
        self.seat: Numbers = laid_over(inner.seat, np.int64)[:rows]
        self.observation: Numbers = laid_over(inner.observation, np.int64)[: rows * width].reshape(rows, width)

    def features(self, kind: str = "float32") -> Numbers:
        """The features of every row, an array of its own."""
        encoding = self.batch.encoding
        self.kernel.encode(encoding.encoder)
        return encoding.scaled(laid_over(self.kernel.features, np.uint8).reshape(self.rows, -1), kind)

    def best(self, values: Numbers) -> Numbers:
        """For every table the row whose value is highest; of equals the first."""
        order = np.lexsort((np.arange(self.rows), -values, self.table))
        found: Numbers = order[np.searchsorted(self.table[order], np.arange(self.batch.tables))]
        return found
