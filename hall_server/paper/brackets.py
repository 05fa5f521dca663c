"""Draw sheets on paper: each part of a draw as a tree, and a list of the matches to come.

They show what is known. A bracket can be finished from them by hand.
"""

from collections.abc import Callable, Mapping, Sequence

from hall_server.paper.sheet import (
    BLANK,
    Block,
    Bracket,
    BracketMatch,
    BracketSide,
    Column,
    PaperSheet,
    Table,
    Text,
)
from shared.pairing.draw_sheet.progress import MatchState, Progress, progress
from shared.pairing.draw_sheet.sheet import DrawSheet as Draw
from shared.pairing.draw_sheet.sheet import LoserOf, SheetResult, Side, Source, WinnerOf

Named = Callable[[str], str]
"""Returns the printed name of an entry."""

_PARTS: Mapping[tuple[Side, ...], str] = {
    ("main",): "main draw",
    ("losers", "final"): "losers' side and final",
    ("consolation",): "consolation",
    ("last_chance",): "last chance",
}
_HEADS: Mapping[Side, str] = {"final": "Final"}
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
    drawn = f"Drawn by the seed {seed}. " if seed else ""
    words = Text(
        f"{drawn}Write the winner on the line to the right, and the loser where the small print"
        " says.",
        "small",
    )
    alone = Text("Only one player loses in round 1: no consolation is drawn.", "small")
    head = (words, alone) if draw.loser_alone else (words,)
    sheets = [
        PaperSheet(draw.title, title, (*head, *brackets))
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
        head = _HEADS.get(side, "Round {number}")
        headings = tuple(head.format(number=n) + _length(states, n) for n in rounds)
        if side == "final":
            headings = (headings[0], headings[1].replace("Final", "If needed"))
        return Bracket(made[states[-1].match.id], headings, self._winner(side, states))

    def to_come(self) -> tuple[PaperSheet, ...]:
        """Return a list of the matches without a result."""
        left = [s for s in self.stands.states if s.status in ("ready", "waiting")]
        left.sort(key=lambda s: s.status != "ready")
        if not left:
            return ()
        columns = (
            Column("Match", strong=True),
            Column("Player"),
            Column("Player"),
            Column("Points", "right"),
            Column("Table, start", least_mm=_WRITE_MM),
            Column("Result", "centre", least_mm=_WRITE_MM),
            Column("Winner to"),
            Column("Loser to"),
        )
        rows = tuple(self._row(state) for state in left)
        words = Text(
            "Matches that can be played now come first. Keep this list with the trees.", "small"
        )
        blocks: tuple[Block, ...] = (words, Table(columns, rows, "desk", row_mm=7, ruled=True))
        return (PaperSheet(self.draw.title, "matches to come", blocks),)

    def _row(self, state: MatchState) -> tuple[str, ...]:
        match = state.match
        players = tuple(
            self._source(source) if known is None else self._named(known)
            for source, known in zip(match.sources, state.sides, strict=True)
        )
        to = self.winner_to.get(match.id, "wins")
        if self.draw.deciders[:1] == (match.id,) and to != "wins":
            to = f"wins, or {to}"
        return (
            match.id + (" if needed" if match.only_if else ""),
            *players,
            str(match.length) if match.length > 1 else "",
            self.written.get(match.id, BLANK),
            BLANK,
            to,
            self.loser_to.get(match.id, "out"),
        )

    def _notes(self, state: MatchState) -> tuple[str, ...]:
        match = state.match
        if state.status == "not_needed":
            return ("not needed",)
        if state.status == "walked_through":
            return ("no match",)
        loser, goes = self.loser_to.get(match.id), self.winner_to.get(match.id)
        elsewhere = goes is not None and self.draw.match(goes).side != match.side
        return (
            self.written.get(match.id, ""),
            f"loser to {loser}" if loser else "",
            f"winner to {goes}" if elsewhere else "",
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
                return f"loser of {ident}"
            case WinnerOf(ident):
                return f"winner of {ident}"
            case _:
                return ""

    def _named(self, entry: str) -> str:
        return self.named(entry) if entry else "nobody"

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
    return f", {' or '.join(map(str, sorted(lengths)))} points"
