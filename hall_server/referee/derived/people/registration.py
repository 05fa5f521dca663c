"""Registration as values: the lines of the list, a form read back, divisions by rating, merging.

Pure. Decides nothing: the committee approves, the referee writes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from rich.cells import cell_len

from hall_server.derived.lists import by_rating
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from shared.core.decisions.standing import ground
from shared.core.decisions.writing import REFEREE
from shared.core.events import PlayerClassified, entities
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.standings.prizes import dollars
from shared.core.standings.records import division_rounds
from shared.core.standings.titles import PlayUp, division_for, entry_fee_cents
from shared.core.state import Division, HallState, Player, persons
from shared.core.state.floor import table_called
from shared.core.state.persons import folded, free_id, registered, sort_key
from shared.core.text.language import N_, _, ngettext
from shared.port import Draft
from shared.tui.names import columns
from shared.tui.times import clock_time

LONGEST = 80
_MOST = 9999
TEXTS = ("name", "club", "state", "region")
NUMBERS = ("rating", "seed")
FIELDS = ("name", "rating", "club", "state", "region", "seed", "table", "people")
"""What the form asks, in its order."""
LABELS = {
    "name": N_("Name"), "rating": N_("Rating"), "club": N_("Club"), "state": N_("State"),
    "region": N_("Region"), "seed": N_("Seed number"), "table": N_("Fixed table"),
    "people": N_("Persons"),
}  # fmt: skip
_TOO_LONG = {
    "name": N_("The name has more than {most} letters."),
    "club": N_("The club has more than {most} letters."),
    "state": N_("The state has more than {most} letters."),
    "region": N_("The region has more than {most} letters."),
}
_NO_NUMBER = {
    "rating": N_("The rating is a number up to {most}, or empty."),
    "seed": N_("The seed is a number up to {most}, or empty."),
}


@dataclass(frozen=True, slots=True)
class Objection:
    """What is wrong with which field of the form."""

    field: str
    sentence: str


def players_of(state: HallState, division: str) -> tuple[Player, ...]:
    """Return the players of a division by surname; of all divisions for ""."""
    found = [p for p in state.players.values() if division in ("", p.division)]
    return tuple(sorted(found, key=lambda player: (sort_key(player.name), player.id)))


def lines(
    moment: Moment, division: str, width: int, *, rated: bool = False
) -> tuple[ListLine, ...]:
    """Return one line a player: name, division, rating, club, and what has to be looked at; by
    surname or, where ``rated``, by rating."""
    widths = _widths(width)
    found = []
    order = by_rating if rated else players_of
    for player in order(moment.state, division):
        mark = remark(moment.state, player)
        cells = (
            player.name,
            _name(moment.state, player.division),
            str(player.rating or "–"),
            mark or player.club,
        )
        tone = "ink"
        if player.withdrawn_after is not None:
            tone = "ink-soft"
        elif mark:
            tone = "caution"
        found.append(ListLine(player.id, columns(cells, widths, "<<><"), tone))
    return tuple(found)


def heading(width: int) -> str:
    """Return the heading over the columns of ``lines``."""
    widths = _widths(width)
    last = _("club, or what to look at")
    last = last if cell_len(last) <= widths[-1] else _("club")
    return columns((_("player"), _("division"), _("rating"), last), widths, "<<><")


def remark(state: HallState, player: Player) -> str:
    """Return what has to be looked at before the player is paired, "" for nothing."""
    if player.withdrawn_after is not None:
        return _("withdrawn")
    if player.suspended is not None:
        return _("! out, {until}").format(until=ground(player.suspended))
    belongs = belongs_to(state, player)
    if belongs is not None and belongs != player.division and player.classified is None:
        said = _("! {division} by title") if player.plays_up_to else _("! {division} by rating")
        return said.format(division=_name(state, belongs))
    return ""


def belongs_to(state: HallState, player: Player) -> str | None:
    """Return the division that rating and titles ask for (ACF-1.IV.A, ACF-1.IV.C); None where none
    do.

    Too few Minors make no merger here: the sheet names no number, so the referee does it.
    """
    return _belongs(_readable(state), player)


def _readable(state: HallState) -> list[tuple[Rulebook, str]]:
    """Return each rulebook that this software can carry out, with its division."""
    return [(d.book, d.id) for d in state.divisions.values() if not d.unreadable]


def _belongs(divisions: Sequence[tuple[Rulebook, str]], player: Player) -> str | None:
    owed = None
    if player.plays_up_for > 0:
        owed = PlayUp(player.id, player.plays_up_to, player.plays_up_for)
    books = [book for book, _ in divisions]
    name = division_for(player.rating, books, obligation=owed, tournament=1)
    return next((ident for book, ident in reversed(divisions) if book.name == name), None)


def about(moment: Moment, player: Player) -> str:
    """Return what stands under the list about the player under the cursor."""
    parts = []
    if player.classified is not None:
        put = player.classified
        when = clock_time(put.at, moment.zone, moment.now_ms)
        named = _name(moment.state, put.named)
        said = _("Named {division}; put here {time} by {by}: {why}.")
        parts.append(said.format(division=named, time=when, by=put.by, why=put.why.rstrip(".")))
    if player.suspended is not None:
        until = ground(player.suspended)
        parts.append(_("Out until lifted, {until}.").format(until=until))
    if player.plays_up_for:
        said = _("Has to play {division} or higher, here and in {count} more.")
        up = _book_title(player.plays_up_to)
        parts.append(said.format(division=up, count=player.plays_up_for - 1))
    division = moment.state.divisions.get(player.division)
    if division is not None and not division.unreadable and division.book.entry is not None:
        book = division.book
        life = dollars(entry_fee_cents(book, life_member=True))
        fee = dollars(entry_fee_cents(book))
        parts.append(_("Fee {fee}, Life members {life}.").format(fee=fee, life=life))
    if player.seed:
        parts.append(_("Seed {number}.").format(number=player.seed))
    others = persons.also_entered(moment.state, player.id)
    if others:
        entries = (f"{_name(moment.state, one.division)} ({one.name})" for one in others)
        parts.append(_("Also plays in {entries}.").format(entries=", ".join(entries)))
    if player.table:
        parts.append(_("Always plays at {table}.").format(table=moment.table(player.table)))
    return " ".join(parts)


# -- the form -------------------------------------------------------------------------------------


def values(state: HallState, player: Player) -> dict[str, str]:
    """Return what the form shows of a player: a table by what stands on its sign."""
    shown = {"people": ", ".join(player.people), "table": _label(state, player.table)}
    return {field: str(getattr(player, field) or "") for field in FIELDS} | shown


def read_form(state: HallState, before: Player, typed: Mapping[str, str]) -> Player | Objection:
    """Return the player as typed, or what is wrong with the form."""
    texts = {field: " ".join(typed[field].split()) for field in (*TEXTS, "table")}
    if not texts["name"]:
        return Objection("name", _("Type the player's name."))
    for field in TEXTS:
        if len(texts[field]) > LONGEST:
            return Objection(field, _(_TOO_LONG[field]).format(most=LONGEST))
    numbers = {}
    for field in NUMBERS:
        text = typed[field].strip()
        if text and not (text.isascii() and text.isdigit() and int(text) <= _MOST):
            return Objection(field, _(_NO_NUMBER[field]).format(most=_MOST))
        numbers[field] = int(text or 0)
    people = persons.typed(typed["people"])
    if wrong := persons.objection(people, LONGEST):
        return Objection("people", wrong)
    kept = texts.pop("table")
    found = table_called(state, kept)
    # A table that was taken away stays noted: it may be put up again.
    table = before.table if kept == _label(state, before.table) else found.id if found else ""
    if kept and not table:
        said = _("There is no table {label}. Leave it empty for any table.")
        return Objection("table", said.format(label=kept))
    after = replace(before, **texts, **numbers, table=table, people=people)
    for other in state.players.values():
        if other.id == after.id or other.division != after.division:
            continue
        if folded(other.name) == folded(after.name):
            said = _("{name} is registered in this division already.")
            return Objection("name", said.format(name=other.name))
        if table and other.table == table and other.withdrawn_after is None:
            said = _("{name} always plays at that table.")
            return Objection("table", said.format(name=other.name))
    return after


def new_player(state: HallState, division: str, desk: str) -> Player:
    """Return a player who is not registered yet, in the division that they name (ACF-1.III.C).

    ``desk`` is the laptop that registers the player.
    """
    return Player(free_id(state.players, state.venue, desk), "", division, 0, "")


def entry(player: Player) -> Draft:
    """Return the registration, to be written."""
    return Draft(entities.player(player.id), registered(player), REFEREE)


# -- divisions ------------------------------------------------------------------------------------


def division_lines(state: HallState, player: Player | None = None) -> tuple[ListLine, ...]:
    """Return the divisions with their bounds; for a player also which one they asked for."""
    belongs = belongs_to(state, player) if player is not None else None
    found = []
    for division in state.divisions.values():
        notes = []
        if player is not None and division.id == player.division:
            notes.append(_("now"))
        if player is not None and division.id == player.named_division:
            notes.append(_("as the player named it"))
        if division.id == belongs:
            notes.append(_("by title or rating"))
        words = f" {division.name}{_bounds(division)}"
        found.append(ListLine(division.id, words + (f" – {', '.join(notes)}" if notes else "")))
    return tuple(found)


def paired_in(state: HallState, player: str, division: str) -> bool:
    """Return whether a player stands in a pairing of a division: then they cannot leave it for
    another."""
    return any(player in paired.players for paired in division_rounds(state, division))


def classified(player: Player, division: str, by: str, why: str) -> Draft:
    """Return where the committee puts a player, with who and why, to be written (ACF-1.IV.B)."""
    return Draft(entities.classification(player.id), PlayerClassified(division, by, why), REFEREE)


def unapproved(state: HallState, division: str) -> tuple[Player, ...]:
    """Return whose named division is a request that title or rating speaks against (ACF-1.IV.B).

    A player who has been paired stays, and is not asked about.
    """
    paired = {ident for each in division_rounds(state, division) for ident in each.players}
    divisions = _readable(state)
    return tuple(
        player
        for player in players_of(state, division)
        if player.withdrawn_after is None
        and player.classified is None
        and player.id not in paired
        and _belongs(divisions, player) not in (None, division)
    )


def asked_words(state: HallState, player: Player) -> str:
    """Return that a player named one division, and where title or rating puts them."""
    said = (
        _("{name} ({rating}) named {division}; by title {other}.")
        if player.plays_up_to
        else _("{name} ({rating}) named {division}; by rating {other}.")
    )
    return said.format(
        name=player.name,
        rating=player.rating or _("unrated"),
        division=_name(state, player.division),
        other=_name(state, belongs_to(state, player) or ""),
    )


def approved(state: HallState, division: str, by: str, why: str, *, as_named: bool) -> list[Draft]:
    """Put every player asked about where they named, or where they belong (ACF-1.IV.B)."""
    return [
        classified(player, division if as_named else belongs_to(state, player) or "", by, why)
        for player in unapproved(state, division)
    ]


def classing_clause(division: Division) -> str:
    """Return the rule by which another person decides where a player plays: ACF-1.IV.B, USBGF-1.4.

    The director may deny the player a lower division; "" where the sheet has no such word.
    """
    if division.unreadable:
        return ""
    return division.book.sheet.classing


def higher(state: HallState, division: str) -> tuple[Division, ...]:
    """Return the divisions of higher rating bounds, the next one first: where a small one is
    merged."""
    own = _floor(state.divisions[division])
    above = [d for d in state.divisions.values() if own is not None and (_floor(d) or -1) > own]
    return tuple(sorted(above, key=lambda d: _floor(d) or 0))


def merge(state: HallState, division: str, into: str, by: str, why: str) -> tuple[Draft, ...]:
    """Put everybody of a division into a higher one; return what to write (ACF-1.IV.C)."""
    return tuple(
        classified(player, into, by, why)
        for player in players_of(state, division)
        if player.withdrawn_after is None
    )


NO_TITLE = "none"


def title_lines() -> tuple[ListLine, ...]:
    """Return which title a player may have won how long ago, and what it obliges to
    (ACF-1.IV.A)."""
    found = [ListLine(NO_TITLE, " " + _("Has won no title that obliges"))]
    for book in RULEBOOKS.values():
        rule = book.entry
        if rule is None or not rule.winner_plays_up_to:
            continue
        for ago in range(1, rule.winner_plays_up_for + 1):
            said = (
                _("Won {title} last tournament: plays {division}")
                if ago == 1
                else ngettext(
                    "Won {title} {count} tournament ago: plays {division}",
                    "Won {title} {count} tournaments ago: plays {division}",
                    ago,
                )
            )
            up = _book_title(rule.winner_plays_up_to)
            words = said.format(title=_(book.title), count=ago, division=up)
            clause = book.clause("entry.winner_plays_up_to")
            found.append(ListLine(f"{book.name}/{ago}", f" {words} ({clause})"))
    return tuple(found)


def obliged(player: Player, key: str) -> Player:
    """Return the player after the title that ``key``, of ``title_lines``, names."""
    name, _, ago = key.partition("/")
    rule = RULEBOOKS[name].entry if name in RULEBOOKS else None
    if rule is None:
        return replace(player, plays_up_to="", plays_up_for=0)
    left = rule.winner_plays_up_for - int(ago) + 1
    return replace(player, plays_up_to=rule.winner_plays_up_to, plays_up_for=left)


def _book_title(name: str) -> str:
    return _(RULEBOOKS[name].title) if name in RULEBOOKS else name


def _floor(division: Division) -> int | None:
    rule = None if division.unreadable else division.book.entry
    return None if rule is None else rule.rating_min or 0


def _bounds(division: Division) -> str:
    rule = None if division.unreadable else division.book.entry
    if rule is None:
        return ""
    if rule.rating_min is None:
        most = rule.rating_max
        return "" if most is None else " " + _("(up to {rating})").format(rating=most)
    if rule.rating_max is None:
        return " " + _("(from {rating})").format(rating=rule.rating_min)
    return f" ({rule.rating_min}–{rule.rating_max})"


def _name(state: HallState, division: str) -> str:
    return state.divisions[division].name if division in state.divisions else division


def _label(state: HallState, table: str) -> str:
    return state.tables[table].label if table in state.tables else table


def _widths(width: int) -> tuple[int, ...]:
    rest = width - 1 - 6 - 6
    name, division = rest * 2 // 5, max(8, rest // 5)
    return (name, division, 6, rest - name - division)
