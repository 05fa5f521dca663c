"""What stands beside the pairs while a round is drawn, step by step, as lines with a tone. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing import draft_round as rounds
from hall_server.referee.derived.pairing.by_hand import to_change
from hall_server.referee.derived.pairing.draft_round import (
    Seats,
    Start,
    may_postpone,
    may_take_back,
)
from hall_server.referee.derived.pairing.ruling import BEGINS, both_ways, is_swiss
from hall_server.referee.derived.rounds import latest
from hall_server.referee.said import pair_words as words
from hall_server.referee.said.score_sheets import warning
from shared.core.standings.records import when_next
from shared.core.text.language import N_, _, ngettext, pgettext
from shared.core.text.sentence import Sentence
from shared.pairing import FirstRound, Proposal
from shared.pairing.by_hand.checked import BY_HAND
from shared.pairing.log.lines import LogLine, NoConsolation
from shared.pairing.log.words import log_of, sentence, sentences
from shared.tui.postings import posting
from shared.tui.times import age, clock_time

Step = Literal["blocked", "witnesses", "seed", "preview", "start"]
STEPS: dict[Step, str] = {
    "witnesses": N_("Witnesses"),
    "seed": N_("Seed"),
    "preview": N_("Preview"),
    "start": N_("Start"),
}
ASKED: dict[Step, str] = {
    "witnesses": N_("Who witnesses? One assistant referee or two players, with commas."),
    "seed": N_("Dice or cards as the witnesses read them out; empty: by this computer."),
    "start": N_("When does it start? 14:30, +20 or now."),
}
"""What is typed at a step; the others are answered by a key."""


@dataclass(frozen=True, slots=True)
class InHand:
    """A round as far as it has got. ``unsent`` counts entries that are not at the hall, ``alone``
    holds tables whose result one disk alone has, ``notes`` are for the pairing log. ``by_hand``:
    the draw was changed by hand; ``lost``: it was, and that change is gone; ``paper``: nothing is
    drawn. ``begins`` is how round 1 is paired; ``other`` the round with repeats, or without, where
    the referee may choose."""

    division: str
    round_no: int
    step: Step
    proposal: Proposal | None = None
    seats: Seats = field(default_factory=lambda: Seats(()))
    trouble: str = ""
    notes: Sequence[LogLine] = ()
    unsent: int = 0
    alone: Sequence[str] = ()
    by_hand: bool = False
    lost: bool = False
    paper: bool = False
    begins: FirstRound = "draw"
    other: Proposal | None = None


_LATE_MS = 60_000
"""A start that lies further back is told as one that was: lateness counts from it."""


_SAID = 3
"""So many players who are wanted elsewhere are named where a round is confirmed."""


def step_marks(step: Step) -> str:
    """Return the steps in one line, with a mark at the one that is taken now."""
    publish = pgettext("step", "Publish")
    marks = [f"{'►' if each == step else ' '}{_(name)}" for each, name in STEPS.items()]
    return "  ".join([*marks, f" {publish}"])


def report_lines(moment: Moment, hand: InHand) -> list[tuple[str, str]]:
    """(tone, line): what is not safe yet, what stands in the way, the check and the log."""
    lines: list[tuple[str, str]] = []
    if hand.unsent:
        unsent = ngettext(
            "! {count} of your entries is not yet at the hall.",
            "! {count} of your entries are not yet at the hall.",
            hand.unsent,
        )
        lines.append(("caution", unsent.format(count=hand.unsent)))
    if hand.alone:
        lines.append(("caution", words.alone(moment, list(hand.alone))))
    # Once pairs are on the screen the check report has the room.
    sheets = warning(moment, hand.division, named=hand.step not in ("preview", "start"))
    if sheets:
        lines.append(("caution", sheets))
    if hand.step != "blocked":
        lines += [("caution", line) for line in words.not_here(moment, hand.division)]
        lines += [("caution", line) for line in words.open_wishes(moment, hand.division)]
        away = words.not_paired(moment, hand.division, hand.round_no)
        lines += [("notice", line) for line in away]
    if hand.step == "blocked" and not hand.trouble:
        tables = rounds.open_tables(moment, hand.division)
        lines.append(("danger", words.not_complete(moment, hand.round_no - 1, tables)))
        rule = _("Rule on them, or press ! to pair without them, with a reason.")
        lines.append(("ink", rule))
    if hand.step == "blocked" and not may_take_back(moment, hand.division):
        undo = _("No game has begun: u takes the round back, with a reason.")
        if may_postpone(moment, hand.division):
            undo = _("No game has begun: u takes the round back, L lets it begin later.")
        lines.append(("ink", undo))
    if hand.step == "blocked" and to_change(moment, hand.division) is not None:
        lines.append(("ink", _("H changes the round by hand, with a reason.")))
    if hand.trouble:
        lines.append(("danger", hand.trouble))
    if hand.lost and hand.paper:
        gone = _(
            "! Players or tables changed since you entered this round. What you entered is kept:"
            " press H and mend it."
        )
        lines.append(("caution", gone))
    elif hand.lost:
        gone = _(
            "! Your changes by hand are gone: players, results or tables changed since then."
            " This is the draw without them."
        )
        lines.append(("caution", gone))
    if hand.by_hand:
        kept = _(
            "Changed by hand. This dashboard keeps the changes until the round is published; a"
            " restart forgets them."
        )
        lines.append(("notice", kept))
    if hand.step in ("witnesses", "seed"):
        lines += [("ink", _(line)) for line in words.BEFORE_THE_DRAW]
        lines += [("ink", line) for line in _begins(moment, hand)]
        last = to_change(moment, hand.division)
        if last is not None:
            change = _("F7 changes round {number} by hand, with a reason.")
            lines.append(("ink-soft", change.format(number=last.number)))
    elif hand.proposal is not None:
        if hand.seats.trouble:
            lines.append(("danger", moment.said(hand.seats.trouble)))
        fixed = words.fixed_tables(moment, hand.seats, hand.proposal.pairs)
        lines += [("notice", line) for line in fixed]
        lines += both_ways(moment, hand.proposal, hand.other)
        lines += [("caution", line) for line in (*_wanted(moment, hand), *_alone(moment, hand))]
        lines.append(("accent", _("Check report")))
        lines += words.check_lines(moment, hand.proposal.findings)
        lines.append(("accent", _("Pairing log")))
        lines += _log(moment, sentences((*hand.notes, *hand.proposal.trace)))
    if hand.step == "blocked":
        lines += _published_log(moment, hand.division)
    return lines


def _begins(moment: Moment, hand: InHand) -> list[str]:
    """Return how round 1 will be paired, and the keys for another way (ACF-2.V.A)."""
    division = moment.state.divisions[hand.division]
    lines = []
    if hand.step != "seed":
        return []
    if hand.round_no == 1 and is_swiss(division):
        clause = division.book.clause("swiss.first_round")
        lines.append(_(BEGINS[hand.begins]).format(clause=clause) + " " + _("F8 changes that."))
    if division.book.pairing_system in BY_HAND:
        lines.append(_("F9 enters a round that was paired on paper."))
    return lines


def _published_log(moment: Moment, division: str) -> list[tuple[str, str]]:
    """Return how the round came about that is published."""
    last = latest(moment, division)
    if last is None or not last.trace:
        return []
    title = _("Pairing log: {round}").format(round=posting(last, moment.zone))
    return [("accent", title), *_log(moment, log_of(last.trace))]


def _log(moment: Moment, lines: Sequence[Sentence]) -> list[tuple[str, str]]:
    return [("ink-soft", moment.said(line)) for line in lines]


def posted_start(moment: Moment, division: str, round_no: int, notice_ms: int) -> str:
    """Return the start that is offered: after the notice, and no earlier than the timetable has
    it."""
    start = rounds.next_start(moment.hall_ms, notice_ms)
    following = when_next(moment.state, division, moment.hall_ms)
    if following is not None and following.number == round_no:
        start = max(start, following.starts_at or 0)
    return clock_time(start, moment.zone)


def publish_sentence(moment: Moment, hand: InHand, start: Start, witnesses: Sequence[str]) -> str:
    """Return the fact that is confirmed before a round is published."""
    assert hand.proposal is not None
    matches = len(hand.proposal.pairs)
    ago = moment.hall_ms - start.at
    when = _("starting now, {time}") if start.now else _("starting {time}")
    if ago > _LATE_MS:
        when = _("started {age} ago, {time}")
    fact = _("Publish {round}: {matches}, {starting}, witnessed by {names}?").format(
        round=_("round {number} of {division}").format(
            number=hand.round_no, division=moment.state.divisions[hand.division].name
        ),
        matches=ngettext("{count} match", "{count} matches", matches).format(count=matches),
        starting=when.format(age=age(ago), time=moment.minute(start.at)),
        names=_(" and ").join(witnesses),
    )
    return " ".join((*_wanted(moment, hand)[:_SAID], *_alone(moment, hand), fact))


def _alone(moment: Moment, hand: InHand) -> list[str]:
    """Return that no consolation can be drawn, where one was asked for."""
    assert hand.proposal is not None
    alone = (line for line in hand.proposal.trace if isinstance(line, NoConsolation))
    return [f"! {moment.said(sentence(line))}" for line in alone]


def _wanted(moment: Moment, hand: InHand) -> list[str]:
    """Return who of the new round is wanted at a table of another division: said before the yes."""
    assert hand.proposal is not None
    players = [player for pair in hand.proposal.pairs for player in pair]
    return words.elsewhere(moment, hand.division, players)
