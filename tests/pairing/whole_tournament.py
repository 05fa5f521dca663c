"""A tournament with everything that happens in one, decided by a number: for the pairing tests."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from shared.core.rulebooks import Rulebook, rulebook
from shared.pairing import Drawn, Entrant, Finding, PairingImpossible, Relaxation, check_round
from shared.pairing.checking.try_all import RepeatRule, Trial, can_be_paired
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound

ANYTHING = 1 << 4000
"""More than any round costs."""


@dataclass
class WholeTournament:
    """4 to 60 players, 3 to 12 rounds; late entries, withdrawals, forfeits, absences, opt-outs."""

    number: int
    chance: Random = field(init=False)
    rules: Rulebook = field(init=False)
    rounds: int = field(init=False)
    players: dict[str, Entrant] = field(init=False)
    out: set[str] = field(default_factory=set)
    """Who has withdrawn."""

    def __post_init__(self) -> None:
        self.chance = Random(self.number)
        self.rules = rulebook(self.chance.choice(("acf-masters", "acf-majors")))
        self.rounds = self.chance.randint(3, 12)
        self.players = {}
        # Every other one is small: there fresh opponents and first byes run out.
        for _ in range(self.chance.randint(4, self.chance.choice((14, 60)))):
            self._enter()

    def _enter(self) -> None:
        name = f"p{len(self.players):02}"
        rating = self.chance.choice((None, self.chance.randint(1200, 2400)))
        self.players[name] = Entrant(name, 0, rating, False, frozenset())

    def before(self, round_no: int) -> tuple[list[Entrant], list[str]]:
        """Return who is to be paired, and who skips the last round."""
        chance = self.chance
        while round_no > 1 and chance.random() < 0.15 and len(self.players) < 60:
            self._enter()
        here = [name for name in self.players if name not in self.out]
        while len(here) > 4 and chance.random() < 0.2:
            name = chance.choice(here)
            here.remove(name)
            if chance.random() < 0.7:
                self.out.add(name)
        skipping = []
        if round_no == self.rounds and self.rules.opt_out_points is not None:
            skipping = [name for name in here if len(here) > 4 and chance.random() < 0.1]
            for name in skipping:
                self._gain(name, self.rules.opt_out_points)
        return [self.players[name] for name in here if name not in skipping], skipping

    def play(self, drawn: Drawn) -> None:
        """Give every match a result, some by forfeit; the bye brings its points."""
        ballot = self.rules.scoring == "ballot"
        for a, b in drawn.player_pairs:
            won = self.chance.choice((0, 2, 4) if ballot else (0, 1, 2, 3, 4))
            if self.chance.random() < 0.05:
                won = 0
                if self.chance.random() < 0.5:
                    self.out.add(a)
            self._gain(a, won, b)
            self._gain(b, 4 - won, a)
        if drawn.bye is not None:
            player = self.players[drawn.bye]
            self.players[drawn.bye] = replace(
                player, had_bye=True, later_byes=player.later_byes + player.had_bye
            )
            self._gain(drawn.bye, self.rules.bye_points[0])

    def _gain(self, name: str, points: int, opponent: str | None = None) -> None:
        player = self.players[name]
        met = player.met | {opponent} if opponent else player.met
        self.players[name] = replace(player, match_points=player.match_points + points, met=met)


def has_no_round(entrants: list[Entrant], round_no: int, total_rounds: int) -> bool:
    """Is there really no legal round? Found by trying, up to 12 players and by search above."""
    byes = max(entrant.byes for entrant in entrants)
    bye_limit = byes + 1 if total_rounds > len(entrants) else 1
    to_come = total_rounds - round_no
    rule: RepeatRule = "last" if to_come == 0 else "lowest" if to_come <= 2 else "never"
    by_name = {entrant.player: entrant for entrant in entrants}
    if len(entrants) <= 12:
        trial = Trial(by_name, rule, lowest=2, bye_limit=bye_limit)
        return not trial.better_exists(ANYTHING)
    fresh = {e.player: set(by_name) - e.met - {e.player} for e in entrants}
    if len(entrants) % 2:
        fresh["bye"] = {e.player for e in entrants if e.byes < bye_limit}
        for name in fresh["bye"]:
            fresh[name].add("bye")
    return can_be_paired(fresh, patience=200_000) is not True


RULING: frozenset[Relaxation] = frozenset({"re_pairing", "second_bye"})
"""What a referee rules where nothing else is left."""


@dataclass(frozen=True)
class Checked:
    """A round that was paired, and what the checker says of it."""

    round_no: int
    entrants: list[Entrant]
    skipping: list[str]
    drawn: Drawn
    refusal: str
    """Why the round had to wait for a ruling; "" if it had not."""
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.verdict == "fails"]


def rounds_of(tournament: WholeTournament) -> Iterator[Checked]:
    """Pair, check and play each round to the last."""
    for round_no in range(1, tournament.rounds + 1):
        entrants, skipping = tournament.before(round_no)

        def pair(relaxed: frozenset[Relaxation], field: list[Entrant], number: int) -> Drawn:
            return pair_round(
                field,
                SwissRound(number, tournament.rounds, rulebook=tournament.rules, relaxed=relaxed),
                seed=f"seed {tournament.number}",
            )

        ruling: frozenset[Relaxation] = frozenset()
        refusal = ""
        try:
            drawn = pair(ruling, entrants, round_no)
        except PairingImpossible as reason:
            ruling, refusal = RULING, str(reason)
            drawn = pair(ruling, entrants, round_no)
        findings = check_round(
            entrants,
            drawn,
            SwissRound(round_no, tournament.rounds, rulebook=tournament.rules, relaxed=ruling),
            opted_out=skipping,
        )
        yield Checked(round_no, entrants, skipping, drawn, refusal, findings)
        tournament.play(drawn)
