"""Private facts as values: what the form shows, a form read back, what to write.

Pure. Knows no keys: the node has opened what stands here, and seals what is written.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from hall_server.files.private_cells import amount, cents
from hall_server.referee.derived.people.registration import Objection, entry
from shared.core.decisions.writing import REFEREE
from shared.core.events import Draft, Fees, Person, Private, TaxForm, Topic, entities
from shared.core.events.eligibility import FLAGS, age_on, is_day, with_age
from shared.core.events.private import TOPICS
from shared.core.standings.prizes import dollars, may_be_associate
from shared.core.standings.titles import entry_fee_cents
from shared.core.state import HallState, Player
from shared.core.state.office import Known
from shared.core.text.language import N_, _, headed
from shared.tui.times import local

FIELDS = (
    "born", "phone", "email", "address", "due", "paid", "fee_note", "tax", "tax_note", "member",
)  # fmt: skip
"""What the form asks, in its order."""
LABELS = {
    "born": N_("Born"), "phone": N_("Phone"), "email": N_("E-mail"), "address": N_("Address"),
    "due": N_("Fee due"), "paid": N_("Fee paid"), "fee_note": N_("Fee note"),
    "tax": N_("Tax form"), "tax_note": N_("Tax note"), "member": N_("Member"),
}  # fmt: skip
CHOICES: dict[str, dict[str, str]] = {
    "tax": {"": "", "needed": N_("needed"), "received": N_("received")},
    "member": {
        "": "", "life": N_("life member"), "associate": N_("associate"),
        "associate,life": N_("life member and associate"),
    },
}  # fmt: skip
"""The fields that hold one of a few words: what is kept, and the message that says it."""
HINTS = {
    "born": N_("YYYY-MM-DD; others see only whether the player is a junior"),
    "tax": N_("Space changes it"),
    "member": N_("Space changes it; everybody sees it"),
}
_SHORT, _LONG = 60, 300
_LONGEST = {"phone": _SHORT, "email": _LONG, "address": _LONG, "fee_note": _LONG, "tax_note": _LONG}
_TOPIC_WORDS: dict[Topic, str] = {
    "person": N_("birth date and contact"), "fees": N_("fees"), "tax": N_("tax form"),
}  # fmt: skip
_SEALED: dict[Topic, str] = {
    "person": N_(
        "The birth date and contact: sealed to other keys than this laptop's. The hall hands"
        " them on by itself; until then it cannot be changed here."
    ),
    "fees": N_(
        "The fees: sealed to other keys than this laptop's. The hall hands"
        " them on by itself; until then it cannot be changed here."
    ),
    "tax": N_(
        "The tax form: sealed to other keys than this laptop's. The hall hands"
        " them on by itself; until then it cannot be changed here."
    ),
}
_NOT_YET: dict[Topic, str] = {
    "person": N_("The birth date and contact cannot be changed here yet."),
    "fees": N_("The fees cannot be changed here yet."),
    "tax": N_("The tax form cannot be changed here yet."),
}
_NUMBER_OF_A_PERSON = re.compile(r"(?<!\d)\d{3}[- ]?\d{2}[- ]?\d{4}(?!\d)")


@dataclass(frozen=True, slots=True)
class Filled:
    """A form as it was read: the facts by topic, and the player with the flags they make."""

    facts: tuple[Private, ...]
    player: Player


def values(player: Player, known: Known) -> dict[str, str]:
    """Return what the form begins with; of two versions the first."""
    shown = _shown((known.first(Person), known.first(Fees), known.first(TaxForm)))
    member = [flag for flag in FLAGS if flag in player.flags and flag != "junior"]
    return {**shown, "member": ",".join(member)}


def hint(state: HallState, player: Player, field: str) -> str:
    """Return what stands in an empty field: its form, and what the sheet has to say of it."""
    division = state.divisions.get(player.division)
    book = None if division is None or division.unreadable else division.book
    if field == "due" and book is not None and book.entry is not None:
        cost = entry_fee_cents(book, life_member="life" in player.flags)
        return _("{amount} by the sheet").format(amount=amount(cost)) if cost else ""
    form_from = book.prizes.form_from_cents if book is not None and book.prizes else None
    if field == "tax" and book is not None and form_from:
        clause = book.clauses["prizes.form_from_cents"]
        return _("{hint}, for prizes from {amount} on ({clause})").format(
            hint=_(HINTS[field]), amount=dollars(form_from), clause=clause
        )
    return _(HINTS.get(field, ""))


def remarks(known: Known) -> tuple[str, ...]:
    """Return what has to be known before the form is changed: versions side by side, what is
    closed."""
    found = [_(_SEALED[topic]) for topic in known.unread]
    if known.differing:
        found.append(_("Two were written unseen by each other. What is saved here settles it."))
    for topic in known.differing:
        versions: tuple[Private, ...] = getattr(known, topic)
        texts = [_shown((version,)) for version in versions]
        for field in texts[0]:
            told = list(dict.fromkeys(text[field] or "–" for text in texts))
            if len(told) > 1:
                versions_told = _(" or ").join(told)
                found.append(headed(_(LABELS[field]), versions_told))
    return tuple(found)


def summary(known: Known) -> str:
    """Return one sentence for the registration page: what is owed, and what has to be looked at."""
    parts = []
    for fees in known.fees[:1]:
        owed = fees.due - fees.paid
        if owed > 0:
            said = _("Owes {rest} of {whole}.")
            parts.append(said.format(rest=dollars(owed), whole=dollars(fees.due)))
        elif fees.due:
            parts.append(_("Has paid {amount}.").format(amount=dollars(fees.paid)))
    if known.differing:
        words = ", ".join(_(_TOPIC_WORDS[topic]) for topic in known.differing)
        parts.append(_("! Two versions of {what}: P shows them.").format(what=words))
    if known.unread:
        parts.append(_("Something private is sealed to other keys."))
    return " ".join(parts)


def read_form(
    state: HallState, player: Player, typed: Mapping[str, str], now_ms: int
) -> Filled | Objection:
    """Return the facts as the form has them, or what is wrong with it. ``now_ms`` is UTC."""
    text = {field: " ".join(typed[field].split()) for field in FIELDS}
    if text["born"] and not is_day(text["born"]):
        return Objection("born", _("Write the birth date as YYYY-MM-DD, such as 2009-02-28."))
    for field, most in _LONGEST.items():
        if len(text[field]) > most:
            said = _("{field} has more than {most} letters.")
            return Objection(field, said.format(field=_(LABELS[field]), most=most))
    for field in ("fee_note", "tax_note"):
        if _NUMBER_OF_A_PERSON.search(text[field]):
            said = _("That looks like a tax number: it stays on paper.")
            return Objection(field, said)
    money = {}
    for field in ("due", "paid"):
        value = cents(text[field])
        if value is None:
            said = _("{field} is an amount such as 35 or 35.00, or empty.")
            return Objection(field, said.format(field=_(LABELS[field])))
        money[field] = value
    flags = tuple(flag for flag in FLAGS if flag in text["member"].split(","))
    if "junior" in player.flags:
        flags = ("junior", *flags)
    facts = (
        Person(text["born"], text["phone"], text["email"], text["address"]),
        Fees(money["due"], money["paid"], text["fee_note"]),
        TaxForm(text["tax"], text["tax_note"]),  # type: ignore[arg-type]
    )
    division = state.divisions.get(player.division)
    if division is not None and not division.unreadable:
        zone = state.tournament.zone if state.tournament else "UTC"
        day = division.first_day or local(now_ms, zone).date().isoformat()
        book, born = division.book, text["born"]
        flags = with_age(flags, book, born, day)
        if "associate" in flags and born and not may_be_associate(book, age_on(born, day)):
            clause = book.clause("prizes.associate_under_age")
            said = _("By the birth date, the player is too old for an Associate ({clause}).")
            return Objection("member", said.format(clause=clause))
    return Filled(facts, replace(player, flags=flags))


def drafts(player: Player, known: Known, filled: Filled) -> tuple[Draft, ...] | Objection:
    """Return the events to write: the topics that changed, and the flags if they did."""
    found: list[Draft] = []
    for (topic, kind), fact in zip(TOPICS.items(), filled.facts, strict=True):
        if fact == known.first(kind) and topic not in known.differing:
            continue
        if topic in known.unread:
            field = next(iter(_shown((fact,))))
            return Objection(field, _(_NOT_YET[topic]))
        found.append(Draft(entities.private(player.id, topic), fact, REFEREE))
    if filled.player.flags != player.flags:
        found.append(entry(filled.player))
    return tuple(found)


def _shown(facts: tuple[Private, ...]) -> dict[str, str]:
    shown: dict[str, str] = {}
    for fact in facts:
        match fact:
            case Person():
                shown |= {f: getattr(fact, f) for f in ("born", "phone", "email", "address")}
            case Fees(due=due, paid=paid, note=note):
                shown |= {"due": amount(due), "paid": amount(paid), "fee_note": note}
            case TaxForm(state=state, note=note):
                shown |= {"tax": state, "tax_note": note}
            case _:
                pass
    return shown
