"""What the referee announces, and results changed after both had signed, as pages. Pure."""

from shared.core.events import ALWAYS
from shared.core.standings.scoring import in_words
from shared.core.state import Division, HallState, Match
from shared.core.text.language import _
from shared.public.lookup import player_name
from shared.public.page import Frame, Page, PageLine, Part, split
from shared.tui.announced import announced_words
from shared.tui.names import wrap
from shared.tui.times import clock_time


def announcement_pages(state: HallState, frame: Frame, zone: str, now: int) -> tuple[Page, ...]:
    """Return what is announced at ``now`` (UTC ms), the newest first; no page for nothing."""
    told = state.office.announced(now, "kiosk")
    if not told:
        return ()
    lines: list[PageLine] = []
    for said in told:
        division = state.divisions.get(said.division)
        whom = division.name if division is not None else said.division or _("Everybody")
        told_at = f"{whom} · {clock_time(said.at, zone, now)}"
        if said.until != ALWAYS:
            told_at += " · " + _("until {time}").format(time=clock_time(said.until, zone, now))
        lines.append(())
        lines += [(Part(text, "key"),) for text in wrap(announced_words(state, said), frame.width)]
        lines.append((Part(told_at, "soft"),))
    return split(Page("announcements", _("Announcements"), band=0), tuple(lines), frame)


def corrected_pages(
    state: HallState, division: Division, frame: Frame, zone: str, now: int
) -> tuple[Page, ...]:
    """Return what counts now and what counted before, the latest first; no page for nothing."""
    found = [
        match
        for match in state.matches.values()
        if match.key.division == division.id and match.result.corrected
    ]
    lines: list[PageLine] = []
    for match in sorted(found, key=lambda match: (-match.result.versions[0].at, match.uid)):
        ruling = match.result.versions[0]
        told = _("Round {number}, {time}").format(
            number=match.key.round_no, time=clock_time(ruling.at, zone, now)
        )
        lines.append(())
        lines += [(Part(text, "key"),) for text in wrap(_words(state, match), frame.width)]
        lines.append((Part(f"{told} · {ruling.clause}", "soft"),))
    if not lines:
        return ()
    title = f"{division.name} · " + _("Corrected results")
    return split(Page(f"{division.id}/corrected", title, band=0), tuple(lines), frame)


def _words(state: HallState, match: Match) -> str:
    left, right = (player_name(state, player) for player in match.players)
    counted = (match.result.outcome, match.result.before)
    now, before = (f"{in_words(each, (left, right))}." if each else "" for each in counted)
    return _("{name} – {other}: {result} Before: {before}").format(
        name=left, other=right, result=now, before=before
    )
