"""A knockout on paper: draw sheets as trees with a list of matches to come, or the lives.

They show what is known. A bracket can be finished from them by hand.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from hall_server.paper.look import Look
from hall_server.paper.sheet import (
    BLANK,
    Block,
    Bracket,
    BracketMatch,
    BracketSide,
    CannotPrint,
    Column,
    PaperSheet,
    Table,
    Text,
)
from shared.core.standings.records import round_complete
from shared.core.state import Match
from shared.core.text.language import ENGLISH, N_, _, in_catalogue, pgettext
from shared.core.text.sentence import Sentence, said
from shared.pairing import lives_now
from shared.pairing.draw_sheet.progress import MatchState, Progress, progress
from shared.pairing.draw_sheet.sheet import DrawSheet as Draw
from shared.pairing.draw_sheet.sheet import LoserOf, SheetResult, Side, Source, WinnerOf
from shared.pairing.from_hall import first_field, voided
from shared.pairing.knockout.by_lives import half_lives
from shared.pairing.knockout.by_sheet import draw_sheet_of
from shared.pairing.knockout.call_board import SHEETS, results_so_far
from shared.pairing.open_play import matches_in
from shared.pairing.types import PairingImpossible
from shared.tui.times import clock_time

Named = Callable[[str], str]
"""Returns the printed name of an entry."""

_PARTS: Mapping[tuple[Side, ...], str] = {
    ("main",): N_("Main draw"),
    ("losers", "final"): N_("Losers' side and final"),
    ("consolation",): N_("Consolation"),
    ("last_chance",): N_("Last chance"),
}
_WRITE_MM = 18


def draw_sheets(
    draw: Draw,
    results: Mapping[str, SheetResult],
    named: Named,
    *,
    seed: str = "",
    written: Mapping[str, str] | None = None,
) -> tuple[PaperSheet, ...]:
    """Return a sheet for each part of a draw, and one of the matches to come.

    ``seed`` is printed so that the draw can be checked. ``written`` has for a sheet match its
    score, or where and when it is played. Raises ValueError for results of another draw.
    """
    paper = _Paper(draw, progress(draw, results), named, written or {})
    how = _("Write the winner on the line to the right, and the loser where the small print says.")
    drawn = _("Drawn by the seed {seed}.").format(seed=seed)
    words = Text(f"{drawn} {how}" if seed else how, "small")
    alone = Text(_("Only one player loses in round 1: no consolation is drawn."), "small")
    head = (words, alone) if draw.loser_alone else (words,)
    sheets = [
        PaperSheet(draw.title, _(title), (*head, *brackets))
        for sides, title in _PARTS.items()
        if (brackets := tuple(b for side in sides if (b := paper.part(side)) is not None))
    ]
    return (*sheets, *paper.to_come())


class _Paper:
    """A draw with its results so far, read for paper."""

    def __init__(
        self,
        draw: Draw,
        stands: Progress,
        named: Named,
        written: Mapping[str, str],
    ) -> None:
        self.draw, self.stands = draw, stands
        self.named, self.written = named, written
        self.winner_to: dict[str, str] = {}
        self.loser_to: dict[str, str] = {}
        for match in draw.matches:
            for source in match.sources:
                if isinstance(source, WinnerOf):
                    self.winner_to[source.match] = match.id
                elif isinstance(source, LoserOf):
                    self.loser_to[source.match] = match.id

    def part(self, side: Side) -> Bracket | None:
        """Return one part of the draw as a tree, None if it has no match."""
        states = [state for state in self.stands.states if state.match.side == side]
        if not states:
            return None
        made: dict[str, BracketMatch] = {}
        for state in states:
            match = state.match
            one, other = (
                self._side(source, known, made)
                for source, known in zip(match.sources, state.sides, strict=True)
            )
            made[match.id] = BracketMatch(
                match.id, match.round_no, (one, other), self._notes(state)
            )
        rounds = range(1, states[-1].match.round_no + 1)
        heads = [_("Round {number}").format(number=n) for n in rounds]
        if side == "final":
            heads = [_("Final"), _("If needed")]
        headings = tuple(
            f"{head}{_length(states, n)}" for n, head in zip(rounds, heads, strict=True)
        )
        return Bracket(made[states[-1].match.id], headings, self._winner(side, states))

    def to_come(self) -> tuple[PaperSheet, ...]:
        """Return a list of the matches without a result."""
        left = [s for s in self.stands.states if s.status in ("ready", "waiting")]
        left.sort(key=lambda s: s.status != "ready")
        if not left:
            return ()
        columns = (
            Column(pgettext("of a draw sheet", "Match"), strong=True),
            Column(_("Player")),
            Column(_("Player")),
            Column(_("Points"), "right"),
            Column(_("Table, start"), least_mm=_WRITE_MM),
            Column(_("Result"), "centre", least_mm=_WRITE_MM),
            Column(_("Winner to")),
            Column(_("Loser to")),
        )
        rows = tuple(self._row(state) for state in left)
        words = Text(
            _("Matches that can be played now come first. Keep this list with the trees."),
            "small",
        )
        blocks: tuple[Block, ...] = (words, Table(columns, rows, "desk", row_mm=7, ruled=True))
        return (PaperSheet(self.draw.title, _("Matches to come"), blocks),)

    def _row(self, state: MatchState) -> tuple[str, ...]:
        match = state.match
        players = tuple(
            self._source(source) if known is None else self._named(known)
            for source, known in zip(match.sources, state.sides, strict=True)
        )
        to = self.winner_to.get(match.id, "")
        if to and self.draw.deciders[:1] == (match.id,):
            to = _("wins, or {match}").format(match=to)
        return (
            match.id + " " + _("if needed") if match.only_if else match.id,
            *players,
            str(match.length) if match.length > 1 else "",
            self.written.get(match.id, BLANK),
            BLANK,
            to or pgettext("the winner", "wins"),
            self.loser_to.get(match.id, _("out")),
        )

    def _notes(self, state: MatchState) -> tuple[str, ...]:
        match = state.match
        if state.status == "not_needed":
            return (_("not needed"),)
        if state.status == "walked_through":
            return (_("no match"),)
        loser, goes = self.loser_to.get(match.id), self.winner_to.get(match.id)
        elsewhere = goes is not None and self.draw.match(goes).side != match.side
        return (
            self.written.get(match.id, ""),
            _("loser to {match}").format(match=loser) if loser else "",
            _("winner to {match}").format(match=goes) if elsewhere else "",
        )

    def _side(
        self, source: Source, known: str | None, made: Mapping[str, BracketMatch]
    ) -> BracketSide:
        name = "" if known is None else self._named(known)
        before = made.get(source.match) if isinstance(source, WinnerOf) else None
        return BracketSide(name, before, "" if before is not None else self._source(source))

    @staticmethod
    def _source(source: Source) -> str:
        match source:
            case LoserOf(ident):
                return _("loser of {match}").format(match=ident)
            case WinnerOf(ident):
                return _("winner of {match}").format(match=ident)
            case _:
                return ""

    def _named(self, entry: str) -> str:
        return self.named(entry) if entry else _("nobody")

    def _winner(self, side: Side, states: list[MatchState]) -> str:
        last = states[-1].winner
        if side == "final" or (side == "main" and self.stands.champion == last):
            last = self.stands.champion
        return self.named(last) if last else ""


def _length(states: Sequence[MatchState], number: int) -> str:
    """Return the length of a round's matches in words, "" for one point or no match."""
    lengths = {state.match.length for state in states if state.match.round_no == number}
    if max(lengths, default=1) < 2:
        return ""
    return _(", {points} points").format(points="/".join(map(str, sorted(lengths))))


_FEWEST = 2
"""Players of a draw sheet, at least."""
_EMPTY_ROUNDS = 4
"""Empty rounds on a sheet of lives."""


def is_drawn(look: Look) -> bool:
    """Return whether a division is played by a draw sheet or by lives."""
    return look.book.pairing_system in (*SHEETS, "double_knockout") and bool(look.rounds)


def knockout_sheets(look: Look, seed: str = "") -> tuple[PaperSheet, ...]:
    """Return the draw as it is now; before round 1 as ``seed`` draws it.

    Raises CannotPrint for a division without a draw, or with results that contradict it.
    """
    system = look.book.pairing_system
    if look.rounds and system not in (*SHEETS, "double_knockout"):
        raise CannotPrint(
            f"{look.division.name} is not played by a draw sheet. Nothing was printed."
        )
    try:
        return _made(look, seed)
    except (PairingImpossible, ValueError) as error:
        with in_catalogue(ENGLISH):
            raise CannotPrint(said(str(error), look.name)) from error


def _made(look: Look, seed: str = "") -> tuple[PaperSheet, ...]:
    by_lives = look.book.pairing_system == "double_knockout"
    return lives_sheets(look) if by_lives else _sheets(look, seed)


def for_kit(look: Look) -> tuple[PaperSheet, ...]:
    """Return the draw for the kit, or a sheet that says why there is none."""
    try:
        return _made(look)
    except (PairingImpossible, ValueError) as error:
        why = Text(said(str(error), look.name), "large")
        return (PaperSheet(look.division.name, _("Draw sheet"), (why,)),)


def lives_sheets(look: Look) -> tuple[PaperSheet, ...]:
    """Return the lives of each player, what each round cost, and empty boxes (DARK-KO)."""
    rule = look.book.lives
    if rule is None or not look.rounds:
        raise CannotPrint(
            f"{look.division.name} has no round paired yet. Pair one, then print again."
        )
    done = [paired.number for paired in look.rounds if round_complete(look.state, paired)]
    after = {n: lives_now(look.state, look.division.id, n + 1).halves for n in (0, *done)}
    newest = after[max(after)]
    order = sorted(first_field(look.state, look.division.id, ()),
                   key=lambda p: (-newest[p], look.name(p)))  # fmt: skip
    number = {player: at for at, player in enumerate(order, start=1)}
    columns = [Column(pgettext("number", "No"), "right", strong=True)]
    columns += [Column(_("Name"), strong=True)]
    columns += [Column(_("Lives"), "right"), Column(_("Byes"), "right")]
    columns += [Column(_round(paired.number), "centre") for paired in look.rounds]
    first = look.rounds[-1].number + 1
    empty = range(first, first + _EMPTY_ROUNDS)
    columns += [Column(_round(number), "centre", least_mm=13) for number in empty]
    byes = Counter(player for paired in look.rounds for player in paired.byes)
    rows = []
    for player in order:
        cells = [str(number[player]), look.name(player), half_lives(newest[player])]
        cells.append(str(byes[player] or ""))
        for paired in look.rounds:
            before, then = after.get(paired.number - 1), after.get(paired.number)
            mine = [m for m in look.matches(paired) if player in m.players]
            other = next((p for m in mine for p in m.players if p != player), "")
            cell = f"{number[other]}" if other in number else ""
            if player in paired.byes:
                cell = _("bye")
            elif before is not None and then is not None and cell:
                lost = before[player] - then[player]
                cell += f" −{half_lives(lost)}" if lost else " ="
            cells.append(cell)
        blank = BLANK if newest[player] else "–"
        rows.append((*cells, *([blank] * _EMPTY_ROUNDS)))
    words = (
        _(
            "A loss costs {loss}, a continued tie {tie} each; at 0 a player is out. Where a tie in"
            " every match would leave nobody in, they are played on until one side is ahead."
            " In each round: the opponent's number and what was lost, '=' for nothing."
        ).format(loss=half_lives(rule.loss_costs), tie=half_lives(rule.tie_costs)),
        _(
            "To go on: pair all players who have lives left, first those with equal lives. Repeat a"
            " match only if there is no other way. With an odd number, the bye goes to a player who"
            " has had the fewest byes."
        ),
    )
    table = Table(tuple(columns), tuple(rows), "desk", row_mm=7, ruled=True)
    note = f"{look.division.name}, {look.how_far()}"
    blocks: tuple[Block, ...] = (*(Text(line, "small") for line in words), table)
    return (PaperSheet(_("Lives"), note, blocks, index=1),)


def _round(number: int) -> str:
    return _("R{number}").format(number=number)


def _sheets(look: Look, seed: str) -> tuple[PaperSheet, ...]:
    """Return the sheets from the field and the seed of round 1, with all results that count."""
    name = look.division.name
    seed = look.rounds[0].seed if look.rounds else seed
    if not seed:
        raise CannotPrint(
            Sentence(
                "A draw needs a seed that people saw being taken, such as a roll of dice: "
                "--seed 64153. Nothing was drawn."
            )
        )
    entered = tuple(
        player.id
        for player in look.state.players.values()
        if player.division == look.division.id and player.withdrawn_after is None
    )
    field = first_field(look.state, look.division.id, ()) if look.rounds else entered
    if len(field) < _FEWEST:
        few = Sentence("{division} has one player; a draw sheet needs two.", division=name)
        none = Sentence("{division} has no player; a draw sheet needs two.", division=name)
        raise CannotPrint(few if field else none)
    drawn = draw_sheet_of(look.state, look.division, field, seed)
    results = results_so_far(look.state, look.division, drawn) if look.rounds else {}
    written = {
        match.slot: _written(look, match)
        for match in matches_in(look.state, look.division.id)
        if match.slot and not voided(match)
    }
    return draw_sheets(drawn, results, look.name, seed=seed, written=written)


def _written(look: Look, match: Match) -> str:
    """Return a match's score, the winner's first, or where and when it is played."""
    outcome = match.result.outcome
    if match.result.counts and outcome is not None:
        return max(outcome.score(), outcome.reversed.score(), key=_first)
    return f"{look.table_name(match.table)}, {clock_time(match.starts_at, look.zone)}"


def _first(score: str) -> tuple[int, str]:
    head = score.partition("–")[0].rstrip("½")
    return (int(head) if head.isdigit() else 0, score)
