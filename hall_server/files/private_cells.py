"""The private columns of a list of players: from cells to facts and back."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from shared.core.events import Fees, Person, Private
from shared.core.events.eligibility import is_day
from shared.core.state.office import Known
from shared.wire.codec import CodecError, pack, unpack

HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "born": ("born", "birthdate", "dateofbirth", "birthday", "dob"),
    "phone": ("phone", "telephone", "phonenumber", "mobile", "cell"),
    "email": ("email", "mail", "emailaddress"),
    "address": ("address", "postaladdress"),
    "fee_due": ("feedue", "feesdue", "fee", "entryfee"),
    "fee_paid": ("feepaid", "feespaid", "paid"),
    "fee_note": ("feenote", "feesnote"),
}
"""Field → the headings that it can have, in small letters without blanks."""

FIELDS: Final = tuple(HEADINGS)
_PERSON: Final = ("born", "phone", "email", "address")
_FEES: Final = {"fee_due": "due", "fee_paid": "paid", "fee_note": "note"}
_MONEY = re.compile(r"\$? ?([0-9]{1,6})(?:[.,]([0-9]{2}))?")


def cents(text: str) -> int | None:
    """Return an amount such as 35, 35.00 or $35 in cents, nothing as 0; None for no amount."""
    found = _MONEY.fullmatch(text.strip() or "0")
    return None if found is None else int(found[1]) * 100 + int(found[2] or 0)


def amount(value: int) -> str:
    """Return an amount as ``cents`` reads it, nothing for 0."""
    return f"{value // 100}.{value % 100:02d}" if value else ""


def read_cells(cells: Mapping[str, str]) -> tuple[dict[str, str | int], list[str]]:
    """Return the private fields of a line, and what is wrong with them without their values."""
    given: dict[str, str | int] = {}
    wrong: list[str] = []
    for field, text in cells.items():
        cell = " ".join(text.split())
        if field in ("fee_due", "fee_paid"):
            value = cents(cell)
            if value is None:
                wrong.append(f"write {field} as an amount such as 35 or 35.00")
            else:
                given[field] = value
        elif field == "born" and cell and not is_day(cell):
            wrong.append("write the birth date as YYYY-MM-DD, such as 2009-02-28")
        else:
            given[field] = cell
    for body in noted(given, Known()):
        try:
            unpack(pack(body), type(body))
        except CodecError:
            kind = "fees" if isinstance(body, Fees) else "birth date and contact"
            wrong.append(f"{kind}: a cell is too long")
    return given, wrong


def noted(given: Mapping[str, str | int], known: Known) -> tuple[Private, ...]:
    """Return what a line changes in what is known; it settles a conflict of two versions."""
    person = {field: given[field] for field in _PERSON if field in given}
    fees = {name: given[field] for field, name in _FEES.items() if field in given}
    changed: list[Private] = []
    for kind, fields, versions in ((Person, person, known.person), (Fees, fees, known.fees)):
        before = known.first(kind)
        after = msgspec.structs.replace(before, **fields)
        if fields and (after != before or len(versions) > 1):
            changed.append(after)
    return tuple(changed)


def cells_of(known: Known) -> tuple[str, ...]:
    """Return what is known of a player, in the order of ``FIELDS``; the first of two versions."""
    person, fees = known.first(Person), known.first(Fees)
    assert isinstance(person, Person)
    assert isinstance(fees, Fees)
    return (
        person.born, person.phone, person.email, person.address,
        amount(fees.due), amount(fees.paid), fees.note,
    )  # fmt: skip
