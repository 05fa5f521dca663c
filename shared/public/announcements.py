"""What the referee announces, and results changed after both had signed, as pages. Pure."""

from dataclasses import dataclass

from shared.core.events import ALWAYS
from shared.core.standings.scoring import in_words
from shared.core.state import Division, HallState, Match
from shared.core.text.language import _
from shared.public.lookup import player_name
from shared.public.page import Frame, Page, PageLine, Part, split
from shared.tui.announced import announced_words
from shared.tui.names import wrap
from shared.tui.times import clock_time


@dataclass(frozen=True, slots=True)
class Said:
    """What people read, and below it whom it tells and when, or by which clause."""

    words: str
    told: str


def announced(state: HallState, zone: str, now: int) -> tuple[Said, ...]:
    """Return what is announced at ``now`` (UTC ms), the newest first."""
    found: list[Said] = []
    for said in state.office.announced(now, "kiosk"):
        division = state.divisions.get(said.division)
        whom = division.name if division is not None else said.division or _("Everybody")
        told = f"{whom} · {clock_time(said.at, zone, now)}"
        if said.until != ALWAYS:
            told += " · " + _("until {time}").format(time=clock_time(said.until, zone, now))
        found.append(Said(announced_words(state, said), told))
    return tuple(found)


def corrected(state: HallState, division: Division, zone: str, now: int) -> tuple[Said, ...]:
    """Return what counts now and what counted before, the latest first."""
    found = [
        match
        for match in state.matches.values()
        if match.key.division == division.id and match.result.corrected
    ]
    told: list[Said] = []
    for match in sorted(found, key=lambda match: (-match.result.versions[0].at, match.uid)):
        ruling = match.result.versions[0]
        when = _("Round {number}, {time}").format(
            number=match.key.round_no, time=clock_time(ruling.at, zone, now)
        )
        told.append(Said(_words(state, match), f"{when} · {ruling.clause}"))
    return tuple(told)


def announcement_pages(state: HallState, frame: Frame, zone: str, now: int) -> tuple[Page, ...]:
    """Return the announcements; no page for nothing."""
    lines = _lines(announced(state, zone, now), frame)
    page = Page("announcements", _("Announcements"), band=0)
    return split(page, lines, frame) if lines else ()


def corrected_pages(
    state: HallState, division: Division, frame: Frame, zone: str, now: int
) -> tuple[Page, ...]:
    """Return the corrected results; no page for nothing."""
    lines = _lines(corrected(state, division, zone, now), frame)
    title = f"{division.name} · " + _("Corrected results")
    return split(Page(f"{division.id}/corrected", title, band=0), lines, frame) if lines else ()


def _lines(found: tuple[Said, ...], frame: Frame) -> tuple[PageLine, ...]:
    lines: list[PageLine] = []
    for said in found:
        lines.append(())
        lines += [(Part(text, "key"),) for text in wrap(said.words, frame.width)]
        lines.append((Part(said.told, "soft"),))
    return tuple(lines)


def _words(state: HallState, match: Match) -> str:
    left, right = (player_name(state, player) for player in match.players)
    counted = (match.result.outcome, match.result.before)
    now, before = (f"{in_words(each, (left, right))}." if each else "" for each in counted)
    return _("{name} – {other}: {result} Before: {before}").format(
        name=left, other=right, result=now, before=before
    )
