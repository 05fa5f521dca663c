"""The prize desk: who is paid what, after what has been seen, by whom, against which receipt."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.derived.prizes import division_payouts
from hall_server.paper.desk import receipts
from hall_server.paper.look import Look, made_at
from hall_server.paper.sheet import Document
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.desk_app import DeskApp
from hall_server.referee.asked.paper_talks import write
from hall_server.referee.asked.parts.screens import AFTER, BACK, BEFORE, DivisionScreen, Toned
from hall_server.referee.asked.prize_talks import post_prizes, side_pools
from hall_server.referee.asked.rulings.granting import why_there
from hall_server.referee.derived import announcements as told
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import prize_words as words
from hall_server.referee.said.player_words import owed, results_told
from shared.core.events import ALWAYS
from shared.core.standings.prizes import Payout, dollars
from shared.core.state import HallState
from shared.core.text.language import N_, _
from shared.machine.languages import catalogue
from shared.pairing.places import division_standings
from shared.tui.action import Action
from shared.tui.actions import bindings
from shared.tui.announced import claims_words


def receipt(app: DeskApp, division: str, payout: Payout) -> Document:
    """Return the receipt of one player, as a value, in the language of the screen."""
    hall = app.desk.hall
    event = hall.tournament.name if hall.tournament else ""
    title, made = _("Receipt") + f" {payout.name}", made_at(app.desk.wall(), app.zone)
    sheets = (receipts(Look(hall, hall.divisions[division]), (payout,)),)
    return Document(title, event, made, sheets, catalogue(app.language))


def print_receipt(app: DeskApp, division: str, payout: Payout) -> None:
    """Make the receipt of one player, and open it."""
    wanted = receipt(app, division, payout)
    write(app, lambda: wanted, f"receipt-{payout.player}.pdf")


PAY = Action(
    "pick", "enter", N_("Pay"), N_("Note that the prize was paid and signed for, or take it back")
)
DUES = Action("dues", "D", N_("Dues"), N_("Take regular dues off this player's prize, or do not"))
EDIT = Action("edit", "E", N_("Prizes"), N_("Say what the places of the division pay"))
POOLS = Action(
    "pools", "dollar_sign", N_("Pools"), N_("Side pools: who is in them, and what their places pay")
)
PRINT = Action(
    "receipt", "V", N_("Receipt"), N_("Print the receipt of the player under the cursor")
)
CLAIMS = Action(
    "claims", "U", N_("Claims"), N_("Announce until when results may be disputed, before prizes")
)


class PrizeScreen(DivisionScreen):
    """The payouts of one division as they stand."""

    DESK = "prizes"
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        PAY, DUES, EDIT, POOLS, CLAIMS, PRINT, AFTER, BEFORE, BACK
    )  # fmt: skip
    BINDINGS = bindings((DUES, EDIT, POOLS, CLAIMS, PRINT))

    def headline(self) -> str:
        return _("Prizes, {division}").format(division=self.opened.name)

    def heading(self, width: int) -> str:
        return words.prizes_heading(self.desk.moment(), self.division, width)

    def lines(self, width: int) -> Sequence[ListLine]:
        return words.prize_lines(self.desk.moment(), self.division, width)

    def details(self) -> Sequence[Toned]:
        player = self.desk.hall.players.get(self.here)
        if player is None:
            return ()
        moment = self.desk.moment()
        rows = division_standings(moment.state, self.division)
        why = (("ink", said) for said in why_there(moment.state, rows, player.id))
        results, desks = results_told(moment, player), owed(moment, player)
        return (("accent", player.name), *why, *results, *desks)

    def empty(self) -> str:
        return _("Nobody is to be paid.")

    def notes(self) -> Sequence[str]:
        return words.notes(self.desk.moment(), self.division)

    def actions(self) -> Sequence[Action]:
        if self.chosen is None:
            return (EDIT, CLAIMS, BACK, POOLS, *self.turning())
        done = self.chosen.player in self.desk.hall.awards.payments
        label = N_("Take back") if done else PAY.label
        pay = Action(PAY.id, PAY.key, label, PAY.help)
        return (pay, PRINT, DUES, EDIT, BACK, CLAIMS, POOLS, *self.turning())

    @property
    def chosen(self) -> Payout | None:
        """What the player under the cursor is to be paid."""
        return payout_of(self.desk.hall, self.division, self.here)

    def action_pick(self) -> None:
        payout = self.chosen
        if payout is None:
            return
        if payout.player in self.desk.hall.awards.payments:
            _take_back(self.app, payout)
        else:
            _pay(self.app, payout, self.division)

    def action_dues(self) -> None:
        if self.here:
            draft, said = words.dues(self.desk.moment(), self.here)
            self.desk.note(Writing(said, (draft,)))

    def action_edit(self) -> None:
        post_prizes(self.app, self.division)

    def action_pools(self) -> None:
        side_pools(self.app, self.division)

    def action_claims(self) -> None:
        _claims(self.app, self.division)

    def action_receipt(self) -> None:
        payout = self.chosen
        if payout is not None:
            print_receipt(self.app, self.division, payout)


def payout_of(state: HallState, division: str, player: str) -> Payout | None:
    """Return what a player is to be paid, as the standings are now."""
    payouts = division_payouts(state, division)
    return next((payout for payout in payouts if payout.player == player), None)


@dialogue
async def _pay(ask: Ask, payout: Payout, division: str) -> None:
    desk = ask.desk
    last = max(desk.hall.awards.payments.values(), key=lambda paid: paid.at, default=None)
    by = await ask.text(_("Who pays it out?"), value=last.by if last else "")
    sentence = words.pay_sentence(desk.moment(), payout, division, by)
    await ask.yes(sentence, yes=_("Paid"), no=_("Not yet"))
    if payout_of(desk.hall, division, payout.player) != payout:
        ask.app.notify(_("The standings changed meanwhile: nothing was noted. Look again."))
        return
    said = _("{name} paid {amount} by {by}").format(
        name=payout.name, amount=dollars(payout.paid_cents), by=by
    )
    desk.note(Writing(said, (words.paid(payout, by),)))


@dialogue
async def _take_back(ask: Ask, payout: Payout) -> None:
    payment = ask.desk.hall.awards.payments[payout.player]
    sentence = _(
        "{name} was paid {amount} by {by}. Was that noted by mistake, and no money changed hands?"
    ).format(name=payout.name, amount=dollars(payment.cents), by=payment.by)
    await ask.yes(sentence, yes=_("Take back"), no=_("It was paid"))
    said = _("the payment of {name} is taken back").format(name=payout.name)
    ask.desk.note(Writing(said, (words.taken_back(payout.player),)))


@dialogue
async def _claims(ask: Ask, division: str) -> None:
    desk = ask.desk

    def end(answer: str) -> int | None:
        moment = desk.moment()
        until = told.end(answer, moment.hall_ms, moment.zone)
        return None if until == ALWAYS else until

    wrong = _("Minutes, as 30, or a time, as 14:30.")
    until = end(
        await ask.text(
            _("Until when may results of {division} be disputed?").format(
                division=desk.hall.divisions[division].name
            ),
            hint=_("Minutes from now, as 30, or a time, as 14:30."),
            objection=lambda answer: "" if end(answer) else wrong,
        )
    )
    assert until is not None
    text = claims_words(desk.hall, division, until)
    entry = Writing(_("announced: {text}").format(text=text), (words.claims(division, until),))
    desk.rule(await ask.confirm(text, entry, yes=_("Announce")))
