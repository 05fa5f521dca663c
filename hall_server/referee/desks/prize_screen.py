"""The prize desk: who is paid what, after what has been seen, by whom, against which receipt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.desks import prize_words as words
from hall_server.referee.desks.receipts import print_receipt
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.list_screen import AFTER, BACK, BEFORE, DivisionScreen
from hall_server.referee.parts.pick_list import Line
from shared.core.language import N_, _
from shared.core.prize_desk import division_payouts
from shared.core.prizes import Payout, dollars
from shared.tui.actions import Action, bindings
from shared.tui.confirm import Confirm

PAY = Action(
    "pick", "enter", N_("Pay"), N_("Note that the prize was paid and signed for, or take it back")
)
DUES = Action("dues", "d", N_("Dues"), N_("Take regular dues off this player's prize, or do not"))
EDIT = Action("edit", "e", N_("Prizes"), N_("Say what the places of the division pay"))
PRINT = Action(
    "receipt", "t", N_("Receipt"), N_("Print the receipt of the player under the cursor")
)


class PrizeScreen(DivisionScreen):
    """The payouts of one division as they stand."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (PAY, DUES, EDIT, PRINT, AFTER, BEFORE, BACK)
    BINDINGS = bindings((DUES, EDIT, PRINT))

    def headline(self) -> str:
        name = self.app.hall.divisions[self.division].name
        return _("Prizes, {division}").format(division=name)

    def heading(self, width: int) -> str:
        return words.prizes_heading(width)

    def lines(self, width: int) -> Sequence[Line]:
        return words.prize_lines(self.app.moment(), self.division, width)

    def empty(self) -> str:
        return _("Nobody is to be paid.")

    def notes(self) -> Sequence[str]:
        return words.notes(self.app.moment(), self.division)

    def actions(self) -> Sequence[Action]:
        if self.chosen is None:
            return (EDIT, BACK, *self.turning())
        done = self.chosen.player in self.app.hall.desks.payments
        label = N_("Take back") if done else PAY.label
        pay = Action(PAY.id, PAY.key, label, PAY.help)
        return (pay, PRINT, DUES, EDIT, BACK, *self.turning())

    @property
    def chosen(self) -> Payout | None:
        """What the player under the cursor is to be paid."""
        payouts = division_payouts(self.app.hall, self.division)
        return next((payout for payout in payouts if payout.player == self.here), None)

    def action_pick(self) -> None:
        payout = self.chosen
        if payout is None:
            return
        if payout.player in self.app.hall.desks.payments:
            self._take_back(payout)
            return
        last = max(self.app.hall.desks.payments.values(), key=lambda paid: paid.at, default=None)

        def named(by: str | None) -> None:
            if by is not None:
                self._confirm(payout, by)

        self.app.push_screen(AskText(_("Who pays it out?"), value=last.by if last else ""), named)

    def _confirm(self, payout: Payout, by: str) -> None:
        sentence = words.pay_sentence(self.app.moment(), payout, self.division, by)

        def answered(yes: bool | None) -> None:
            if yes and self.chosen == payout:
                said = _("{name} paid {amount} by {by}").format(
                    name=payout.name, amount=dollars(payout.paid_cents), by=by
                )
                self.app.write(said, words.paid(payout, by))
            elif yes:
                self.notify(_("The standings changed meanwhile: nothing was noted. Look again."))

        self.app.push_screen(Confirm(sentence, yes=_("Paid"), no=_("Not yet")), answered)

    def _take_back(self, payout: Payout) -> None:
        payment = self.app.hall.desks.payments[payout.player]

        def answered(yes: bool | None) -> None:
            if yes:
                said = _("the payment of {name} is taken back").format(name=payout.name)
                self.app.write(said, words.taken_back(payout.player))

        sentence = _(
            "{name} was paid {amount} by {by}. Was that noted by mistake, and no money changed"
            " hands?"
        ).format(name=payout.name, amount=dollars(payment.cents), by=payment.by)
        self.app.push_screen(Confirm(sentence, yes=_("Take back"), no=_("It was paid")), answered)

    def action_dues(self) -> None:
        if self.here:
            draft, said = words.dues(self.app.moment(), self.here)
            self.app.write(said, draft)

    def action_edit(self) -> None:
        division = self.division
        name = self.app.hall.divisions[division].name

        def typed(text: str | None) -> None:
            fund = None if text is None else words.fund_of(text)
            if fund is None:
                return

            def answered(yes: bool | None) -> None:
                if yes:
                    said = _("prizes of {division} posted").format(division=name)
                    self.app.write(said, words.posted(division, fund))

            sentence = words.fund_sentence(fund, name)
            self.app.push_screen(Confirm(sentence, yes=_("Post them"), no=_("Not yet")), answered)

        self.app.push_screen(
            AskText(
                _("What do the places of {division} pay?").format(division=name),
                hint=_(words.HINT),
                value=words.fund_text(self.app.hall.desks.prizes.get(division)),
                objection=lambda text: "" if words.fund_of(text) else _(words.OBJECTION),
            ),
            typed,
        )

    def action_receipt(self) -> None:
        payout = self.chosen
        if payout is not None:
            print_receipt(self.app, self.division, payout)
