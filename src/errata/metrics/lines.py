"""Line accuracies: are the lines right, and in their place."""

from __future__ import annotations

from errata.kernels.lines import positions
from errata.metrics.base import Counter, Empty, Metric, Ratio

POSITIONS = Counter("positions", ("forward", "reverse", "longer"), positions)

NO_LINES = Empty(1.0, undefined=False)

LINES = (
    Metric("line_accuracy", "Line accuracy", Ratio("forward", "longer", NO_LINES), POSITIONS, "lines",
           "higher", (0, 1), "equal lines at equal positions from the top", identity=1),
    Metric("reverse_line_accuracy", "Reverse line accuracy", Ratio("reverse", "longer", NO_LINES), POSITIONS, "lines",
           "higher", (0, 1), "equal lines at equal positions from the bottom", identity=1),
)  # fmt: skip
