"""The dialogues of the pairing screen: publishing, drawing again, what gives way by a ruling."""

from hall_server.referee.asked.ask import Ask, Left, dialogue
from hall_server.referee.asked.desk import RefereeDesk
from hall_server.referee.asked.round_in_hand import HandDraft, RoundInHand
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.pairing import by_hand
from hall_server.referee.derived.pairing import draft_round as rounds
from hall_server.referee.derived.pairing.draft_round import HowDrawn, publication
from hall_server.referee.derived.pairing.drawing import blank
from hall_server.referee.derived.pairing.ruling import (
    BEGINS,
    RELAXATIONS,
    in_short,
    otherwise,
    with_rule,
)
from hall_server.referee.derived.writing import Writing
from shared.core.text.language import _, ngettext
from shared.pairing.by_hand.checked import BY_HAND
from shared.pairing.log.lines import PairedOpen


@dialogue
async def publish(ask: Ask, made: RoundInHand) -> None:
    """Repeat the fact, and publish the round as it is then."""

    def entry() -> Writing:
        found = _publication(ask.desk, made)
        if found is None:
            raise Left
        return found

    confirmed = await ask.confirm(made.sentence(), entry, yes=_("Publish"), no=_("Not yet"))
    ask.desk.rule(confirmed)
    made.published()


def _publication(desk: RefereeDesk, made: RoundInHand) -> Writing | None:
    """Return the round as it is published; None where it cannot be any more."""
    proposal, seats = made.proposal, made.seats
    if proposal is None or made.step != "start" or seats.trouble:
        return None
    drawn = HowDrawn(made.drawing.seed, made.drawing.witnesses, made.notes, made.by_hand)
    seated = (proposal, seats.tables)
    draft = publication(made.of, made.round_no, seated, drawn, made.start_now(), desk.token)
    said = _("round {number} of {division} published")
    told = said.format(number=made.round_no, division=made.of.name)
    return Writing(told, (draft,), f"pair:{made.division}:{made.round_no}")


@dialogue
async def relax(ask: Ask, made: RoundInHand) -> None:
    """ACF-1.VII: the referee rules which rule gives way in this round, and sees what follows."""
    desk, key = ask.desk, made.key
    book, drawing = desk.hall.divisions[made.division].book, desk.drawing(key)
    lines = [
        ListLine(rule, " " + _(text).format(clause=book.clause(path)), "ink")
        for rule, (text, path) in RELAXATIONS.items()
        if rule not in drawing.ruled
    ]
    title = _("What do you allow in this round?")
    picked = await ask.pick(title, lines)
    rule = next(each for each in RELAXATIONS if each == picked)
    shown = made.proposal
    if shown is not None:
        other = with_rule(drawing, desk.source, desk.hall, key, rule)
        if other is None:
            await ask.read(title, (_("The round comes out the same. Nothing was changed."),))
            return
        fact = _("Pair it so? {other} As shown now: {now}").format(
            other=in_short(desk.moment(), other), now=in_short(desk.moment(), shown)
        )
        await ask.yes(fact, yes=_("Pair it so"))
    made.rule(rule, await ask.text(_("Why?"), hint=_("It stays in the pairing log.")))


@dialogue
async def begin_otherwise(ask: Ask, made: RoundInHand) -> None:
    """ACF-2.V.A: round 1 by draw or by halves; once a draw has been looked at it is a redraw."""
    key = made.key
    drawing, division = ask.desk.drawing(key), ask.desk.hall.divisions[made.division]
    way, reason = otherwise(division, drawing), ""
    if drawing.shown is not None:
        clause = division.book.clause("swiss.first_round")
        title = _("This is a redraw, from a fresh seed. Why?")
        words = _(BEGINS[way]).format(clause=clause)
        reason = await ask.text(title, hint=f"{words} " + _("It stays in the pairing log."))
    made.begin_otherwise(way, reason)


@dialogue
async def redraw(ask: Ask, made: RoundInHand) -> None:
    """Ask why, and draw from a fresh seed."""
    title = _("Why is round {number} drawn again?").format(number=made.round_no)
    made.draw_again(await ask.text(title, hint=_("It stays in the pairing log.")))


@dialogue
async def pair_anyway(ask: Ask, made: RoundInHand) -> None:
    """Ask why the round is paired though results are open."""
    moment = ask.desk.moment()
    open_at = rounds.open_tables(moment, made.division)
    title = ngettext(
        "Why pair while {tables} is open?", "Why pair while {tables} are open?", len(open_at)
    ).format(tables=moment.tables(open_at))
    reason = await ask.text(title, hint=_("It stays in the pairing log."))
    made.begin_anyway(PairedOpen(tuple(open_at), reason))


@dialogue
async def pair_by_hand(ask: Ask, made: RoundInHand) -> None:
    """Let the referee change the draw that is looked at."""
    key = made.key
    if ask.desk.hall.divisions[made.division].book.pairing_system not in BY_HAND:
        await ask.read(_("By hand"), (by_hand.why_not(ask.desk.moment(), made.division),))
        return
    await _by_hand(ask, made, key)


@dialogue
async def from_paper(ask: Ask, made: RoundInHand) -> None:
    """Let the referee enter the round as it was paired on paper, whatever was drawn before."""
    await _by_hand(ask, made, made.key, paper=True)


async def _by_hand(
    ask: Ask, made: RoundInHand, key: tuple[str, int], *, paper: bool = False
) -> None:
    desk, drawing = ask.desk, ask.desk.drawing(key)
    # Where nothing can be drawn all is paired by hand. Until that is done the draw stays.
    paper = paper or drawing.paper or drawing.out is None
    before = drawing.by_hand[0].draft if drawing.by_hand else None
    if paper and not drawing.paper:
        base, before = by_hand.from_proposal(key, blank(desk.hall, key), ()), None
    else:
        base = drawing.base(key)
    draft = HandDraft(desk, base, drawing.witnesses, before or drawing.left)
    hand, answered = await ask.screen(ask.app.hand_screen(draft))
    if paper:
        drawing.enter(desk.hall, key)
    made.pair_by_hand(None if answered is None else (hand, answered))


@dialogue
async def change_by_hand(ask: Ask, made: RoundInHand) -> None:
    """Let the referee change a published round; it is written there."""
    paired = by_hand.to_change(ask.desk.moment(), made.division)
    if paired is None:
        await ask.read(_("By hand"), (by_hand.why_not(ask.desk.moment(), made.division),))
        return
    base = by_hand.from_round(ask.desk.moment(), paired)
    await ask.screen(ask.app.hand_screen(HandDraft(ask.desk, base)))
    made.left()
