"""The prize desk as lines and sentences: shares, dues, what has to be seen first, who paid. Pure.

Asks for no personal number: a needed tax form is a flag (ACF-3.VI).
"""

import re

from hall_server.derived.prizes import division_payouts, owes_dues
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE
from shared.core.events import (
    AnnouncementMade,
    DuesOwed,
    PrizePaid,
    PrizesPosted,
    SidePool,
    entities,
)
from shared.core.standings.prizes import Payout, Share, amounts_in, cents_of, dollars
from shared.core.state.office import BESIDE, PrizeFund
from shared.core.text.language import N_, _, ngettext
from shared.pairing.places import is_final
from shared.port import Draft
from shared.tui.names import columns
from shared.tui.times import clock_time

_DUES = re.compile(r"(.*?)[,;]?\s*[^\W\d_]+\.?\s*(\S+)\s*")
"""Dues are the amount after a word, whatever the language of the word."""
HINT = N_("From the first place on, as: 450 300 200.50, dues 25. Empty: no prizes.")
OBJECTION = N_("Amounts as 450 or 66.50, from the first place on; after them dues 25, if any.")


def prize_lines(moment: Moment, division: str, width: int) -> tuple[ListLine, ...]:
    """Return one line for each player who is to be paid or has been."""
    lines = []
    widths = _widths(moment, division, width)
    for payout in division_payouts(moment.state, division):
        paid = moment.state.awards.payments.get(payout.player)
        if not payout.share_cents and paid is None:
            continue
        done = _paid_words(moment, payout) if paid is not None else before_paying(payout)
        cells = (
            places(payout),
            payout.name,
            dollars(payout.share_cents),
            f"–{dollars(payout.dues_cents)}" if payout.dues_cents else "",
            dollars(payout.paid_cents),
            done,
        )
        text = columns(cells, widths, "><>>><", gap=1)
        tone = "good" if paid is not None else "caution" if before_paying(payout) else "ink"
        if paid is not None and paid.cents != payout.paid_cents:
            tone = "danger"
        lines.append(ListLine(payout.player, text, tone))
    return tuple(lines)


def prizes_heading(moment: Moment, division: str, width: int) -> str:
    """Return the heading over the columns of ``prize_lines``."""
    cells = (_("place"), _("player"), _("share"), _("dues"), _("to pay"), _("to do / paid"))
    place, *others = _widths(moment, division, width)
    return columns(cells, (place + 1, *others), "><>>><", gap=1)


def _widths(moment: Moment, division: str, width: int) -> tuple[int, ...]:
    """Return the widths of the columns. Places of pools stand with the names of these: they take
    what the last column can spare."""
    fund = moment.state.awards.prizes.get(division)
    place = 16 if fund and (fund.consolation or fund.last_chance or fund.pools) else 5
    if width < 70:
        last = 14 if place == 5 else 3
        return (place, max(8, width - place - 9 - last - 4), 0, 0, 9, last)
    name = max(12, min(44, width - 61))
    return (place, name, 9, 8, 9, max(3, width - place - name - 33))


def places(payout: Payout) -> str:
    """``1.`` or ``2–3`` where places are shared; those of a pool with its name: ``Consolation 1.``.

    A place that pays nothing stands only where nothing else does.
    """
    return ", ".join(f"{share.pool} {_place(share)}".lstrip() for share in payout.paying)


def _place(share: Share) -> str:
    return share.place if "–" in share.place else f"{share.place}."


def pool_words(pool: SidePool) -> str:
    """``Jackpot: 8 players, $120.00``."""
    said = ngettext(
        "{name}: {count} player, {amount}", "{name}: {count} players, {amount}", len(pool.players)
    )
    return said.format(name=pool.name, count=len(pool.players), amount=dollars(sum(pool.prizes)))


def before_paying(payout: Payout) -> str:
    """Return what has to be seen before the money: a signed form, missing copies of games."""
    found = [_("FORM NEEDED")] if payout.form_needed else []
    if payout.sheets_missing:
        rounds = ", ".join(_("R{number}").format(number=n) for n in payout.sheets_missing)
        found.append(_("sheets {rounds}").format(rounds=rounds))
    return "; ".join(found)


def notes(moment: Moment, division: str) -> tuple[str, ...]:
    """Return what else matters: whether places can change, who is left out, the sum."""
    state = moment.state
    fund = state.awards.prizes.get(division)
    if fund is None:
        return (_("No prizes are posted. Press E and say what the places pay."),)
    payouts = division_payouts(state, division)
    rule = state.divisions[division].book.prizes
    found = []
    if not is_final(state, division):
        found.append(_("! Not every round is complete: places may still change."))
    out = [p.name for p in state.players.values()
           if p.division == division and p.withdrawn_after is not None]  # fmt: skip
    if out and rule is not None and rule.dropouts_excluded:
        said = _("Left out, who dropped out ({clause}): {names}.")
        clause = state.divisions[division].book.clause("prizes.dropouts_excluded")
        found.append(said.format(clause=clause, names=", ".join(sorted(out))))
    found.append(_claims_words(moment, division))
    due = sum(payout.paid_cents for payout in payouts)
    paid = sum(
        payment.cents
        for player, payment in state.awards.payments.items()
        if player in {payout.player for payout in payouts}
    )
    said = _("Posted {posted}, to be paid {due}, paid so far {paid}.")
    posted = dollars(posted_cents(fund))
    found.append(said.format(posted=posted, due=dollars(due), paid=dollars(paid)))
    unplaced = posted_cents(fund) - sum(payout.share_cents for payout in payouts)
    if unplaced:
        said = _("{amount} goes to nobody: there are more prizes than places.")
        found.append(said.format(amount=dollars(unplaced)))
    return tuple(found)


def pay_sentence(moment: Moment, payout: Payout, division: str, by: str) -> str:
    """Return the fact that is confirmed before a prize counts as paid."""
    amount = dollars(payout.paid_cents)
    if payout.dues_cents:
        amount = _("{amount} ({share} less {dues} dues)").format(
            amount=amount,
            share=dollars(payout.share_cents),
            dues=dollars(payout.dues_cents),
        )
    fact = (
        _("{name} has {amount} for places {place}, paid by {by}, and has signed the receipt?")
        if payout.places[0] < payout.places[1] or len(payout.shares) > 1
        else _("{name} has {amount} for place {place}, paid by {by}, and has signed the receipt?")
    )
    place = places(payout).rstrip(".")
    book = moment.state.divisions[division].book
    said = [fact.format(name=payout.name, amount=amount, place=place, by=by)]
    if payout.form_needed:
        signed = _("The tax form was signed too ({clause}); nothing of it is kept here.")
        said.append(signed.format(clause=book.clause("prizes.form_from_cents")))
    if payout.sheets_missing:
        rounds = ", ".join(str(number) for number in payout.sheets_missing)
        missing = _("The copies of round {rounds} are missing: your decision ({clause}).")
        said.append(missing.format(rounds=rounds, clause=book.clause("prizes.sheet_copies")))
    if not is_final(moment.state, division):
        said.append(_("Places may still change."))
    if _claims_open(moment, division):
        said.append(_claims_words(moment, division))
    return " ".join(said)


def claims(division: str, until: int) -> Draft:
    """Return that results may be disputed until ``until`` (UTC ms), to be written."""
    body = AnnouncementMade("", until, "all", division, about="claims")
    return Draft(_claims_ent(division), body, REFEREE)


def _claims_ent(division: str) -> str:
    return entities.announcement(f"claims-{division}")


def _claims_open(moment: Moment, division: str) -> bool:
    told = moment.state.office.announcements.get(_claims_ent(division))
    return told is not None and moment.hall_ms < told.until


def _claims_words(moment: Moment, division: str) -> str:
    """Until when results may be disputed, before prizes are paid."""
    told = moment.state.office.announcements.get(_claims_ent(division))
    if told is None or not told.until:
        return _("No deadline for claims was announced: press U.")
    said = _("Claims about results were taken until {time}.")
    if _claims_open(moment, division):
        said = _("! Claims about results are taken until {time}.")
    return said.format(time=moment.minute(told.until))


def paid(payout: Payout, by: str) -> Draft:
    """Return that a prize was paid, to be written."""
    body = PrizePaid(payout.paid_cents, payout.dues_cents, by, payout.form_needed)
    return Draft(entities.payment(payout.player), body, REFEREE)


def taken_back(player: str) -> Draft:
    """Return that a payment was noted by mistake, to be written."""
    return Draft(entities.payment(player), PrizePaid(0, 0, "", taken_back=True), REFEREE)


def dues(moment: Moment, player: str) -> tuple[Draft, str]:
    """Return whether dues come off a player's prize, turned round, and it in words
    (ACF-1.III.B)."""
    owed = not owes_dues(moment.state, player)
    said = (
        _("dues are taken off the prize of {name}")
        if owed
        else _("no dues are taken off the prize of {name}")
    ).format(name=moment.name(player))
    return Draft(entities.dues(player), DuesOwed(owed), REFEREE), said


def fund_of(text: str) -> PrizeFund | None:
    """Return the prizes that were typed; None where the text is not readable."""
    found = _DUES.fullmatch(text.strip())
    amounts, owed = (found[1], found[2]) if found else (text, "0")
    cents = [cents_of(part) for part in amounts_in(amounts)]
    due = cents_of(owed)
    if due is None or None in cents:
        return None
    return PrizeFund(tuple(each for each in cents if each is not None), due)


def fund_text(fund: PrizeFund | None) -> str:
    """Return the prizes as they are typed."""
    if fund is None:
        return ""
    amounts = " ".join(dollars(each).lstrip("$").removesuffix(".00") for each in fund.prizes)
    dues = _("dues")
    return f"{amounts}, {dues} {dollars(fund.dues).lstrip('$')}" if fund.dues else amounts


def fund_sentence(fund: PrizeFund, name: str) -> str:
    """Return the fact that is confirmed before prizes are posted."""
    parts = [(name, fund.prizes)]
    parts += [(_(of), fund.beside(part)) for part, of in BESIDE.items() if fund.beside(part)]
    parts += [(f"{pool.name} ({len(pool.players)})", pool.prizes) for pool in fund.pools]
    said = [
        _("{division} pays {places}, {sum} in all?").format(
            division=of, places=_listed(prizes), sum=dollars(sum(prizes))
        )
        if prizes
        else _("{division} pays no prizes?").format(division=of)
        for of, prizes in parts
    ]
    if fund.dues:
        said.append(_("An Associate owes {amount}.").format(amount=dollars(fund.dues)))
    return " ".join(said)


def _listed(prizes: tuple[int, ...]) -> str:
    return ", ".join(f"{place}. {dollars(each)}" for place, each in enumerate(prizes, start=1))


def posted_cents(fund: PrizeFund) -> int:
    """Return everything that is posted."""
    beside = (sum(pool.prizes) for pool in fund.pools)
    return sum((*fund.prizes, *fund.consolation, *fund.last_chance, *beside))


def paid_otherwise(moment: Moment, division: str, fund: PrizeFund) -> tuple[str, ...]:
    """Return whose prize was handed over and would be another under ``fund``."""
    due = {each.player: each for each in division_payouts(moment.state, division, fund)}
    said = _("! {name} was paid {paid}, and {due} would be due.")
    return tuple(
        said.format(
            name=due[player].name,
            paid=dollars(payment.cents),
            due=dollars(due[player].paid_cents),
        )
        for player, payment in moment.state.awards.payments.items()
        if player in due and payment.cents != due[player].paid_cents
    )


def posted(division: str, fund: PrizeFund, why: str = "") -> Draft:
    """Return what the places pay, to be written."""
    body = PrizesPosted(fund.prizes, fund.dues, fund.consolation, fund.pools, fund.last_chance, why)
    return Draft(entities.prizes(division), body, REFEREE)


def _paid_words(moment: Moment, payout: Payout) -> str:
    payment = moment.state.awards.payments[payout.player]
    at = clock_time(payment.at, moment.zone)
    if payment.cents != payout.paid_cents:
        return _("! WAS PAID {amount} {time}").format(amount=dollars(payment.cents), time=at)
    return _("√ paid {time} by {by}").format(time=at, by=payment.by)
