"""The standings of a division as pages; the note says what is still missing."""

from textwrap import wrap

from rich.cells import cell_len

from shared.core.rulebooks import set_by_event
from shared.core.standings.explain import (
    SCORING_FIELDS,
    notes_on,
    points_heading,
    points_or_exit,
    title_words,
    two_places,
)
from shared.core.standings.order import StandingsRow
from shared.core.state import Division, HallState
from shared.core.state.office import BESIDE, Beside
from shared.core.text.language import _, listed, shown_number
from shared.pairing.knockout.by_lives import lives_note
from shared.public.lookup import current_round, round_matches
from shared.public.page import Frame, Page, PageLine, Part, notice, split
from shared.tui.names import clip, columns, fit

_WITH_CLUB = 70


def standings_pages(
    state: HallState,
    division: Division,
    frame: Frame,
    rows: tuple[StandingsRow, ...],
    *,
    part: Beside | None = None,
) -> tuple[Page, ...]:
    """Return the standings, or those of a ``part``. Ties share a place, dropouts have none. A
    decided title stands first."""
    title = standings_title(part)
    key = f"{division.id}/{part or 'standings'}"
    page = Page(key, f"{division.name} · {title}", standings_note(state, division))
    if division.unreadable:
        lines = notice(unreadable_words(), frame, "alert")
        return (Page(page.key, page.title, page.note, "", lines, band=0),)
    clubs = any(row.rank is None or club_of(state, row) for row in rows)
    club = 20 if clubs and frame.width >= _WITH_CLUB else 0
    heading = points_heading(division.book)
    points, honor = max(6, cell_len(heading)), 8 if division.book.honor is not None else 0
    name = (
        frame.width - 5 - points - honor - 2 * 2 - (2 if honor else 0) - (club + 2 if club else 0)
    )
    widths = [5, name, club, points, honor]
    head = columns(
        [_("Place"), _("Player"), _("Club"), heading, _("Honor")],
        widths,
        "><<>>",
    )
    lines = tuple(_line(state, row, widths) for row in rows)
    told = "" if part else title_of(state, division)
    lines = (*((Part(text, "key"),) for text in wrap(told, frame.width)), *lines)
    notes = standings_notes(state, division, rows)
    wrapped = (text for note in notes for text in wrap(note, frame.width))
    lines += tuple((Part(text, "soft"),) for text in wrapped)
    return split(Page(page.key, page.title, page.note, head), lines, frame)


def standings_title(part: Beside | None) -> str:
    """Return what a table of places is called: the division's, or those of a part beside."""
    return _(BESIDE[part]) if part else _("Standings")


def unreadable_words() -> str:
    """Return what stands in place of standings that this software cannot work out."""
    return _("These standings need newer software here. The referee has them.")


def title_of(state: HallState, division: Division) -> str:
    """Return who has the division's title, "" while that is open."""
    decided = state.awards.titles.get(division.id)
    if decided is None:
        return ""
    names = listed([state.players[p].name for p in decided.players if p in state.players])
    return title_words(decided, names)


def standings_notes(
    state: HallState, division: Division, rows: tuple[StandingsRow, ...]
) -> tuple[str, ...]:
    """Return what has to be known to read the rows."""
    return (
        *lives_note(state, division),
        *notes_on(rows, division.book),
        *set_by_event(division.book, *SCORING_FIELDS),
    )


def _line(state: HallState, row: StandingsRow, widths: list[int]) -> PageLine:
    place = str(row.rank) if row.rank is not None else "–"
    club = club_of(state, row)
    if row.rank is None:
        club = _("withdrawn")
    name = row.name
    if row.rank is None and not widths[2]:
        out = " (" + _("out") + ")"
        name = clip(name, widths[1] - cell_len(out)) + out
    middle = columns([name, club], widths[1:3])
    return (
        Part(fit(place, widths[0], "right"), "key"),
        Part("  " + middle),
        Part("  " + fit(points_or_exit(row), widths[3], "right"), "key"),
        *honor_part(row, widths[4]),
    )


def club_of(state: HallState, row: StandingsRow) -> str:
    """Return the club of the player of a row, "" for none."""
    player = state.players.get(row.player)
    return player.club if player else ""


def honor_part(row: StandingsRow, width: int) -> tuple[Part, ...]:
    """Return the honor points; nothing under a sheet that has none."""
    if not width:
        return ()
    return (Part("  " + fit(shown_number(two_places(row.honor_points)), width, "right"), "soft"),)


def standings_note(state: HallState, division: Division) -> str:
    """Return after which round the standings are, or how many of its results are in."""
    paired = current_round(state, division.id)
    if paired is None:
        return _("before round 1")
    matches = round_matches(state, paired)
    settled = sum(1 for match in matches if match.settled)
    if settled == len(matches) and not paired.contested:
        return _("after round {number}").format(number=paired.number)
    return _("round {number}: {settled} of {count} in").format(
        number=paired.number, settled=settled, count=len(matches)
    )
