"""The private facts of a node that may read them: opened, told to its screen, kept in a file.

It works in the node's thread. If the key may not read them, it does nothing. An error with the file
does not stop the node: the log holds every fact.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from shared.core.events import Draft
from shared.core.state import Device
from shared.core.state.office import Known
from shared.node.view import NodeView
from shared.node.work import Append
from shared.port import PrivateChanged
from shared.store.errors import CannotOpen, CannotSave
from shared.store.private_db import PRIVATE_DB, PrivateFile, open_private
from shared.store.sealing import Opener, Reader, may_read, readers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from shared.net.keys import DeviceKeys
    from shared.store.replica import Replica

log = logging.getLogger(__name__)

_SAFE = "Nothing is lost: the log holds every private fact, and the screen shows them."


class Vault:
    """The private facts in ``replica`` that ``keys`` open, with a file in ``folder`` or none."""

    def __init__(self, folder: Path | None, replica: Replica, keys: DeviceKeys) -> None:
        self._folder = folder
        self._replica = replica
        self._node = keys.node
        self._opener = Opener(Reader(keys.node, keys.curve_secret))
        self._seen: tuple[object, bool] = (None, False)
        self._shared: tuple[object, object] = (None, None)
        self._file: PrivateFile | None = None
        self._written: dict[str, Known] = {}
        self._tried = False

    def pass_on(self, node: NodeView, wanted: Callable[[Device], bool]) -> None:
        """Tell the app new facts, and share with ``wanted`` devices what they cannot read yet."""
        try:
            told = self.look()
            drafts = self.to_share(wanted)
        except Exception:
            log.exception("the private facts could not be looked at")
            return
        if told is not None:
            node.tell(told)
        if drafts:
            node.put(Append(0, tuple(drafts)))

    def look(self) -> PrivateChanged | None:
        """Return the facts if they changed and this node may read them."""
        state = self._replica.state
        seen = (state.private, may_read(state.devices.get(self._node)))
        if seen[0] is self._seen[0] and seen[1] == self._seen[1]:
            return None
        self._seen = seen
        if not seen[1]:
            return None
        known = self._opener.known(state.private)
        said = self._keep(known)
        if said:
            log.warning("%s", said)
        return PrivateChanged(known, said)

    def _keep(self, known: dict[str, Known]) -> str:
        """Write the file; return a message for a person, "" for none."""
        said = ""
        if not self._tried and self._folder is not None:
            self._tried = True
            try:
                self._file = open_private(self._folder, self._replica.root)
            except CannotOpen as error:
                return f"{error} {_SAFE} This node writes no {PRIVATE_DB} until it starts again."
            said = self._file.said
        if self._file is None:
            return ""
        try:
            self._file.write(self._written, known)
        except CannotSave as error:
            return (
                f"{PRIVATE_DB} is not up to date ({error.__cause__}). {_SAFE} Make room on the"
                " disk. The next change writes the file again."
            )
        self._written = known
        return said

    def to_share(self, wanted: Callable[[Device], bool]) -> list[Draft]:
        """Return the events that let ``wanted`` devices read what they cannot read yet."""
        state = self._replica.state
        looked = self._shared[0] is state.private and self._shared[1] is state.devices
        self._shared = (state.private, state.devices)
        if looked or not may_read(state.devices.get(self._node)):
            return []
        here = [device for device in state.devices.values() if device.venue == state.venue]
        devices = [device for device in here if wanted(device)]
        return self._opener.to_share(state.private, readers(devices, self._replica.root_key))

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
