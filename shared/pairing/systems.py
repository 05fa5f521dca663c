"""One door to all pairing systems: a division's rulebook says which one draws its rounds.

Names the draws and their versions. The rules are in the systems' own modules.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from shared.core.rulebooks import overrides_of
from shared.core.rulebooks.base import PairingSystem
from shared.core.state import Division, HallState
from shared.core.text.sentence import Counted, Players, Sentence
from shared.pairing.checking.check import Finding, check_round
from shared.pairing.from_hall import (
    asked_for_a_bye,
    entrants,
    first_field,
    is_away,
    late_entries,
    opted_out,
    span,
)
from shared.pairing.knockout.by_lives import life_rounds, lives_now, lives_rule
from shared.pairing.knockout.by_sheet import draw_by_sheet
from shared.pairing.knockout.lives import draw_round, lives_after
from shared.pairing.log.lines import ByBerger, HasGone, LogLine, PlayedOn, Relaxation, SetByEvent
from shared.pairing.proposal import Proposal
from shared.pairing.round_robin.berger import round_robin, without
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import (
    Decided,
    Entrant,
    FirstRound,
    PairingImpossible,
    SwissRound,
    agreeing,
)

SWISS, ROBIN, LIVES, SHEET = "swiss 1", "berger 1", "lives 1", "draw sheet 1"
"""Name and version of each draw. A change that draws another round from the same seed gets the next
number."""

_ACTS: dict[PairingSystem, tuple[str, ...]] = {
    "swiss": ("swiss.", "max_byes", "rounds"),
    "round_robin": ("round_robin.", "rounds"),
    "double_knockout": ("lives.",),
    "knockout": ("contest.", "games_per_match"),
    "draw_sheet": ("draw_sheet.",),
    "open_play": ("open_play.",),
}


@dataclass(frozen=True, slots=True)
class _Case:
    state: HallState
    division: Division
    round_no: int
    seed: str
    field: tuple[Entrant, ...]
    relaxed: tuple[Relaxation, ...] = ()
    first_round: FirstRound | None = None
    everyone: tuple[str, ...] = ()

    @property
    def first(self) -> tuple[str, ...]:
        return self.everyone or first_field(
            self.state, self.division.id, self.field, self.span.start
        )

    @property
    def span(self) -> range:
        """The rounds that are drawn by this system, one after the other."""
        return span(self.state, self.division.id, self.round_no)

    @property
    def here(self) -> frozenset[str]:
        return frozenset(entrant.player for entrant in self.field)

    @property
    def gone(self) -> tuple[str, ...]:
        """The players of the first round who do not play now."""
        return tuple(player for player in self.first if player not in self.here)

    @property
    def first_seed(self) -> str:
        """The seed of the first of these rounds, which decides places in all of them."""
        drawn = self.state.rounds.get((self.division.id, self.span.start))
        return drawn.seed if drawn is not None else self.seed


def decided_already(state: HallState, division: str, round_no: int) -> bool:
    """Return whether the winner is known, so that no further round is drawn.

    False for a round that cannot be drawn for another reason.
    """
    opened = state.divisions[division].at(round_no)
    system = opened.book.pairing_system
    if opened.unreadable or not opened.book.places_by_exit:
        return False
    field = entrants(state, division, round_no)
    case = _Case(state, opened, round_no, "", field)
    try:
        if system == "double_knockout":
            return len(lives_now(state, division, round_no).left) < 2
        draw_by_sheet(state, opened, round_no, case.first, case.first_seed, case.here)
    except Decided:
        return True
    except (PairingImpossible, ValueError):
        return False
    return False


@dataclass(frozen=True, slots=True)
class FieldOfFile:
    """The field of a file: a hall of one division that has not played, and the players who play
    now.

    ``everyone`` are all players of a table that is drawn once for all rounds: those who have left
    keep their places there.
    """

    state: HallState
    field: tuple[Entrant, ...]
    everyone: tuple[str, ...]


class Systems:
    """Draws a round by the division's own system (a ``PairingSource``)."""

    def pair(
        self,
        state: HallState,
        division: str,
        round_no: int,
        seed: str,
        relaxed: Collection[Relaxation] = (),
        first_round: FirstRound | None = None,
    ) -> Proposal:
        """Propose round ``round_no``. Raises PairingImpossible; then nothing was paired.

        ``first_round`` is how a Swiss begins, None as the rulebook says (ACF-2.V.A).
        """
        opened = state.divisions[division].at(round_no)
        if opened.unreadable:
            raise PairingImpossible(
                "{division} cannot be paired here: {why}. Update this node.",
                division=opened.name,
                why=opened.unreadable,
            )
        field = entrants(state, division, round_no)
        case = _Case(state, opened, round_no, seed, field, tuple(relaxed), first_round)
        return self._drawn(case)

    def pair_file(
        self,
        file: FieldOfFile,
        round_no: int,
        seed: str,
        relaxed: Collection[Relaxation] = (),
        first_round: FirstRound | None = None,
    ) -> Proposal:
        """Propose a round of a file's field. Raises PairingImpossible; then nothing was paired.

        A file has no results of a draw sheet or of lives, so of these only round 1 can be drawn.
        ``first_round`` is how a Swiss begins, None as the rulebook says.
        """
        state, (division,) = file.state, file.state.divisions.values()
        if round_no > 1 and division.book.places_by_exit:
            raise PairingImpossible(
                "{division} is paired by {system}: only round 1 is drawn from a list of "
                "players, the winners go on by the sheet. Ask for round 1. "
                "Nothing was paired.",
                division=division.name,
                system=division.book.pairing_system.replace("_", " "),
            )
        robin = division.book.pairing_system == "round_robin"
        return self._drawn(
            _Case(
                state,
                division,
                round_no,
                seed,
                file.field,
                tuple(relaxed),
                first_round,
                file.everyone if robin else (),
            )
        )

    @staticmethod
    def _drawn(case: _Case) -> Proposal:
        opened, field = case.division, case.field
        system = opened.book.pairing_system
        with agreeing(opened.name):
            proposal = _DRAWS[system](case)
        set_otherwise = (SetByEvent(*each) for each in overrides_of(opened.book, *_ACTS[system]))
        return Proposal(
            proposal.pairs,
            proposal.byes,
            (*proposal.findings, *_late(case, proposal)),
            (*proposal.trace, *set_otherwise),
            proposal.algorithm,
            field,
            proposal.floats,
            proposal.slots,
            proposal.decisive,
        )


def _swiss(case: _Case) -> Proposal:
    skip = opted_out(case.state, case.division.id, case.round_no)
    round_ = SwissRound(case.round_no, case.division.rounds, case.division.book, case.relaxed)
    drawn = pair_round(case.field, round_, seed=case.seed, first_round=case.first_round)
    findings = check_round(
        case.field,
        drawn,
        round_,
        opted_out=skip,
        asked=asked_for_a_bye(case.state, case.division.id, case.round_no),
    )
    byes = (drawn.bye,) if drawn.bye else ()
    return Proposal(
        drawn.player_pairs, byes, findings, drawn.trace, SWISS, case.field, drawn.floats
    )


def _round_robin(case: _Case) -> Proposal:
    first, here = case.first, case.span
    number, total = case.round_no - here.start + 1, len(here)
    a_cycle = max(1, len(first) - 1 + len(first) % 2)
    rounds = round_robin(
        first,
        seed=case.first_seed,
        rule=case.division.book.round_robin,
        cycles=-(-total // a_cycle),
    )
    drawn = without(rounds[number - 1], case.gone)
    trace: tuple[LogLine, ...] = (
        ByBerger(number, total, len(first), case.first_seed, here.start),
        *map(HasGone, case.gone),
    )
    findings = _attendance(case, "round_robin", drawn.pairs, drawn.byes, case.here)
    return Proposal(drawn.pairs, drawn.byes, findings, trace, ROBIN, case.field)


def _double_knockout(case: _Case) -> Proposal:
    rounds = life_rounds(case.state, case.division, case.round_no)
    rule = lives_rule(case.division)
    drawn = draw_round(case.first, rounds, seed=case.seed, rule=rule, gone=case.gone)
    byes = (drawn.bye,) if drawn.bye else ()
    left = lives_after(case.first, rounds, rule, case.gone).left
    findings = _attendance(case, "lives", drawn.pairs, byes, left)
    clause = case.division.book.clause("lives")
    trace = (*drawn.trace, PlayedOn(clause)) if drawn.decisive else drawn.trace
    return Proposal(drawn.pairs, byes, findings, trace, LIVES, case.field, decisive=drawn.decisive)


def _sheet(case: _Case) -> Proposal:
    drawn = draw_by_sheet(
        case.state,
        case.division,
        case.round_no,
        case.first,
        case.first_seed,
        case.here,
    )
    sheet = case.division.book.pairing_system == "draw_sheet"
    playing = {player for pair in drawn.pairs for player in pair}
    findings = _attendance(
        case, "draw_sheet" if sheet else "pairing_system", drawn.pairs, (), playing
    )
    return Proposal(
        drawn.pairs, drawn.byes, findings, drawn.trace, SHEET, case.field, slots=drawn.slots
    )


def _open_play(case: _Case) -> Proposal:
    clause = case.division.book.clause("pairing_system")
    raise PairingImpossible(
        "{division} is open play: there are no rounds to draw, players meet as they come free "
        "({clause}). For a drawn event override pairing_system, for example with round_robin. "
        "Nothing was paired.",
        division=case.division.name,
        clause=clause,
    )


_DRAWS: dict[PairingSystem, Callable[[_Case], Proposal]] = {
    "swiss": _swiss,
    "round_robin": _round_robin,
    "double_knockout": _double_knockout,
    "knockout": _sheet,
    "draw_sheet": _sheet,
    "open_play": _open_play,
}


def _attendance(
    case: _Case,
    path: str,
    pairs: Sequence[tuple[str, str]],
    byes: Sequence[str],
    expected: Collection[str],
) -> tuple[Finding, ...]:
    away = [p.id for p in case.state.players.values() if is_away(p, case.round_no)]
    return attendance(case.division.book.clause(path), pairs, byes, expected, away)


def attendance(
    clause: str,
    pairs: Sequence[tuple[str, str]],
    byes: Sequence[str],
    expected: Collection[str],
    away: Collection[str],
) -> tuple[Finding, ...]:
    """Check that every player who is in stands in the round once, and no other player does."""
    named = [*(player for pair in pairs for player in pair), *byes]
    faults = [
        Sentence("{player} stands in the round twice.", player=Players(player))
        for player in sorted(set(named))
        if named.count(player) > 1
    ]
    faults += [
        Sentence("{player} is left out.", player=Players(player))
        for player in sorted(set(expected) - set(named))
    ]
    faults += [
        Sentence("{player} has withdrawn.", player=Players(player))
        for player in sorted(set(named) & set(away))
    ]
    if faults:
        return tuple(Finding(clause, "fails", fault) for fault in faults)
    fine = Sentence(
        "Everybody who is in plays once: {matches}, {byes}.",
        matches=Counted("{count} match", "{count} matches", len(pairs)),
        byes=Counted("{count} bye", "{count} byes", len(byes)),
    )
    return (Finding(clause, "holds", fine),)


def _late(case: _Case, proposal: Proposal) -> tuple[Finding, ...]:
    """Return a finding for each player who entered after a draw for the whole event."""
    if proposal.algorithm == SWISS:
        return ()
    placed = late_entries(case.state, case.division.id, case.first).values()
    strangers = sorted(case.here - set(case.first) - set(placed))
    return tuple(
        Finding(
            case.division.book.clause("late_entry_points"),
            "fails",
            Sentence(
                "{player} entered after round {number} was drawn and has no place in this draw: "
                "withdraw the entry, or draw round {number} again before it is played.",
                player=Players(player),
                number=case.span.start,
            ),
        )
        for player in strangers
    )
