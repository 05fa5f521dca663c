"""What two players play with, before the match: obligation, preference, option (USBGF-3.4–3.6).

Entries of the day's table. Which wish counts is for ``shared.core.match.preferences``.
"""

from msgspec.structs import replace

from shared.core.day import entries as e
from shared.core.day.lobby import in_lobby, put
from shared.core.day.phases import IllegalEntry, Session, Terms
from shared.core.match.preferences import larger_roll


def terms_set(session: Session, entry: e.TermsSet) -> Session:
    """Use something, or use it no more: both accept anew."""
    known = {subject.name for subject in session.info.book.sheet.subjects}
    if not known.issuperset(entry.used) or len(set(entry.used)) != len(entry.used):
        raise IllegalEntry("The sheet names no such equipment.")
    terms = replace(session.terms, used=entry.used, accepted=(False, False))
    return replace(session, terms=terms)


def terms_changed(session: Session, entry: e.TermsSet) -> Session:
    """Change the equipment between two games, as both or the director agreed (USBGF-3.7)."""
    if session.info.book.usbgf_time is None:
        raise IllegalEntry("Nothing is agreed on in this match.")
    return replace(terms_set(session, entry), terms=Terms(entry.used, (True, True)))


def terms_accepted(session: Session, entry: e.TermsAccepted) -> Session:
    """Note that a player accepts; with both the match can begin."""
    if session.terms.accepted[entry.seat]:
        raise IllegalEntry("This player has accepted already.")
    accepted = put(session.terms.accepted, entry.seat, True)
    return in_lobby(replace(session, terms=replace(session.terms, accepted=accepted)))


def rolled(session: Session, entry: e.Rolled) -> Session:
    """Let the larger roll decide what the players differ about; a tie decides nothing."""
    try:
        larger = larger_roll(entry.rolls)
    except ValueError as wrong:
        raise IllegalEntry(str(wrong)) from None
    if larger is None:
        raise IllegalEntry("Both rolled the same: roll again.")
    used = session.terms.used
    return replace(session, terms=Terms(used, (False, False), entry.rolls))
