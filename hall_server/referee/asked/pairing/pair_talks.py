"""The dialogues of the pairing screen: publishing, drawing again, what gives way by a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.app.pairing.hand_screen import HandScreen
from hall_server.referee.asked.ask import Ask, Left, Writing, dialogue
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.pairing import by_hand
from hall_server.referee.derived.pairing import draft_round as rounds
from hall_server.referee.derived.pairing.drawing import blank
from hall_server.referee.derived.pairing.ruling import (
    BEGINS,
    RELAXATIONS,
    in_short,
    otherwise,
    with_rule,
)
from shared.core.text.language import _, ngettext
from shared.pairing.by_hand.checked import BY_HAND
from shared.pairing.log.lines import PairedOpen

if TYPE_CHECKING:
    from hall_server.referee.app.desk import RefereeDesk
    from hall_server.referee.app.pairing.pair_screen import PairScreen


@dialogue
async def publish(ask: Ask, screen: PairScreen) -> None:
    """Repeat the fact, and publish the round as it is then."""

    def entry() -> Writing:
        found = _publication(ask.app, screen)
        if found is None:
            raise Left
        return found

    confirmed = await ask.confirm(screen.sentence(), entry, yes=_("Publish"), no=_("Not yet"))
    ask.app.rule(confirmed)
    screen.published()


def _publication(app: RefereeDesk, screen: PairScreen) -> Writing | None:
    """The round as it is published; None where it cannot be any more."""
    proposal, seats = screen.proposal, screen.seats
    if proposal is None or screen.step != "start" or seats.trouble:
        return None
    key = (screen.division, screen.round_no)
    drawing, division = app.drawing(key), app.hall.divisions[screen.division]
    draft = rounds.publication(
        key,
        proposal,
        seats.tables,
        starts_at=screen.starts_at,
        seed=drawing.seed,
        names=drawing.witnesses,
        notes=screen.notes,
        token=app.token,
        division=division,
        by_hand=screen.by_hand,
    )
    said = _("round {number} of {division} published")
    told = said.format(number=screen.round_no, division=division.name)
    return Writing(told, (draft,), f"pair:{screen.division}:{screen.round_no}")


@dialogue
async def relax(ask: Ask, screen: PairScreen) -> None:
    """ACF-1.VII: the referee rules which rule gives way in this round, and sees what follows."""
    app, key = ask.app, (screen.division, screen.round_no)
    book, drawing = app.hall.divisions[screen.division].book, app.drawing(key)
    lines = [
        ListLine(rule, " " + _(text).format(clause=book.clause(path)), "ink")
        for rule, (text, path) in RELAXATIONS.items()
        if rule not in drawing.ruled
    ]
    title = _("What do you allow in this round?")
    picked = await ask.pick(title, lines)
    rule = next(each for each in RELAXATIONS if each == picked)
    shown = screen.proposal
    if shown is not None:
        other = with_rule(drawing, app.source, app.hall, key, rule)
        if other is None:
            await ask.read(title, (_("The round comes out the same. Nothing was changed."),))
            return
        fact = _("Pair it so? {other} As shown now: {now}").format(
            other=in_short(app.moment(), other), now=in_short(app.moment(), shown)
        )
        await ask.yes(fact, yes=_("Pair it so"))
    screen.ruled(rule, await ask.text(_("Why?"), hint=_("It stays in the pairing log.")))


@dialogue
async def begin_otherwise(ask: Ask, screen: PairScreen) -> None:
    """ACF-2.V.A: round 1 by draw or by halves; once a draw has been looked at it is a redraw."""
    key = (screen.division, screen.round_no)
    drawing, division = ask.app.drawing(key), ask.app.hall.divisions[screen.division]
    way, reason = otherwise(division, drawing), ""
    if drawing.shown is not None:
        clause = division.book.clause("swiss.first_round")
        title = _("This is a redraw, from a fresh seed. Why?")
        words = _(BEGINS[way]).format(clause=clause)
        reason = await ask.text(title, hint=f"{words} " + _("It stays in the pairing log."))
    screen.begun_otherwise(way, reason)


@dialogue
async def redraw(ask: Ask, screen: PairScreen) -> None:
    """Ask why, and draw from a fresh seed."""
    title = _("Why is round {number} drawn again?").format(number=screen.round_no)
    screen.drawn_again(await ask.text(title, hint=_("It stays in the pairing log.")))


@dialogue
async def pair_anyway(ask: Ask, screen: PairScreen) -> None:
    """Ask why the round is paired though results are open."""
    moment = ask.app.moment()
    open_at = rounds.open_tables(moment, screen.division)
    title = ngettext(
        "Why pair while {tables} is open?", "Why pair while {tables} are open?", len(open_at)
    ).format(tables=moment.tables(open_at))
    reason = await ask.text(title, hint=_("It stays in the pairing log."))
    screen.begun_anyway(PairedOpen(tuple(open_at), reason))


@dialogue
async def pair_by_hand(ask: Ask, screen: PairScreen) -> None:
    """Let the referee change the draw that is looked at."""
    key = (screen.division, screen.round_no)
    if ask.app.hall.divisions[screen.division].book.pairing_system not in BY_HAND:
        await ask.read(_("By hand"), (by_hand.why_not(ask.app.moment(), screen.division),))
        return
    await _by_hand(ask, screen, key)


@dialogue
async def from_paper(ask: Ask, screen: PairScreen) -> None:
    """Let the referee enter the round as it was paired on paper, whatever was drawn before."""
    await _by_hand(ask, screen, (screen.division, screen.round_no), paper=True)


async def _by_hand(
    ask: Ask, screen: PairScreen, key: tuple[str, int], *, paper: bool = False
) -> None:
    app, drawing = ask.app, ask.app.drawing(key)
    # Where nothing can be drawn all is paired by hand. Until that is done the draw stays.
    paper = paper or drawing.paper or drawing.out is None
    before = drawing.by_hand[0].draft if drawing.by_hand else None
    if paper and not drawing.paper:
        base, before = by_hand.from_proposal(key, blank(app.hall, key), ()), None
    else:
        base = drawing.base(key)
    shown = HandScreen(base, drawing.witnesses, before or drawing.left)
    hand, answered = await ask.screen(shown)
    if paper:
        drawing.enter(app.hall, key)
    screen.paired_by_hand(None if answered is None else (hand, answered))


@dialogue
async def change_by_hand(ask: Ask, screen: PairScreen) -> None:
    """Let the referee change a published round; it is written there."""
    paired = by_hand.to_change(ask.app.moment(), screen.division)
    if paired is None:
        await ask.read(_("By hand"), (by_hand.why_not(ask.app.moment(), screen.division),))
        return
    base = by_hand.from_round(ask.app.moment(), paired)
    await ask.screen(HandScreen(base))
    screen.dismiss(None)
