"""The dialogues of the pairing screen: publishing, drawing again, what gives way by a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.ask import Ask, Entry, Left, dialogue
from hall_server.referee.pairing import by_hand
from hall_server.referee.pairing import draft_round as rounds
from hall_server.referee.pairing import pair_keys as keys
from hall_server.referee.pairing.hand_screen import HandScreen
from hall_server.referee.parts.pick_list import Line
from shared.core.language import _, ngettext
from shared.pairing.check_hand import BY_HAND
from shared.pairing.draw_log import PairedOpen

if TYPE_CHECKING:
    from hall_server.referee.pairing.pair_screen import PairScreen


@dialogue
async def publish(ask: Ask, screen: PairScreen) -> None:
    """Repeat the fact, and publish the round as it is then."""

    def entry() -> Entry:
        found = screen.publication()
        if found is None:
            raise Left
        return found

    confirmed = await ask.confirm(screen.sentence(), entry, yes=_("Publish"), no=_("Not yet"))
    ask.app.rule(confirmed)
    screen.published()


@dialogue
async def relax(ask: Ask, screen: PairScreen) -> None:
    """ACF-1.VII: where no legal round exists the referee rules which rule gives way."""
    book = ask.app.hall.divisions[screen.division].book
    lines = [
        Line(key, _(text).format(clause=book.clause(path)), "ink")
        for key, (text, path) in keys.RELAXATIONS.items()
    ]
    key = await ask.pick(_("What do you allow in this round?"), lines)
    reason = await ask.text(_("Why?"), hint=_("It stays in the pairing log."))
    screen.relaxed(next(rule for rule in keys.RELAXATIONS if rule == key), reason)


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
    drawing = ask.app.drawing(key)
    if ask.app.hall.divisions[screen.division].book.pairing_system not in BY_HAND:
        await ask.read(_("By hand"), (by_hand.why_not(ask.app.moment(), screen.division),))
        return
    before = drawing.by_hand and drawing.by_hand[0].draft
    hand, answered = await ask.screen(HandScreen(drawing.base(key), drawing.witnesses, before))
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
