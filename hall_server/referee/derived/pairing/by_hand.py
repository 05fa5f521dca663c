"""A round that the referee pairs or changes by hand: what it begins from, what is said of it, and
what is written.

Pure. Publishes nothing.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

import msgspec

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.boards import free_tables
from hall_server.referee.derived.pairing.draft_round import Seats, fixed_tables, taken_tables
from hall_server.referee.derived.rounds import has_begun, latest, matches_of
from shared.core.decisions.writing import REFEREE
from shared.core.events import (
    ByHand,
    Checked,
    FieldEntry,
    HandReason,
    PairedMatch,
    RoundPaired,
    entities,
)
from shared.core.events.entities import at_venue
from shared.core.state import Match, Round
from shared.core.text.language import _
from shared.pairing import Entrant, Finding, Proposal, Relaxation
from shared.pairing.by_hand.checked import BY_HAND, as_drawn, check_by_hand
from shared.pairing.by_hand.draft import HandPair, HandRound
from shared.pairing.by_hand.warnings import Situation, Warned, warnings
from shared.pairing.from_hall import entrants, is_away
from shared.pairing.knockout.by_lives import is_decisive
from shared.pairing.log.lines import (
    ChangedByHand,
    GoesOn,
    GotBye,
    LogLine,
    LostBye,
    Moved,
    NewPair,
    NoLonger,
    PlayedOn,
    written,
)
from shared.pairing.open_play import homes
from shared.pairing.systems import LIVES
from shared.port import Draft


@dataclass(frozen=True, slots=True)
class Base:
    """What a round is changed from. ``published`` is None while it is not published."""

    division: str
    round_no: int
    draft: HandRound
    field: tuple[Entrant, ...]
    """Who may be paired, as they stood before the round."""
    published: Round | None = None
    relaxed: tuple[Relaxation, ...] = ()

    @property
    def key(self) -> tuple[str, int]:
        """Division id and round number."""
        return (self.division, self.round_no)


def to_change(moment: Moment, division: str) -> Round | None:
    """Return the division's last round where it is published and may be changed by hand."""
    return None if why_not(moment, division) else latest(moment, division)


def why_not(moment: Moment, division: str) -> str:
    """Return why the division's last round cannot be changed by hand; "" where it can."""
    if moment.state.divisions[division].book.pairing_system not in BY_HAND:
        return _("Who meets whom follows from the draw sheet here: correct the result behind it.")
    last = latest(moment, division)
    if last is None or not last.event:
        return _("No round is published that could be changed.")
    if last.contested:
        return _(
            "Two pairings of round {number} are published: rule first which one stands."
        ).format(number=last.number)
    return ""


def from_proposal(
    key: tuple[str, int],
    proposal: Proposal,
    tables: Sequence[str],
    relaxed: Sequence[Relaxation] = (),
) -> Base:
    """Return a drawn round that nobody has published; ``tables`` may be too few."""
    seated = [*tables, *[None] * (len(proposal.pairs) - len(tables))]
    pairs = tuple(HandPair(pair, table) for pair, table in zip(proposal.pairs, seated, strict=True))
    draft = HandRound(pairs, proposal.byes)
    field = proposal.field
    if proposal.algorithm == LIVES:
        field = _still_in(field, draft)
    return Base(*key, draft, field, relaxed=tuple(relaxed))


def from_round(moment: Moment, paired: Round) -> Base:
    """Return a published round, and who may be seated in it: those who came late as well."""
    pairs = tuple(HandPair(match.players, match.table or None) for match in paired.matches)
    then = {entry.player: entry for entry in paired.field}
    field = [
        replace(
            entrant,
            match_points=then[entrant.player].match_points,
            had_bye=then[entrant.player].byes > 0,
            later_byes=max(0, then[entrant.player].byes - 1),
        )
        if entrant.player in then
        else entrant
        for entrant in entrants(moment.state, *paired.key)
    ]
    draft, found = HandRound(pairs, paired.byes), tuple(field)
    if moment.state.divisions[paired.division].book.pairing_system == "double_knockout":
        found = _still_in(found, draft)
    return Base(*paired.key, draft, found, paired)


def _still_in(field: tuple[Entrant, ...], draft: HandRound) -> tuple[Entrant, ...]:
    """Return those who have lives: nobody enters a knock-out late."""
    return tuple(entrant for entrant in field if entrant.player in draft.named)


@dataclass(frozen=True)
class Hand:
    """A draft beside what it was made from, and everything that is to be said of it."""

    moment: Moment
    base: Base
    draft: HandRound

    @property
    def changed(self) -> bool:
        """Whether anything is otherwise than before."""
        return self.draft != self.base.draft

    @cached_property
    def free(self) -> tuple[str, ...]:
        """Who may be seated and is not in the draft, by name."""
        named = set(self.draft.named)
        out = [entrant.player for entrant in self.base.field if entrant.player not in named]
        return tuple(sorted(out, key=self.moment.name))

    @cached_property
    def warned(self) -> tuple[Warned, ...]:
        """Every warning that applies, what stops it first."""
        return warnings(self.draft, self._situation)

    @cached_property
    def stops(self) -> tuple[Warned, ...]:
        """What has to be mended first."""
        return tuple(warned for warned in self.warned if warned.stops)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The checker's report."""
        named = set(self.draft.named) | set(self.base.draft.named)
        if self.base.published is None:
            named |= {entrant.player for entrant in self.base.field}
        field = [entrant for entrant in self.base.field if entrant.player in named]
        base = self.base
        return check_by_hand(self.moment.state, *base.key, field, self.draft, base.relaxed)

    @cached_property
    def decisive(self) -> bool:
        """Whether a new pair of it plays on until one side is ahead (DARK-KO)."""
        return is_decisive(self.moment.state, *self.base.key, self.draft.byes)

    def table(self) -> str | None:
        """Return the first table that a new pair can have, None where there is none."""
        used = {pair.table for pair in self.draft.pairs}
        division = self.moment.state.divisions[self.base.division]
        before = [pair.table for pair in self.base.draft.pairs if pair.table]
        own = [*before, *free_tables(self.moment, division)]
        taken = taken_tables(self.moment, self.base.division)
        return next((t for t in own if t not in used and t not in taken), None)

    def differences(self) -> tuple[LogLine, ...]:
        """Return what is otherwise, each pair, table and bye on its own."""
        before = {pair.players: pair.table for pair in self.base.draft.pairs}
        lines: list[LogLine] = []
        for pair in self.draft.pairs:
            if pair.players not in before:
                lines.append(NewPair(*pair.players, pair.table or ""))
            elif before[pair.players] != pair.table:
                lines.append(Moved(*pair.players, pair.table or ""))
        after = {pair.players for pair in self.draft.pairs}
        lines += [NoLonger(*players) for players in before if players not in after]
        byes, old = self.draft.byes, self.base.draft.byes
        lines += [GotBye(player) for player in byes if player not in old]
        lines += [LostBye(player) for player in old if player not in byes]
        # What a published pair plays for stays as it was.
        if self.decisive and (self.base.published is None or after - before.keys()):
            division = self.moment.state.divisions[self.base.division]
            lines.append(PlayedOn(division.book.clause("lives")))
        return tuple(lines)

    @cached_property
    def _situation(self) -> Situation:
        moment, base = self.moment, self.base
        state, division = moment.state, moment.state.divisions[base.division]
        paired = base.published
        playing = () if paired is None else matches_of(moment, paired)
        in_it = set(base.draft.named)
        return Situation(
            round_no=base.round_no,
            entrants={entrant.player: entrant for entrant in base.field},
            withdrawn=[p.id for p in state.players.values() if is_away(p, base.round_no)],
            byes={entrant.player: entrant.byes for entrant in base.field},
            max_byes=division.book.max_byes,
            tables=division.tables,
            taken=taken_tables(moment, base.division),
            fixed=fixed_tables(state),
            homes=homes(state, base.division),
            closer_first=division.book.open_play,
            stands=HandRound() if paired is None else base.draft,
            begun=[match.players for match in playing if has_begun(moment, match)],
            optional=()
            if paired is None
            else [entrant.player for entrant in base.field if entrant.player not in in_it],
        )


@dataclass(frozen=True, slots=True)
class Answered:
    """What the referee answers for: reason and witnesses."""

    reason: HandReason
    words: str
    """The referee's own, where the reason is "other"."""
    witnesses: tuple[str, ...]


def signed(hand: Hand, answered: Answered) -> ByHand:
    """Return reason, checker's report and warnings, as the event has them."""
    published = hand.base.published
    return ByHand(
        answered.reason,
        answered.words,
        "" if published is None else published.event,
        tuple(Checked(finding.clause, finding.verdict) for finding in hand.findings),
        tuple(dict.fromkeys(warned.kind for warned in hand.warned)),
    )


def for_the_log(
    hand: Hand, answered: Answered, goes_on: Collection[tuple[str, str]] = ()
) -> tuple[LogLine, ...]:
    """Return what the pairing log has to say of it (ACF-3.VIII)."""
    play_on = (GoesOn(*players) for players in goes_on)
    return (ChangedByHand(answered.reason, answered.words), *hand.differences(), *play_on)


def change(
    hand: Hand,
    answered: Answered,
    *,
    token: Callable[[], str],
    now_ms: int,
    goes_on: Mapping[str, tuple[str, str]] = MappingProxyType({}),
) -> Draft:
    """Return the new version of a published round, to be written.

    A pair that stays keeps its uid and all that was played, also at another table. ``goes_on`` has
    the uid of each match that others play than were paired, with these by seat: it is theirs from
    now on. Any other new pair, and one whose match is void and played again, has a uid and an hour
    of its own. ``now_ms`` is the hall's UTC ms.
    """
    base, paired = hand.base, hand.base.published
    assert paired is not None
    known_matches = hand.moment.state.matches
    again = {uid for uid, match in known_matches.items() if match.again}
    theirs = {frozenset(players): uid for uid, players in goes_on.items()}
    by_uid = {match.uid: match for match in paired.matches}
    stays = {
        match.players: match
        for match in paired.matches
        if match.uid not in again and match.uid not in goes_on
    }
    venue = hand.moment.state.divisions[base.division].venue
    starts_at = max(paired.starts_at, now_ms)
    matches = []
    for pair in hand.draft.pairs:
        table = pair.table or ""
        if (uid := theirs.get(frozenset(pair.players))) is not None:
            first, second = goes_on[uid]
            matches.append(msgspec.structs.replace(by_uid[uid], first=first, second=second))
        elif pair.players in stays:
            matches.append(msgspec.structs.replace(stays[pair.players], table=table))
        else:
            at = (at_venue(token(), venue), table, *pair.players)
            matches.append(PairedMatch(*at, starts_at=starts_at, decisive=hand.decisive))
    known = {entry.player for entry in paired.field}
    late = [e for e in base.field if e.player in hand.draft.named and e.player not in known]
    body = RoundPaired(
        hand.moment.state.rounds[base.key].starts_at,
        paired.seed,
        tuple(matches),
        hand.draft.byes,
        answered.witnesses,
        (*paired.trace, *written(for_the_log(hand, answered, tuple(goes_on.values())))),
        paired.algorithm,
        (*paired.field, *(FieldEntry(e.player, int(e.match_points), e.byes) for e in late)),
        by_hand=signed(hand, answered),
        rules=paired.rules,
    )
    return Draft(entities.pairing(*base.key), body, REFEREE)


def played_again(moment: Moment, match: Match, token: Callable[[], str]) -> Draft | None:
    """Return the new version of a round in which a void match is played again by the same two.

    None where the match is of no round that is paired by hand.
    """
    paired = moment.state.rounds.get((match.key.division, match.key.round_no))
    system = moment.state.divisions[match.key.division].book.pairing_system
    if paired is None or paired.contested or not paired.event or system not in BY_HAND:
        return None
    base = from_round(moment, paired)
    answered = Answered("void", "", paired.witnesses)
    return change(Hand(moment, base, base.draft), answered, token=token, now_ms=moment.hall_ms)


def as_proposal(
    proposal: Proposal, hand: Hand, answered: Answered
) -> tuple[Proposal, Seats, ByHand]:
    """Return a drawn round as the referee has changed it, its tables, and the answer for it."""
    pairs = tuple(pair.players for pair in hand.draft.pairs)
    floats = as_drawn(proposal.field, pairs, None).floats
    changed = replace(
        proposal,
        pairs=pairs,
        byes=hand.draft.byes,
        findings=hand.findings,
        trace=(
            *(line for line in proposal.trace if not isinstance(line, PlayedOn)),
            *for_the_log(hand, answered),
        ),
        floats=floats,
        slots=(),
        decisive=hand.decisive,
    )
    tables = tuple(pair.table or "" for pair in hand.draft.pairs)
    return changed, Seats(tables), signed(hand, answered)
