"""The options of ``hall-terminal``. Loads nothing: they are known before the rest is loaded."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the command line says; ``speed`` is how many times as fast the match clock runs."""

    home: Path
    invite: Path | None
    hall: str
    speed: float
    robot: Path | None
    headless: bool
    language: str
    theme: str
    service_pin: str
    plain: bool
    left_key: str
    right_key: str

    @property
    def locked(self) -> bool:
        """Return whether only the service PIN opens the way out."""
        return bool(self.service_pin)
