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
    title = _(BESIDE[part]) if part else _("Standings")
    key = f"{division.id}/{part or 'standings'}"
    page = Page(key, f"{division.name} · {title}", _note(state, division))
    if division.unreadable:
        words = _("These standings need newer software here. The referee has them.")
        return (Page(page.key, page.title, page.note, "", notice(words, frame, "alert"), band=0),)
    clubs = any(row.rank is None or _club(state, row) for row in rows)
    club = 20 if clubs and frame.width >= _WITH_CLUB else 0
    points, honor = 6, 8 if division.book.honor is not None else 0
    name = (
        frame.width - 5 - points - honor - 2 * 2 - (2 if honor else 0) - (club + 2 if club else 0)
    )
    widths = [5, name, club, points, honor]
    head = columns(
        [_("Place"), _("Player"), _("Club"), points_heading(division.book), _("Honor")],
        widths,
        "><<>>",
    )
    lines = tuple(_line(state, row, widths) for row in rows)
    decided = None if part else state.awards.titles.get(division.id)
    if decided is not None:
        names = listed([state.players[p].name for p in decided.players if p in state.players])
        said = wrap(title_words(decided, names), frame.width)
        lines = (*((Part(text, "key"),) for text in said), *lines)
    notes = (
        *lives_note(state, division),
        *notes_on(rows, division.book),
        *set_by_event(division.book, *SCORING_FIELDS),
    )
    wrapped = (text for note in notes for text in wrap(note, frame.width))
    lines += tuple((Part(text, "soft"),) for text in wrapped)
    return split(Page(page.key, page.title, page.note, head), lines, frame)


def _line(state: HallState, row: StandingsRow, widths: list[int]) -> PageLine:
    place = str(row.rank) if row.rank is not None else "–"
    club = _club(state, row)
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


def _club(state: HallState, row: StandingsRow) -> str:
    player = state.players.get(row.player)
    return player.club if player else ""


def honor_part(row: StandingsRow, width: int) -> tuple[Part, ...]:
    """Return the honor points; nothing under a sheet that has none."""
    if not width:
        return ()
    return (Part("  " + fit(shown_number(two_places(row.honor_points)), width, "right"), "soft"),)


def _note(state: HallState, division: Division) -> str:
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
