"""What the players of a match of points play with (USBGF-3.4 to 3.6): wishes, a roll, assent."""

from board_terminal.changes.change import Change
from board_terminal.desk.desk import Ask
from board_terminal.pages.look import ACCEPT, Look, Page, agreeing_halves, asking, seat_of
from board_terminal.view.keys import BACK, SIDES, named
from board_terminal.view.view import Choice, Half, View
from shared.core.day.entries import Rolled, TermsAccepted, TermsSet
from shared.core.match.controls import UNCLOCKED
from shared.core.match.preferences import larger_roll, toggled
from shared.core.text.language import N_, _, headed

NAMES = {
    "two_dice": N_("Two dice"),
    "lipped_cups": N_("Lipped cups"),
    "endless_clock": N_("Endless clock"),
    "baffle_box": N_("Baffle box"),
    "approved_device": N_("Own device"),
}
_STANDING = {
    "obligation": N_("always used"),
    "preference": N_("one is enough"),
    "option": N_("both must wish"),
}
_KEYS = "78946"
WISHES = Choice("wishes", "5", N_("Wishes"), N_("Say what you wish to play with"), ("w", "W"))
ROLL = Choice(
    "roll", "8", N_("Roll"), N_("Each rolls one die: the larger decides the rest"), ("d", "D")
)

_DIE = 6


class Wishes(Ask, frozen=True):
    """What the players wish to play with."""


def _agreeing(look: Look) -> View:
    """Show the list that both accept, each on their own half."""
    terms = look.session.terms
    return View(
        "agreeing",
        corner=_("Match to {length}").format(length=look.session.info.length),
        halves=agreeing_halves(look, terms.accepted, ACCEPT),
        message=(_used(terms.used, look.control), *_rolled(look), *look.foot),
        sides=SIDES,
        choices=look.with_reports(WISHES, ROLL),
        asks=(not terms.accepted[0], not terms.accepted[1]),
    )


def _wishes(look: Look) -> View:
    """Show what the sheet names and who decides about it; a press changes it."""
    used = look.session.terms.used
    cells = [
        Choice(
            f"wish:{subject.name}",
            key,
            f"{'✓ ' if subject.name in used else ''}{_(NAMES[subject.name])}",
            f"{headed(_(NAMES[subject.name]), _(_STANDING[subject.standing]))} ({subject.clause})",
            detail=_STANDING[subject.standing],
        )
        for key, subject in zip(_KEYS, look.book.sheet.subjects, strict=True)
    ]
    return View(
        "wishes",
        corner=_("Match to {length}").format(length=look.session.info.length),
        headline=_("What do you wish to play with?"),
        halves=(Half(look.names[0]), Half(look.names[1])),
        compact=True,
        message=(_("One wish is enough for a preference; an option wants both."),),
        choices=(*cells[:4], named(BACK, BACK.label, N_("then both accept")), cells[4]),
        grid=3,
    )


def clock_words(look: Look) -> str:
    """Return who decides about a clock (USBGF-3.5, ACF-1.X.B.b); "" if chance does."""
    rule, agreed = look.book.usbgf_time, look.book.sheet.match_clock
    if rule is None:
        if not agreed or UNCLOCKED not in look.session.info.controls:
            return ""
        said = _("A clock only if both want one ({clause}). Of two clocks, one is drawn.")
        return said.format(clause=agreed)
    said = _("Which clock? A clock only if both wish it ({clause}).")
    if rule.clock_use == "preference":
        said = _("Which clock? One wish for a clock is enough ({clause}).")
    return said.format(clause=look.book.clause("usbgf_time.clock_use"))


def _used(used: tuple[str, ...], control: str) -> str:
    names = [_(NAMES[name]).lower() for name in used]
    extra = ", ".join(names) if names else _("equipment as it lies on the table")
    return _("You play with: {control}, {things}.").format(control=control, things=extra)


def _rolled(look: Look) -> tuple[str, ...]:
    rolls = look.session.terms.rolls
    if rolls is None:
        return (_("If you differ about seats, direction or equipment: roll."),)
    larger = larger_roll(rolls)
    assert larger is not None, "a tie is rolled again"
    return (
        _("Rolled {first} and {second}: {name} decides the rest.").format(
            first=rolls[0], second=rolls[1], name=look.names[larger]
        ),
    )


def _accept(change: Change, rest: str) -> None:
    change.enter(TermsAccepted(seat_of(rest)))


def _wish(change: Change, rest: str) -> None:
    session = change.session
    wished = toggled(session.info.book.sheet.subjects, session.terms.used, rest)
    if wished != session.terms.used:
        change.enter(TermsSet(wished))


def _roll(change: Change, rest: str) -> None:
    """Roll one die each; a tie is rolled again (USBGF-3.6)."""
    change.enter(Rolled((change.below(_DIE) + 1, change.below(_DIE) + 1)))


AGREEING = Page(_agreeing, {"side": _accept, "wishes": asking(Wishes()), "roll": _roll})
WISHING = Page(_wishes, {"wish": _wish})
