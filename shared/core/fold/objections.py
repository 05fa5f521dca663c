"""Why an event is not in force, by what its author's key may say, as sentences."""

from collections.abc import Callable, Sequence

from shared.core.events import (
    KINDS,
    DeviceEnrolled,
    DeviceNamed,
    DeviceRevoked,
    Event,
    Kind,
    RightsSet,
    Scope,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.fold.authority import Registry
from shared.core.fold.cuts import right_for
from shared.core.fold.venues import stray
from shared.core.text.sentence import Sentence


def objections(
    registry: Registry, events: Sequence[Event], tables_of: Callable[[MatchKey], frozenset[str]]
) -> list[Sentence | None]:
    """Return for each event of one entity why it is not in force; None if it is."""
    if len(events) == 1:
        return [objection(registry, events[0], tables_of)]
    alike: dict[tuple[str, str], Sentence | None] = {}
    found: list[Sentence | None] = []
    for event in events:
        whose = (event.node, event.kind)
        alone = event.node in registry.bounded or event.body is None
        if alone or not event.kind.startswith("t."):
            found.append(objection(registry, event, tables_of))
            continue
        if whose not in alike:
            alike[whose] = objection(registry, event, tables_of)
        found.append(alike[whose])
    return found


def objection(
    registry: Registry, event: Event, tables_of: Callable[[MatchKey], frozenset[str]]
) -> Sentence | None:
    """Return why ``event`` is not in force; None if it is.

    ``tables_of`` gives the tables that pairings gave a match.
    """
    parsed, kind = entities.parse(event.ent), KINDS.get(event.kind)
    if parsed is None or kind is None or kind.about.family != parsed.family:
        return Sentence("an event of this kind may not be about this")
    if event.body is None:
        return Sentence("an older version wrote it, and it does not fit the limits of today")
    if event.id in registry.revocations:
        return None
    if isinstance(event.body, DeviceRevoked) and parsed.ident == registry.root:
        return Sentence("the tournament key cannot be revoked")
    if registry.cut_off(event):
        return Sentence("written by a device after its key was revoked")
    if kind.is_testimony:
        return _testimony_objection(registry, event, parsed, kind, tables_of)
    about_one = isinstance(event.body, DeviceRevoked | DeviceNamed)
    if about_one and not registry.governs(event.node, parsed.ident):
        return Sentence("its author belongs to another hall than the device")
    if kind.by == "tournament key":
        return (
            None if event.node == registry.root else Sentence("only the tournament key may open it")
        )
    if isinstance(event.body, DeviceEnrolled):
        return _enrolment_objection(registry, event)
    scope = right_for(event.ent, event.body)
    assert scope is not None  # all other authority is by right
    return _authority_objection(registry, event, parsed, kind, scope, tables_of)


def _authority_objection(
    registry: Registry,
    event: Event,
    parsed: entities.Parsed,
    kind: Kind,
    scope: Scope,
    tables_of: Callable[[MatchKey], frozenset[str]],
) -> Sentence | None:
    said = registry.rights.allows(event, scope)
    if said is False:
        return Sentence(
            "the chief referee has taken the right '{scope}' from its author", scope=scope
        )
    if said is None and not registry.holds(event.node, scope):
        return Sentence("its author's key does not hold the right '{scope}'", scope=scope)
    if isinstance(event.body, RightsSet):
        return registry.no_word(event, parsed.ident)
    if kind.of_itself and event.node != parsed.ident:
        return Sentence("a node says only of itself where it is")
    tables = tables_of(parsed.match) if parsed.match is not None else frozenset[str]()
    return (
        registry.trespass(event, tables)
        or _lead_objection(registry, event, parsed)
        or registry.outdated(event)
    )


def _may_rule(registry: Registry, event: Event) -> bool:
    """Return whether the author may rule: then they report what they saw, at any table."""
    said = registry.rights.allows(event, "rule")
    return registry.holds(event.node, "rule") if said is None else said


def _lead_objection(registry: Registry, event: Event, parsed: entities.Parsed) -> Sentence | None:
    if parsed.entity is entities.lead:
        return registry.leads.claim_objection(event)
    if parsed.entity.matter != "lead" or event.node == registry.root:
        return None
    venue = registry.home(event.node)
    return registry.leads.objection(event, parsed.ident) or stray(
        event, parsed.ident, venue, registry.openings
    )


def _enrolment_objection(registry: Registry, event: Event) -> Sentence | None:
    body = event.body
    if not isinstance(body, DeviceEnrolled) or not registry.holds(event.node, "admit"):
        return Sentence("its author's key does not hold the right '{scope}'", scope="admit")
    if registry.grants_in_vain(event):
        return Sentence("only the tournament key may grant rights")
    late = registry.late.get(event.id)
    return None if late is None else late.why


def _testimony_objection(
    registry: Registry,
    event: Event,
    parsed: entities.Parsed,
    kind: Kind,
    tables_of: Callable[[MatchKey], frozenset[str]],
) -> Sentence | None:
    author = registry.devices.get(event.node)
    if author is None:
        return Sentence("its author is not enrolled")
    if kind.of_itself:
        return None if event.node == parsed.ident else Sentence("a device measures only itself")
    if kind.by == "kiosk":
        # No table may speak for a player; those of headquarters' divisions play in any hall.
        if author.role != "kiosk":
            return Sentence("its author is no kiosk")
        return registry.trespass(event) if registry.owner(parsed.ident) else None
    if parsed.match is None:
        tables = frozenset({parsed.ident})
    else:
        tables = tables_of(parsed.match)
        if not tables:
            return Sentence("no pairing names this match")
        if kind.seen_by_referees and _may_rule(registry, event):
            return registry.trespass(event, tables)
    if any(registry.assignments.covers(event, table) for table in tables):
        return None
    return Sentence("its author is not the device of this table")
