"""How long a search may go on, counted in work and not in time: the same on every machine."""

from dataclasses import dataclass

PATIENCE = 60_000_000
"""Work of one search. A matching of n players counts as n³; some ten seconds in all."""


@dataclass
class Patience:
    """How much work is left; once it is lost, nothing more may be searched for."""

    left: int = PATIENCE
    lost: bool = False

    def spend(self, work: int) -> bool:
        """Return whether enough work is left for this."""
        self.left -= work
        self.lost = self.lost or self.left < 0
        return not self.lost
