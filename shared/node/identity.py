"""Who a node is while its process runs, and where its replica lies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shared.net.keys import DeviceKeys


@dataclass(frozen=True)
class Home:
    """Where and who a node is. ``instance`` and ``new_store_id`` are fresh random hex.

    ``also`` are further authors whose events this node has to hand in (a command that wrote with
    the tournament key). ``keeps_private`` False leaves no readable file of private facts behind.
    """

    path: Path
    root_key: bytes
    keys: DeviceKeys
    instance: str
    new_store_id: str
    also: tuple[str, ...] = ()
    keeps_private: bool = True
