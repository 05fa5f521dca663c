"""Which parts of the state this hall shows, and what the registry adds to them."""

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from shared.core.fold.authority import Registry
from shared.core.state import Device, Division, Match, Player, Report, Round, Table

K = TypeVar("K")
V = TypeVar("V")


def of_registry(registry: Registry) -> dict[str, object]:
    """Return the parts of the state that the registry holds."""
    terms = registry.terms
    # A node whose key was withdrawn is not the hall, whatever term it opened.
    hall = "" if registry.revoked(terms.hall) else terms.hall
    return {"term": terms.number, "hall": hall, "venue": registry.venue}


def seen_here(told: Mapping[K, V], registry: Registry) -> Mapping[K, V]:
    """Return the values of a part of the state that do not belong to another hall."""
    if not registry.halls_beside:
        return told
    return {key: value for key, value in told.items() if not registry.elsewhere(_owned_by(value))}


def named_devices(devices: Mapping[str, Device], names: Mapping[str, str]) -> dict[str, Device]:
    """Return the devices by node, each with its latest name."""
    return {
        node: replace(device, label=names[node]) if node in names else device
        for node, device in sorted(devices.items())
    }


def _owned_by(value: object) -> str:
    """Return the id that says which venue a value belongs to: of its table or its division."""
    match value:
        case Table() | Division():
            return value.id
        case Player() | Round():
            return value.division
        case Match():
            return value.key.division
        case Report():
            return value.table if value.match is None else value.match.division
    raise TypeError(value)
