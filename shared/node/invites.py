"""The invites in the hall's folder. Each holds a device's seed and is deleted once used."""

import logging
from pathlib import Path

from shared.net.invite import BadInvite, read_invite

FOLDER = "invites"

log = logging.getLogger(__name__)


class Invites:
    """The invites of one folder. A device that has greeted the hall needs its invite no more."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER
        self._greeted: set[str] = set()
        self._read: dict[Path, str] = {}

    def greeted(self, node: str) -> None:
        """Delete a device's invite at its first greeting."""
        if node in self._greeted:
            return
        self._greeted.add(node)
        for path in self._folder.glob("*.invite"):
            if path not in self._read:
                self._read[path] = _device_of(path)
            if self._read[path] == node:
                try:
                    path.unlink()
                except OSError as error:
                    log.warning("%s was used and cannot be deleted (%s). Delete it.", path, error)


def _device_of(path: Path) -> str:
    """Return the node that an invite admits, "" if the file is no invite."""
    try:
        return read_invite(path.read_text(encoding="utf-8")).keys.node
    except (OSError, UnicodeDecodeError, BadInvite):
        return ""
