"""The pairings of a round as pages: by table, and by name."""

from shared.core.state import Division, HallState, Match, Round
from shared.core.state.persons import sort_key, surname_first
from shared.core.text.language import _
from shared.public.lookup import (
    called_one_by_one,
    match_words,
    matches_now,
    player_name,
    referee_words,
    table_label,
    taken_back,
    taken_back_words,
)
from shared.public.page import Frame, Page, PageLine, Part, notice, split
from shared.tui.names import columns, fit
from shared.tui.postings import posting
from shared.tui.times import clock_time

_WIDE = 66
_NAME_COLUMN = 36
_GAP = 2
_TABLE = 5
_LONGEST_TABLE = 8


def by_table(
    state: HallState, division: Division, paired: Round, frame: Frame, zone: str, now: int
) -> tuple[Page, ...]:
    """Return one line a match, in hall order of the tables."""
    page = _page("table", division, paired, zone, now, wide=frame.width >= _WIDE)
    if paired.contested:
        return (_contested(page, paired, frame),)
    matches = matches_now(state, division, paired)
    if not matches and called_one_by_one(division):
        return ()
    key = _table_column(state, paired)
    wide = frame.width >= _WIDE
    state_width = max(16 if wide else 8, len(referee_words(short=not wide)))
    rest = frame.width - key - state_width - 3 * _GAP
    widths = [key, rest - rest // 2, rest // 2, state_width]
    lines = [_match_line(state, match, widths, short=not wide) for match in matches]
    lines += [_row(["–", player_name(state, p), _("bye"), ""], widths) for p in paired.byes]
    head = columns([_("Table"), _("Player"), _("Opponent"), _("Result")], widths, "><<<")
    return split(Page(page.key, page.title, page.note, head), tuple(lines), frame)


def by_name(
    state: HallState, division: Division, paired: Round, frame: Frame, zone: str, now: int
) -> tuple[Page, ...]:
    """Return one entry a player, by surname; in several columns if the list is long."""
    page = _page("name", division, paired, zone, now, wide=frame.width >= _WIDE)
    matches = matches_now(state, division, paired)
    if paired.contested or (not matches and called_one_by_one(division)):
        return ()
    entries: list[tuple[str, str, str]] = []
    for match in matches:
        label = table_label(state, match.table)
        for player, opponent in (match.players, match.players[::-1]):
            entries.append((player_name(state, player), label, player_name(state, opponent)))
    entries += [(player_name(state, player), _("bye"), "") for player in paired.byes]
    entries.sort(key=lambda entry: sort_key(entry[0]))
    if len(entries) <= frame.rows or frame.width < 2 * _NAME_COLUMN + _GAP:
        key = _table_column(state, paired)
        rest = frame.width - key - 2 * _GAP
        widths = [rest - rest // 2, key, rest // 2]
        head = columns([_("Player"), _("Table"), _("Opponent")], widths, "<><")
        lines = tuple(
            (
                Part(fit(surname_first(name), widths[0])),
                Part("  " + fit(label, widths[1], "right"), "key"),
                Part("  " + fit(opponent, widths[2]), "soft"),
            )
            for name, label, opponent in entries
        )
        return split(Page(page.key, page.title, page.note, head), lines, frame)
    short = [entry[:2] for entry in entries]
    return _in_columns(page, short, frame, _table_column(state, paired))


def playoff_pages(
    state: HallState, division: Division, frame: Frame, zone: str, now: int
) -> tuple[Page, ...]:
    """Return the playoffs for the division's title; no page without one."""
    found = [
        match
        for match in state.matches.values()
        if match.playoff and match.key.division == division.id and match.standing != "withdrawn"
    ]
    if not found:
        return ()
    found.sort(key=lambda match: (match.starts_at, match.uid))
    wide = frame.width >= _WIDE
    when = 7
    rest = frame.width - when - _TABLE - (16 if wide else 8) - 4 * _GAP
    widths = [_TABLE, rest - rest // 2, rest // 2, 16 if wide else 8]
    lines = tuple(
        (
            Part(fit(clock_time(match.starts_at, zone, now), when), "soft"),
            Part("  "),
            *_match_line(state, match, widths, short=not wide),
        )
        for match in found
    )
    head = columns(
        [_("Time"), _("Table"), _("Player"), _("Opponent"), _("Result")], [when, *widths], "<><<<"
    )
    title = f"{division.name} · " + _("Playoff for the title")
    return split(Page(f"{division.id}/playoff", title, head=head), lines, frame)


def taken_back_pages(state: HallState, division: Division, frame: Frame) -> tuple[Page, ...]:
    """Return that a round was taken back before play, and why, until it is out again."""
    back = taken_back(state, division.id)
    if back is None:
        return ()
    number, why = back
    title = f"{division.name} · " + _("Round {number}").format(number=number)
    lines = notice(taken_back_words(number, why), frame, "alert")
    return (Page(f"{division.id}/{number}/taken_back", title, lines=lines, band=0),)


def _in_columns(
    page: Page, entries: list[tuple[str, str]], frame: Frame, key: int
) -> tuple[Page, ...]:
    count = (frame.width + _GAP + 1) // (_NAME_COLUMN + _GAP + 1)
    bar = " │ "
    width = (frame.width - len(bar) * (count - 1)) // count
    widths = [width - key - 1, key]
    head = bar.join([columns([_("Player"), _("Table")], widths, "<>", 1)] * count)
    lines: list[PageLine] = []
    a_page = frame.rows * count
    for start in range(0, len(entries), a_page):
        of_page = entries[start : start + a_page]
        rows = min(frame.rows, -(-len(of_page) // count))
        for row in range(rows):
            parts: list[Part] = []
            for place in range(row, len(of_page), rows):
                name, label = of_page[place]
                parts += [Part(bar, "soft")] if parts else []
                parts += [
                    Part(fit(surname_first(name), widths[0]) + " "),
                    Part(fit(label, widths[1], "right"), "key"),
                ]
            lines.append(tuple(parts))
    return split(Page(page.key, page.title, page.note, head), tuple(lines), frame)


def _page(
    order: str, division: Division, paired: Round, zone: str, now: int, *, wide: bool
) -> Page:
    by = _("by table") if order == "table" else _("by name")
    if called_one_by_one(division):
        now_words = _("Now at the tables")
        return Page(f"{division.id}/now/{order}", f"{division.name} · {now_words} · {by}")
    title = f"{division.name} · {posting(paired, zone)}"
    return Page(
        key=f"{division.id}/{paired.number}/{order}",
        # A small screen has no room for both: its column heads say in which order it is.
        title=f"{title} · {by}" if wide or not paired.edition else title,
        note=_("started {time}").format(time=clock_time(paired.begun_at, zone, now))
        if paired.begun_at
        else _("start {time}").format(time=clock_time(paired.starts_at, zone, now)),
    )


def _contested(page: Page, paired: Round, frame: Frame) -> Page:
    sentence = _(
        "Round {number} has been paired twice. The referee decides which pairing holds. "
        "Please wait before you sit down."
    ).format(number=paired.number)
    lines = notice(sentence, frame, "alert")
    return Page(f"{page.key}/contested", page.title, page.note, "", lines, band=0)


def _table_column(state: HallState, paired: Round) -> int:
    widest = max((len(table_label(state, match.table)) for match in paired.matches), default=0)
    return max(_TABLE, min(widest, _LONGEST_TABLE))


def _match_line(state: HallState, match: Match, widths: list[int], *, short: bool) -> PageLine:
    words = match_words(match, short=short)
    one, two = (player_name(state, player) for player in match.players)
    return _row([table_label(state, match.table), one, two, words], widths)


def _row(cells: list[str], widths: list[int]) -> PageLine:
    label, one, two, words = cells
    return (
        Part(fit(label, widths[0], "right"), "key"),
        Part("  " + fit(one, widths[1]) + "  " + fit(two, widths[2])),
        Part("  " + fit(words, widths[3]), "state"),
    )
