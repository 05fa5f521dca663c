"""A division as it would be after a change: what is written, from which round, how it is undone.

Pure. Asks nobody and refuses nothing.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from shared.core.decisions.writing import REFEREE
from shared.core.events import DivisionChanged, DivisionOpened, entities
from shared.core.state import PLAYED_BY, Division, DivisionVersion, HallState, Round
from shared.port import Draft

FIELDS = DivisionOpened.__struct_fields__
"""What an event says of a division."""


def first_open(state: HallState, division: str) -> int:
    """Return the first round of a division that nothing is paired of, from 1."""
    paired = (number for ident, number in state.rounds if ident == division)
    return 1 + max(paired, default=0)


def changing(
    division: Division, fields: Mapping[str, object], from_round: int, why: str
) -> tuple[Draft, ...]:
    """Return the versions with other ``fields`` from a round on, to be written one after the other.

    What was planned for a later round stays planned: there is a version for it as well.
    """
    planned = {one.from_round for one in division.versions if one.from_round > from_round}
    bodies: list[DivisionChanged] = []
    for first in (from_round, *sorted(planned)):
        here = division.at(first)
        said = {**{name: getattr(here, name) for name in FIELDS}, **fields}
        body = DivisionChanged(**said, from_round=first, why=why)
        if not bodies or replace(bodies[-1], from_round=first) != body:
            bodies.append(body)
    ent = entities.division(division.id)
    return tuple(Draft(ent, body, REFEREE) for body in bodies)


def after(division: Division, drafts: tuple[Draft, ...]) -> Division:
    """Return the division as it would be with ``drafts`` written."""
    written = []
    for number, draft in enumerate(drafts):
        body = draft.body
        assert isinstance(body, DivisionChanged)
        written.append(DivisionVersion(f"draft {number}", body.from_round, body, body.why))
    return _as_said(division, (*reversed(written), *division.versions))


def last_change(division: Division) -> tuple[DivisionVersion, ...]:
    """Return the versions that the last change wrote together; none where nothing was changed."""
    if len(division.versions) < 2:
        return ()
    last = division.versions[0]
    together = [one for one in division.versions if (one.at, one.node) == (last.at, last.node)]
    return tuple(one for one in together if one.event != division.versions[-1].event)


def undoing(state: HallState, division: Division, why: str) -> tuple[Draft, ...]:
    """Return the versions that undo the last change, to be written; none where there is none.

    Rounds that were paired under it stay as they were paired.
    """
    gone = last_change(division)
    if not gone:
        return ()
    first = max(first_open(state, division.id), min(one.from_round for one in gone))
    before = _as_said(division, tuple(one for one in division.versions if one not in gone))
    return changing(before, {}, first, why)


def _as_said(division: Division, versions: tuple[DivisionVersion, ...]) -> Division:
    said = {name: getattr(versions[0].says, name) for name in FIELDS}
    return replace(division, **said, versions=versions, apart=())


def as_apart(division: Division, version: DivisionVersion) -> Division:
    """Return the division as a version that stands apart has it."""
    return replace(division, **{name: getattr(version.says, name) for name in FIELDS})


def together(division: Division) -> dict[str, object] | None:
    """Return what all the changes made apart say otherwise, None where two change the same."""
    fields: dict[str, object] = {}
    for event in division.apart:
        own = {
            name: getattr(version.says, name)
            for version in _of_one(division, event)
            for name in FIELDS
            if getattr(version.says, name) != getattr(division, name)
        }
        if own.keys() & fields.keys():
            return None
        fields |= own
    return fields


def _of_one(division: Division, event: str) -> tuple[DivisionVersion, ...]:
    """Return the versions that were written together with one that stands apart, by round."""
    head = division.named(event)
    assert head is not None
    own = [one for one in division.others if (one.at, one.node) == (head.at, head.node)]
    return tuple(sorted(own, key=lambda one: one.from_round))


def settled(division: Division, event: str, why: str) -> tuple[Draft, ...]:
    """Return the versions that settle changes made apart, to be written: the one of ``event``
    counts, "" for all of them together, and what neither had changed stays.

    Each counts from the round that its author meant.
    """
    before = replace(division, apart=())
    found = [one for each in ((event,) if event else division.apart)
             for one in _of_one(division, each)]  # fmt: skip
    drafts: tuple[Draft, ...] = ()
    for version in sorted(found, key=lambda one: one.from_round):
        now = after(before, drafts) if drafts else before
        fields = {
            name: getattr(version.says, name)
            for name in FIELDS
            if getattr(version.says, name) != getattr(division, name)
        }
        drafts += changing(now, fields, version.from_round, why)
    return drafts


def as_paired(division: Division, paired: Round) -> tuple[Draft, ...]:
    """Return the versions with which a round is meant as it was paired, and what was changed
    counts from the next one on."""
    version, meant = division.named(paired.rules), division.version_at(paired.number)
    assert version is not None
    assert meant is not None
    was = division.at(paired.number, paired.rules)
    stays = changing(division, {n: getattr(was, n) for n in PLAYED_BY}, paired.number, meant.why)[
        :1
    ]
    later = {name: getattr(division.at(paired.number + 1), name) for name in PLAYED_BY}
    now = after(division, stays)
    return (*stays, *changing(now, later, paired.number + 1, meant.why))
