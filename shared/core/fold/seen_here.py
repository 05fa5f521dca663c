"""What of the state is seen in this hall, and what the registry says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from shared.core.events.entities import Part
from shared.core.fold.authority import Registry
from shared.core.state import Device, Report

K = TypeVar("K")
V = TypeVar("V")


def of_registry(registry: Registry) -> dict[str, Any]:
    """Return the parts of the state that the registry has."""
    terms = registry.terms
    # A hall whose key was withdrawn is none, whatever term it had opened.
    hall = "" if registry.revoked(terms.hall) else terms.hall
    return {"term": terms.number, "hall": hall, "venue": registry.venue}


def seen_here(part: Part, told: Mapping[K, V], registry: Registry) -> Mapping[K, V]:
    """Return what of a part of the state is to be seen in this hall."""
    if not registry.halls_beside:
        return told
    whose = _WHOSE[part]
    return {k: v for k, v in told.items() if not registry.elsewhere(whose(k, v))}


def named_devices(devices: Mapping[str, Device], names: Mapping[str, str]) -> dict[str, Device]:
    """Return the devices, by their nodes, each under the name that it was given last."""
    return {
        node: replace(device, label=names[node]) if node in names else device
        for node, device in sorted(devices.items())
    }


def _reported(_: str, report: Report) -> str:
    return report.table if report.match is None else report.match.division


_WHOSE: Final[dict[Part, Callable[[Any, Any], str]]] = {
    "tables": lambda ident, _: ident,
    "divisions": lambda ident, _: ident,
    "players": lambda _, player: player.division,
    "rounds": lambda key, _: key[0],
    "matches": lambda _, match: match.key.division,
    "reports": _reported,
}
"""Part of the state → the id of a value in it that says which venue it belongs to."""
