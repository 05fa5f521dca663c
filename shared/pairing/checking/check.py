"""Checks a drawn round against the sheet, for the referee who has to verify it (ACF-3.VIII).

It shares the definition of the best round with the pairing, but no code: what the matching says is
a proof here, and counts where it holds.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from shared.core.rulebooks.groups import RepeatBefore, SwissRule
from shared.core.text.language import N_
from shared.core.text.sentence import Counted, Players, Sentence, Series
from shared.pairing.checking.certificate import weigh
from shared.pairing.checking.repeats import NO_REPEAT, Repeats
from shared.pairing.checking.try_all import RepeatRule, Trial, have_met, levels
from shared.pairing.types import Drawn, Entrant, SwissRound, each_fault

_NAMED = 6
"""So many pairings of a better round are named."""
BRUTE_FORCE_UP_TO = 12
"""Players up to which every possible round is tried: 12 players have 10,395 of them."""
BY_SETS_UP_TO = 20
"""The same where no rule looks at the round as a whole: then sets of players are enough."""

NOBODY: Final[Mapping[str, int]] = MappingProxyType({})
Pairs = Sequence[tuple[str, str]]
Verdict = Literal["holds", "fails", "not_tried"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the check report."""

    clause: str
    verdict: Verdict
    """``not_tried``: it may hold or fail, this check does not know."""
    sentence: Sentence


def check_round(
    entrants: Iterable[Entrant],
    drawn: Drawn,
    round_: SwissRound,
    *,
    opted_out: Collection[str] = (),
    asked: Mapping[str, int] = NOBODY,
) -> tuple[Finding, ...]:
    """Return the check report of a Swiss round, one finding or more for each clause.

    It checks that each player is paired once or has the bye; that players who skip the last round
    (ACF-2.V.F) or ``asked`` for a bye (player → their number of such byes, HALL-requested-byes) are
    not paired; that the bye is allowed (ACF-2.V.B); that earlier opponents meet only where the
    place of the round or a referee's ruling allows it (ACF-2.V.D, ACF-2.V.E); that the list of
    floats is complete; and that no other legal round is better (ACF-2.V.C): in small fields by
    every round that there is, in larger ones by a proof. A fault that makes the rest meaningless
    ends the report.
    Raises ValueError for a rulebook without Swiss pairing.
    """
    field = {entrant.player: entrant for entrant in entrants}
    check = _Check(field, drawn, round_, round_.swiss)
    attendance = (*check.opt_outs(opted_out), *check.requested(asked), *check.attendance())
    if any(finding.verdict == "fails" for finding in attendance):
        return attendance
    return (
        *attendance,
        *check.byes(),
        *check.re_pairings(),
        *check.order(),
        *check.floats(),
        check.best(),
    )


@dataclass(frozen=True)
class _Check:
    field: Mapping[str, Entrant]
    drawn: Drawn
    round_: SwissRound
    swiss: SwissRule

    def opt_outs(self, opted_out: Collection[str]) -> tuple[Finding, ...]:
        """Check that players who skip the last round are not paired."""
        if not opted_out:
            return ()
        here = self._here()
        names = Players(*sorted(opted_out))
        faults = each_fault(
            N_("{player} skips this round, but stands in it."), sorted(here.intersection(opted_out))
        )
        if self.round_.rulebook.opt_out_points is None:
            faults.append(
                Sentence(
                    "Under {rulebook} nobody may skip the last round for points.",
                    rulebook=Sentence(self.round_.rulebook.title),
                )
            )
        elif self.round_.to_come != 0:
            faults.append(
                Sentence("Only the last round may be skipped for points: {names}.", names=names)
            )
        fine = Sentence("Not paired, as announced: {names}.", names=names)
        return _findings(self._clause("opt_out_points"), faults, fine)

    def requested(self, asked: Mapping[str, int]) -> tuple[Finding, ...]:
        """Check that players with a bye by request are not paired, and have no more than
        allowed."""
        if not asked:
            return ()
        here = self._here()
        most = self.round_.rulebook.requested_byes
        faults = each_fault(
            N_("{player} asked for a bye, but stands in the round."), sorted(here & asked.keys())
        )
        faults += [
            Sentence(
                "{player} has bye {count} by request, and {most} are allowed.",
                player=Players(player),
                count=count,
                most=most,
            )
            for player, count in sorted(asked.items())
            if count > most
        ]
        names = Players(*sorted(asked))
        fine = Sentence("Not paired, with a bye by request: {names}.", names=names)
        return _findings(self._clause("requested_byes"), faults, fine)

    def attendance(self) -> tuple[Finding, ...]:
        field, drawn = self.field, self.drawn
        seated = Counter(player for pair in drawn.player_pairs for player in pair)
        if drawn.bye is not None:
            seated[drawn.bye] += 1
        strangers, left_out = seated.keys() - field.keys(), field.keys() - seated.keys()
        faults = each_fault(N_("{player} is paired, but is not in the field."), sorted(strangers))
        faults += each_fault(N_("{player} is neither paired nor has the bye."), sorted(left_out))
        faults += [
            Sentence("{player} stands in the round {count} times.", player=Players(p), count=n)
            for p, n in sorted(seated.items())
            if n > 1
        ]
        players = Counted("{count} player", "{count} players", len(field))
        fine = Sentence("Each of {players} stands in the round once.", players=players)
        return _findings(self._clause("swiss.group_order"), faults, fine)

    def byes(self) -> tuple[Finding, ...]:
        clause, bye = self._clause("max_byes"), self.drawn.bye
        if bye is None:
            return _holds(clause, Sentence("The field is even and nobody has a bye."))
        earlier, player = self.field[bye].byes, Players(bye)
        if earlier < self.round_.rulebook.max_byes:
            return _holds(
                clause,
                Sentence("{player} has the bye, the first one for this player.", player=player),
            )
        if self._outnumbered():
            why = Sentence(
                "{player} has another bye: {rounds} rounds are more than {count} players.",
                player=player,
                rounds=self.round_.of,
                count=len(self.field),
            )
            return _holds(clause, why)
        if "second_bye" in self.round_.relaxed:
            why = Sentence("{player} has another bye, by the referee's ruling.", player=player)
            return _holds(clause, why)
        fault = Sentence("{player} has the bye, but already had one.", player=player)
        return (Finding(clause, "fails", fault),)

    def re_pairings(self) -> tuple[Finding, ...]:
        repeats = Repeats(
            self.field,
            self.drawn,
            self._lowest(),
            self._bye_limit(),
            self._keeps(),
            self.round_.rulebook.max_byes,
        )
        clause = self._clause("swiss.re_pairing_pairs")
        match self._repeat_rule():
            case "last":
                clause = self._clause("swiss.last_round_keeps_groups")
                fine = repeats.in_last_round()
                return _findings(clause, repeats.faults_in_last_round(), fine)
            case "lowest":
                fine = repeats.at_lowest_tables()
                return _findings(clause, repeats.faults_at_lowest_tables(), fine)
            case "by_ruling":
                fine = Sentence(
                    "By the referee's ruling these meet again: {pairs}.", pairs=repeats.pairs()
                )
                return _holds(clause, fine)
            case "never":
                return _findings(clause, repeats.faults(), NO_REPEAT)

    def order(self) -> tuple[Finding, ...]:
        pairs = self.drawn.player_pairs
        points = [tuple(self.field[player].match_points for player in pair) for pair in pairs]
        in_order = points == sorted(points, reverse=True) and all(a >= b for a, b in points)
        clause = self._clause("swiss.group_order")
        if in_order:
            return _holds(clause, Sentence("The tables run from the most match points down."))
        fault = Sentence("The tables do not run from the most match points down.")
        return (Finding(clause, "fails", fault),)

    def floats(self) -> tuple[Finding, ...]:
        field, drawn = self.field, self.drawn
        groups_of = levels(field)
        seen = {}
        for a, b in drawn.player_pairs:
            high, low = sorted((a, b), key=lambda p: groups_of[field[p].match_points])
            from_points, to_points = field[high].match_points, field[low].match_points
            if from_points != to_points:
                groups = groups_of[to_points] - groups_of[from_points]
                seen[high] = (low, from_points, to_points, groups)
        listed = {
            f.player: (f.opponent, f.from_points, f.to_points, f.groups) for f in drawn.floats
        }
        missing, extra = seen.keys() - listed.keys(), listed.keys() - seen.keys()
        faults = each_fault(N_("{player} is floated, but not listed so."), sorted(missing))
        faults += each_fault(N_("{player} is listed as floated, but is not."), sorted(extra))
        wrong = [p for p in sorted(seen.keys() & listed.keys()) if seen[p] != listed[p]]
        faults += each_fault(N_("The float of {player} is listed wrongly."), wrong)
        if len(listed) != len(drawn.floats):
            faults.append(Sentence("A player is listed as floated twice."))
        steps = sum(float_[3] for float_ in seen.values())
        fine = Sentence(
            "Players floated: {count}, by {groups} in all.",
            count=len(seen),
            groups=Counted("{count} score group", "{count} score groups", steps),
        )
        return _findings(self._clause("swiss.group_order"), faults, fine)

    def best(self) -> Finding:
        rule, clause = self._repeat_rule(), self._clause("swiss.group_order")
        pairs, bye, trial = self.drawn.player_pairs, self.drawn.bye, self._trial(rule)
        if trial is None:
            return Finding(clause, "not_tried", _UNKNOWN)
        weighed = weigh(trial, pairs, bye)
        known = weighed.better is not None and trial.allows(weighed.better)
        if len(self.field) <= (BRUTE_FORCE_UP_TO if rule == "lowest" else BY_SETS_UP_TO):
            better = trial.better_exists(than=trial.cost(pairs, bye))
        elif weighed.says == "best" or known:
            better = known
        else:
            return Finding(clause, "not_tried", _UNKNOWN)
        if known and weighed.better is not None:
            fault = Sentence(_BETTER[rule == "never"], pairs=_new(weighed.better, pairs))
            return Finding(clause, "fails", fault)
        return Finding(clause, "fails" if better else "holds", _WEIGHED[rule == "never", better])

    def _trial(self, rule: RepeatRule) -> Trial | None:
        """Return what rounds cost here; None where it is not known whether a fresh one exists."""
        field, lowest, keeps = self.field, self._lowest(), self._keeps()
        if rule == "lowest" and keeps != "never":
            most = self.round_.rulebook.max_byes
            fresh = self._fresh_exists(most)
            if fresh is None:
                return None
            if fresh:
                top = keeps == "top_group"
                keep = 1 if top else len(levels(field))
                return Trial(field, rule, lowest=lowest, bye_limit=most, keep=keep, top_fresh=top)
        return Trial(field, rule, lowest=lowest, bye_limit=self._bye_limit())

    def _fresh_exists(self, bye_limit: int) -> bool | None:
        """Return whether a round without a re-pairing exists; None where the search took too
        long."""
        pairs, bye = self.drawn.player_pairs, self.drawn.bye
        again = any(have_met(self.field, *pair) for pair in pairs)
        if not again and (bye is None or self.field[bye].byes < bye_limit):
            return True
        return Repeats(self.field, self.drawn, 0, bye_limit).fresh_round()

    def _repeat_rule(self) -> RepeatRule:
        if self.round_.to_come == 0 and self.swiss.last_round_keeps_groups:
            return "last"
        lowest = self._lowest()
        repeats = Repeats(self.field, self.drawn, lowest, self._bye_limit())
        if "re_pairing" in self.round_.relaxed and repeats.misplaced():
            return "by_ruling"
        return "lowest" if lowest else "never"

    def _lowest(self) -> int:
        """Return how many of the lowest pairings may repeat in this round."""
        if (
            self.round_.to_come is not None
            and 0 < self.round_.to_come <= self.swiss.re_pairing_rounds
        ):
            return self.swiss.re_pairing_pairs
        return max(1, self.swiss.re_pairing_pairs) if "lowest_repeat" in self.round_.relaxed else 0

    def _keeps(self) -> RepeatBefore:
        """Return which groups go before a repeat at the lowest tables."""
        if "fresh_only" in self.round_.relaxed:
            return "never"
        return (
            "any_group"
            if "lowest_repeat" in self.round_.relaxed
            else self.swiss.repeat_before_breaking
        )

    def _here(self) -> set[str]:
        """Return who stands in the round."""
        bye = set() if self.drawn.bye is None else {self.drawn.bye}
        return bye.union(*self.drawn.player_pairs)

    def _clause(self, path: str) -> str:
        return self.round_.rulebook.clause(path)

    def _outnumbered(self) -> bool:
        return self.round_.of is not None and self.round_.of > len(self.field)

    def _bye_limit(self) -> int:
        if self._outnumbered() or "second_bye" in self.round_.relaxed:
            return max(self.round_.rulebook.max_byes, 1 + max(e.byes for e in self.field.values()))
        return self.round_.rulebook.max_byes


def _findings(clause: str, faults: list[Sentence], otherwise: Sentence) -> tuple[Finding, ...]:
    if faults:
        return tuple(Finding(clause, "fails", fault) for fault in faults)
    return _holds(clause, otherwise)


def _holds(clause: str, sentence: Sentence) -> tuple[Finding, ...]:
    return (Finding(clause, "holds", sentence),)


def _new(pairs: Pairs, standing: Pairs) -> Series:
    """Return the pairs that a round has and the one that stands has not, as far as there is
    room."""
    known = set(map(frozenset, standing))
    new = [Players(*pair, between="–") for pair in pairs if frozenset(pair) not in known]
    more = ("…",) if len(new) > _NAMED else ()
    return Series(*new[:_NAMED], *more, between=", ")


_UNKNOWN: Final = Sentence(
    "Whether another round floats fewer was not proved: too few players of this field can replace"
    " each other."
)
_WEIGHED: dict[tuple[bool, bool], Sentence] = {
    (True, True): Sentence("Another legal round floats fewer players, or less far, from the top."),
    (True, False): Sentence(
        "Of all legal rounds, none floats fewer players or less far, from the top."
    ),
    (False, True): Sentence(
        "Another legal round floats fewer players, or less far, or repeats fewer pairings, "
        "from the top."
    ),
    (False, False): Sentence(
        "Of all legal rounds, none floats fewer players or less far or repeats fewer pairings, "
        "from the top."
    ),
}
"""By whether nothing may repeat, and whether a better round was found."""
_BETTER: dict[bool, str] = {
    True: N_("Another legal round floats fewer players, or less far, from the top, with {pairs}."),
    False: N_(
        "Another legal round floats fewer players, or less far, or repeats fewer pairings, "
        "from the top, with {pairs}."
    ),
}
"""The same where a better one is named."""
