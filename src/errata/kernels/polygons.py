"""How two polygons overlap, through shapely; an object without an outline counts as its box.

An object may have several rings: it is all that lies in one of them. Rings that cross themselves are repaired. Shares
of areas do not depend on the sides of the page, so coordinates in shares of the page give the same numbers as pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from errata.errors import UsageError
from errata.kernels.boxes import Overlap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errata.kernels.matching_scored import Measure

    Integers = NDArray[np.int64]

__all__ = ["Outlined", "measured_polygons", "shapely"]

PIECE = 1 << 16  # pairs whose intersections are held at once

Ring = tuple[tuple[float, float], ...]


class Outlined(Protocol):
    """Objects with a box each, and rings of those that have them."""

    @property
    def boxes(self) -> NDArray[np.float64]: ...
    @property
    def outlines(self) -> Mapping[int, Ring]: ...
    @property
    def parts(self) -> Mapping[int, tuple[Ring, ...]]: ...


def shapely() -> Any:
    """The package behind polygons, or an error that names the extra."""
    try:
        import shapely as found
    except ImportError:
        raise UsageError(
            "Polygons need shapely, which is not installed. Install it with: pip install 'errata[polygons]'"
        ) from None
    return found


def measured_polygons(reference: Outlined, hypothesis: Outlined) -> Measure:
    """How the polygons of two sides overlap; where a side has only boxes, those of the other side count, too."""
    import numpy as np

    package = shapely()
    boxed = not all(side.outlines or side.parts for side in (reference, hypothesis))
    ours, theirs = (_shapes(package, side, boxed) for side in (reference, hypothesis))
    areas = package.area(ours), package.area(theirs)

    def measure(one: Integers, other: Integers) -> Overlap:
        shared = np.zeros(len(one))
        for begin in range(0, len(one), PIECE):
            piece = slice(begin, begin + PIECE)
            shared[piece] = package.area(package.intersection(ours[one[piece]], theirs[other[piece]]))
        left, right = areas[0][one], areas[1][other]
        some, none = shared > 0.0, np.zeros(len(one))
        return Overlap(
            np.divide(shared, right + left - shared, out=none.copy(), where=some),
            np.divide(shared, left, out=none.copy(), where=some),
            np.divide(shared, right, out=none, where=some),
        )

    return measure


def _shapes(package: Any, side: Outlined, boxed: bool) -> Any:
    left, top, right, bottom = side.boxes.T
    shapes = package.box(left, top, right, bottom)
    if boxed:
        return shapes
    for place, ring in side.outlines.items():
        shapes[place] = _valid(package, package.Polygon(ring))
    for place, rings in side.parts.items():
        shapes[place] = package.union_all([_valid(package, package.Polygon(ring)) for ring in rings])
    return shapes


def _valid(package: Any, shape: Any) -> Any:
    return shape if shape.is_valid else package.make_valid(shape)
