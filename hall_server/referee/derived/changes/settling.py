"""What settles changes that were made apart, and a round that was paired without one. Pure."""

from msgspec.structs import replace

from hall_server.referee.derived.changes.versions import FIELDS, after, changing
from shared.core.state import PLAYED_BY, Division, DivisionVersion, Round
from shared.port import Draft


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
