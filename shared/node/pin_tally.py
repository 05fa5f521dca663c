"""Wrong tries at PINs, kept in the device's folder, so that a restart does not forget them.

It keeps counts, neither a PIN nor its hash.
"""

import logging
from pathlib import Path
from typing import Annotated

import msgspec

from shared.machine.pins import Tally
from shared.machine.saving import write_secret

FILE = "pin-tries.json"

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]

log = logging.getLogger(__name__)


class KeptTally(Tally):
    """A tally that is on the disk before the next try; with a full disk, in memory only."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self._path = home / FILE
        try:
            self.wrong = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Count])
        except FileNotFoundError:
            return
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("the count of wrong tries at PINs begins again: %s", error)

    def note(self, name: str, wrong: int) -> None:
        """Keep the number of wrong tries."""
        before = self.of(name)
        super().note(name, wrong)
        if wrong == before:
            return
        try:
            write_secret(self._path, msgspec.json.encode(self.wrong).decode())
        except OSError as error:
            log.warning("wrong tries at PINs are not kept: %s", error)
