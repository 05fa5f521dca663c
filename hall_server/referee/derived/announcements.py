"""What the referee announces: to whom it may go, until when it stands, and what is written.

Pure. Shows nothing and asks nothing.
"""

import re
from datetime import timedelta

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.writing import REFEREE
from shared.core.events import ALWAYS, AnnouncementMade, Audience, entities
from shared.core.state.office import Announcement
from shared.core.text.language import _
from shared.port import Draft
from shared.tui.announced import announced_words
from shared.tui.times import clock_time, local

LONGEST = 120
"""More letters than this are a speech: nobody reads them at a table."""
EVERYBODY, LOBBY, TABLES = "to:all", "to:kiosk", "to:tables"
_DIVISION, _WITHDRAW = "division:", "withdraw:"
_TIME = re.compile(r"(\d{1,2}):(\d{2})")
_LONGEST_MIN = 7 * 24 * 60


def lines(moment: Moment) -> tuple[ListLine, ...]:
    """Return to whom something can be told, then what stands now and can be taken back."""
    to = [
        ListLine(EVERYBODY, " " + _("To everybody: the lobby and all tables")),
        ListLine(LOBBY, " " + _("To the lobby only")),
        ListLine(TABLES, " " + _("To all tables only")),
    ]
    if len(moment.state.divisions) > 1:
        of = _("To {division}")
        to += [
            ListLine(f"{_DIVISION}{d.id}", " " + of.format(division=d.name))
            for d in moment.state.divisions.values()
        ]
    return (
        *to,
        *(
            ListLine(f"{_WITHDRAW}{s.ent}", _standing(moment, s), "notice")
            for s in standing(moment)
        ),
    )


def standing(moment: Moment) -> tuple[Announcement, ...]:
    """Return what is announced anywhere now, the newest first."""
    found = [s for s in moment.state.office.announcements.values() if moment.hall_ms < s.until]
    return tuple(sorted(found, key=lambda said: (-said.at, said.ent)))


def taken_back(moment: Moment, key: str) -> Announcement | None:
    """Return the announcement that the chosen line takes back, or None."""
    return moment.state.office.announcements.get(key.removeprefix(_WITHDRAW))


def audience(key: str) -> tuple[Audience, str]:
    """Return the chosen line as audience and division."""
    if key.startswith(_DIVISION):
        return "all", key.removeprefix(_DIVISION)
    return {EVERYBODY: "all", LOBBY: "kiosk", TABLES: "tables"}[key], ""  # type: ignore[return-value]


def objection(text: str) -> str:
    """Return what is wrong with a text, "" if nothing."""
    if not text:
        return _("Type what they are to read.")
    if len(text) <= LONGEST:
        return ""
    said = _("{count} letters: at most {most} are read.")
    return said.format(count=len(text), most=LONGEST)


def end(text: str, now: int, zone: str) -> int | None:
    """Return when it ends, UTC ms: minutes from ``now``, a time of day, or never; None if
    unreadable.

    A time that is past today is tomorrow's.
    """
    if not text:
        return ALWAYS
    if text.isascii() and text.isdigit() and 0 < int(text) <= _LONGEST_MIN:
        return now + int(text) * 60_000
    found = _TIME.fullmatch(text)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        return None
    here = local(now, zone)
    at = here.replace(hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0)
    if at <= here:
        at += timedelta(days=1)
    return int(at.timestamp()) * 1000


def words(moment: Moment, text: str, key: str, until: int) -> str:
    """Return the fact that is confirmed before it is told."""
    to, division = audience(key)
    named = moment.state.divisions.get(division)
    whom = {"all": _("everybody"), "kiosk": _("the lobby"), "tables": _("all tables")}[to]
    return _("Tell {whom}, {until}: {text}").format(
        whom=named.name if named else whom, until=_until(moment, until), text=text
    )


def announced(token: str, text: str, key: str, until: int) -> Draft:
    """Return the announcement, to be written."""
    to, division = audience(key)
    return Draft(entities.announcement(token), AnnouncementMade(text, until, to, division), REFEREE)


def withdrawn(said: Announcement) -> Draft:
    """Return that an announcement is taken back, to be written."""
    body = AnnouncementMade(said.text, 0, said.audience, said.division, said.player, said.about)
    return Draft(said.ent, body, REFEREE)


def _standing(moment: Moment, said: Announcement) -> str:
    back = _("Take back ({until}): {text}")
    text = announced_words(moment.state, said)
    return " " + back.format(until=_until(moment, said.until), text=text)


def _until(moment: Moment, until: int) -> str:
    if until == ALWAYS:
        return _("until you take it back")
    return _("until {time}").format(time=clock_time(until, moment.zone, moment.now_ms))
