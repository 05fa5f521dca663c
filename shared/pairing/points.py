"""Match points as a pairing counts them."""

from fractions import Fraction

from shared.core.text.sentence import Counted

Points = int | Fraction
"""Match points: whole under every rulebook; a file of another program may hold halves."""


def points_said(points: Points) -> Counted:
    """Return match points as they stand in a sentence: 1 point, 2 points, 3½ points."""
    return Counted("{count} point", "{count} points", points)
