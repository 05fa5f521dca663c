"""What the announcer reads aloud in the hall, the most urgent first. Pure.

Each thing to read is a page, or several, in letters that are read while standing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from shared.core.standings.scoring import in_words
from shared.core.state import Division, HallState, Match, Round
from shared.core.text.language import _, of_official
from shared.public.large import Wall, wall_for
from shared.public.lookup import (
    called_one_by_one,
    current_round,
    matches_now,
    player_name,
    round_length_ms,
    table_label,
    taken_back,
    taken_back_words,
)
from shared.public.page import Frame, Page, PageLine, split
from shared.public.page import notice as lines_of
from shared.tui.announced import announced_words
from shared.tui.letters import Letters
from shared.tui.times import clock_time


@dataclass(frozen=True, slots=True)
class ToRead:
    """One thing to read; ``key`` changes when it has to be read again."""

    key: str
    title: str
    sentences: tuple[str, ...]


def to_read(state: HallState, zone: str, now: int) -> Iterator[ToRead]:
    """Yield announcements, then rounds that are taken back, out or begun with their calls, then
    results."""
    for said in reversed(state.office.announced(now, "kiosk")):
        division = state.divisions.get(said.division)
        whom = division.name if division is not None else _("Everybody")
        yield ToRead(said.ent, whom, (announced_words(state, said),))
    found = [(division, current_round(state, division.id)) for division in state.divisions.values()]
    for division, paired in found:
        with of_official(state.official(division.id)):
            yield from _of_round(state, division, paired, zone, now)
    for division, paired in found:
        if paired is not None:
            yield from _results(state, division, paired)


def announcer_pages(
    state: HallState, frame: Frame, letters: Letters | None, zone: str, now: int
) -> tuple[Page, ...]:
    """Return the pages of all that there is to read."""
    made: list[Page] = []
    for each in to_read(state, zone, now):
        page = Page(each.key, each.title, band=0)
        if letters is None:
            lines = [line for words in each.sentences for line in lines_of(words, frame)]
            made += split(page, tuple(lines), frame)
        else:
            made += _in_letters(each, page, wall_for(letters, frame, zone, now))
    return tuple(made)


def _in_letters(each: ToRead, page: Page, wall: Wall) -> tuple[Page, ...]:
    """Return the pages of one thing to read; no sentence is parted that fits a page."""
    blocks: list[tuple[PageLine, ...]] = []
    for words in each.sentences:
        lines = wall.said(words)
        whole = tuple(row for line in lines for row in line)
        blocks += [whole] if len(whole) <= wall.frame.rows else lines
    return wall.pages(page, blocks)


def _of_round(
    state: HallState, division: Division, paired: Round | None, zone: str, now: int
) -> Iterator[ToRead]:
    back = taken_back(state, division.id)
    if back is not None:
        key = f"{division.id}/{back[0]}/taken_back"
        yield ToRead(key, division.name, (taken_back_words(*back),))
        return
    if paired is None or paired.contested:
        return
    if called_one_by_one(division):
        for match in matches_now(state, division, paired):
            if not all(match.seated) and match.result.status == "none":
                yield ToRead(
                    f"call/{match.uid}/{match.table}", division.name, (_call(state, match),)
                )
        return
    title = f"{division.name} · " + _("Round {number}").format(number=paired.number)
    key = f"{division.id}/{paired.number}/{paired.edition}"
    if not paired.begun_at:
        starts = _("The round starts {time}.")
        told = starts.format(time=clock_time(paired.starts_at, zone, now))
        calls = (_call(state, match) for match in matches_now(state, division, paired))
        byes = (_("{name} has the bye.").format(name=player_name(state, p)) for p in paired.byes)
        yield ToRead(f"{key}/calls/{paired.starts_at}", title, (told, *calls, *byes))
        return
    length = round_length_ms(division)
    words = _("The round has begun.")
    if length is not None:
        ends = clock_time(paired.starts_at + length, zone, now)
        words += " " + _("It is scheduled to end {time}.").format(time=ends)
    yield ToRead(f"{key}/begun", title, (words,))


def _call(state: HallState, match: Match) -> str:
    one, two = (player_name(state, player) for player in match.players)
    words = _("Table {label}: {name} against {other}.")
    return words.format(label=table_label(state, match.table), name=one, other=two)


def _results(state: HallState, division: Division, paired: Round) -> Iterator[ToRead]:
    """Yield the results that count, of the newest round or of matches that start one by one."""
    singly = called_one_by_one(division)
    for match in state.matches.values():
        result, key = match.result, match.key
        mine = key.division == division.id and (singly or key.round_no == paired.number)
        if not mine or not result.counts or result.outcome is None:
            continue
        one, two = (player_name(state, player) for player in match.players)
        words = _("Result: {name} against {other}.").format(name=one, other=two)
        said = in_words(result.outcome, (one, two))
        yield ToRead(f"result/{match.uid}/{said}", division.name, (words, f"{said}."))
