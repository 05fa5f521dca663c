"""A player's own page: table, opponent, start, whether the result has come in, place and why."""

from collections import Counter
from unicodedata import normalize

from shared.core.match.outcome import Seat
from shared.core.state import Match, Player
from shared.core.state.persons import find, folded, sort_key, surname_first
from shared.core.text.language import _, ngettext, of_official
from shared.public.answer import answer, own_standing
from shared.public.lookup import match_words, player_name, score_words, table_label
from shared.public.views.moment import Moment
from shared.public.views.values import (
    Block,
    Cell,
    Column,
    Finder,
    Grid,
    Initials,
    Lines,
    Links,
    Section,
    View,
    Where,
    Words,
    player_path,
)

LISTED = 50
"""At most this many players are listed for what was typed."""


def player_view(moment: Moment, player: Player) -> View:
    """Return what a player looks for, in the order in which they look for it."""
    state = moment.state
    with of_official(state.official(player.division)):
        told = answer(state, player, moment.now, moment.zone)
        matches = moment.matches_of.get(player.id, [])
        headline = told.headline
        if matches and matches[-1].result.counts and _is_now(moment, player, matches[-1]):
            headline = headline or _("Result received")
        place, *why = own_standing(state, player, lambda _state, name: moment.reckoned(name))
        blocks: list[Block] = [
            Where(told.table, headline, told.lines),
            Section(_("Place"), (Words(place, "key"), *([Lines(tuple(why))] if why else ()))),
        ]
        if matches:
            blocks.append(_rounds(moment, player, matches))
        words = _("Keep the address of this page: it stays yours for the whole event.")
        blocks.append(Words(words, "soft"))
    path = player_path(player.id)
    return View(path, player.name, told.division, tuple(blocks), player.division, of_person=True)


def _is_now(moment: Moment, player: Player, match: Match) -> bool:
    division = moment.state.divisions.get(player.division)
    paired = None if division is None else moment.paired(division)
    return match.playoff or (paired is not None and match.key.round_no == paired.number)


def _rounds(moment: Moment, player: Player, matches: list[Match]) -> Section:
    rows = []
    for match in matches:
        seat: Seat = match.seat_of(player.id) or 0
        other = match.players[1 - seat]
        outcome = match.result.outcome
        words = match_words(match) if outcome is None else score_words(outcome.for_seat(seat))
        number = _("Playoff") if match.playoff else str(match.key.round_no)
        opponent = Cell(player_name(moment.state, other), player_path(other), name=True)
        table = Cell(table_label(moment.state, match.table))
        rows.append((Cell(number), table, opponent, Cell(words)))
    columns = (
        Column(_("Round"), number=True),
        Column(_("Table"), number=True),
        Column(_("Opponent")),
        Column(_("Result")),
    )
    return Section(_("Rounds"), (Grid(_("Rounds"), columns, tuple(rows)),))


def found_view(moment: Moment, typed: str) -> View:
    """Return the players one of whose name parts begins with what was typed."""
    found = find(moment.state.players.values(), typed)
    blocks: list[Block] = [Finder(typed)]
    if found:
        words = ngettext("{count} player matches.", "{count} players match.", len(found))
        blocks.append(Words(words.format(count=len(found))))
        blocks.append(Links(tuple(_choice(moment, player) for player in found[:LISTED])))
        if len(found) > LISTED:
            blocks.append(Words(_("Type more letters to see the others."), "soft"))
    elif typed.strip():
        words = _(
            "Nobody here has a name that begins with “{typed}”. "
            "Erase a letter, or ask at the referee's desk."
        )
        blocks.append(Words(words.format(typed=typed), "alert"))
    return View("find", _("Find me"), "", tuple(blocks))


def only_found(moment: Moment, typed: str) -> Player | None:
    """Return the player if exactly one matches what was typed."""
    found = find(moment.state.players.values(), typed)
    return found[0] if len(found) == 1 else None


def every_player(moment: Moment) -> tuple[Block, ...]:
    """Return all players of the hall by the first letters of their surnames."""
    players = sorted(moment.state.players.values(), key=lambda one: (sort_key(one.name), one.id))
    if not players:
        return (Words(_("No players yet.")),)
    named = Counter(player.name for player in players)
    letters: dict[str, list[Cell]] = {}
    for player in players:
        division = moment.state.divisions.get(player.division)
        parts = [surname_first(player.name)]
        parts += [division.name] if division and len(moment.divisions) > 1 else []
        parts += [player.club] if player.club and named[player.name] > 1 else []
        cell = Cell(" · ".join(parts), player_path(player.id), name=True)
        letters.setdefault(_initial(player.name), []).append(cell)
    return (Initials(tuple((letter, tuple(cells)) for letter, cells in letters.items())),)


def _initial(name: str) -> str:
    """Return the capital under which a list by surname has a name, # where none begins it."""
    first = normalize("NFC", folded(surname_first(name)))[:1].upper()
    return first if first.isalpha() else "#"


def _choice(moment: Moment, player: Player) -> Cell:
    division = moment.state.divisions.get(player.division)
    parts = (surname_first(player.name), division.name if division else "", player.club)
    return Cell(" · ".join(filter(None, parts)), player_path(player.id), name=True)
