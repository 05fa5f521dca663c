"""Names and the persons behind entries: how names are looked up, both of a pair, one who plays in
several divisions, and a player as the event that registers them.

One name stands for one person wherever it stands: by it nobody is called to two matches at once.
Two players of one name are told apart by the name of the division.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from shared.core.events import PlayerRegistered
from shared.core.events.entities import ROOTS, at_venue
from shared.core.state import HallState, Player
from shared.core.text.language import _

_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_NOT_DECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_EAST_ASIAN = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA")
"""How the Unicode names of the letters begin in which a name is written surname first."""
_GAPS = re.compile(r"[\s\-‐‑–_/,]+")
_SILENT = re.compile(r"[^\w\s]")


def folded(text: str) -> str:
    """``text`` without accents, case and punctuation; its words parted by one blank."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return _SILENT.sub("", _GAPS.sub(" ", plain.translate(_NOT_DECOMPOSED))).strip()


def surname_first(name: str) -> str:
    """``Anna King`` → ``King, Anna``.

    A name of one word stays as it is, and one that is written surname first: ``King, Anna``,
    ``王 小明``.
    """
    if _is_surname_first(name):
        return " ".join(name.split())
    *rest, surname = _parts(name)
    return f"{surname}, {' '.join(rest)}" if rest else surname


def sort_key(name: str) -> tuple[str, str]:
    """Return the order of an alphabetical list by surname."""
    return _keys(name)[0], name


def find(players: Iterable[Player], typed: str) -> tuple[Player, ...]:
    """Return the players one of whose name parts begins with ``typed``, those by surname first.

    Nothing typed finds nobody.
    """
    query = folded(typed)
    if not query:
        return ()
    ranked = [(_rank(player.name, query), player) for player in players]
    found = [(rank, player) for rank, player in ranked if rank is not None]
    found.sort(key=lambda each: (each[0], sort_key(each[1].name), each[1].id))
    return tuple(player for _, player in found)


def _rank(name: str, query: str) -> int | None:
    """0 where the surname begins with the query, 1 for another part, None for no part."""
    whole, surname, tails = _keys(name)
    if whole.startswith(query) or surname.startswith(query):
        return 0
    return 1 if any(tail.startswith(query) for tail in tails) else None


@lru_cache(maxsize=1 << 13)
def _keys(name: str) -> tuple[str, str, tuple[str, ...]]:
    """Return a name folded surname first, its surname, and every end of it that begins with a word.

    Kept: a visitor types letter by letter, and each letter goes over all names of the hall.
    """
    words = folded(name).split()
    tails = tuple(" ".join(words[start:]) for start in range(len(words)))
    return folded(surname_first(name)), _surname(name), tails


def _surname(name: str) -> str:
    if _is_surname_first(name):
        return folded(name.partition(",")[0] if "," in name else name.split(maxsplit=1)[0])
    return folded(_parts(name)[-1])


def _is_surname_first(name: str) -> bool:
    """Return whether a name has a comma after the surname, or is in a script that puts it first."""
    surname, comma, rest = name.partition(",")
    if comma and surname.strip():
        return folded(rest) not in _SUFFIXES | {""}
    letters = "".join(name.split())
    return bool(letters) and all(unicodedata.name(s, "").startswith(_EAST_ASIAN) for s in letters)


def _parts(name: str) -> list[str]:
    parts = name.split() or [name]
    if len(parts) > 2 and folded(parts[-1]) in _SUFFIXES:
        parts = [*parts[:-2], f"{parts[-2]} {parts[-1]}"]
    return parts


MOST = 2
"""The persons behind one entry, at most."""


def persons_of(player: Player) -> tuple[str, ...]:
    """Return the names of the persons behind an entry: its own where none is said."""
    return player.people or (player.name,)


def persons(state: HallState) -> dict[str, tuple[str, ...]]:
    """Return the persons behind each player id, told apart by name (folded).

    An entry that names its people is those people; one that does not is the person of its own
    name, whatever division that is entered in. Two of one name in one division are two persons:
    each is told by its id until the entries name their people.
    """
    alone = {player.id: player for player in state.players.values() if not player.people}
    same = Counter((player.division, folded(player.name)) for player in alone.values())

    def own(player: Player) -> str:
        name = folded(player.name)
        return player.id if same[player.division, name] > 1 else name

    return {
        player.id: tuple(
            own(alone[name]) if name in alone else folded(name) for name in player.people
        )
        or (own(player),)
        for player in state.players.values()
    }


def also_entered(state: HallState, player: str) -> tuple[Player, ...]:
    """Return the other entries of the persons behind an entry, those that have withdrawn left
    out."""
    known = persons(state)
    mine = set(known.get(player, ()))
    return tuple(
        other
        for other in state.players.values()
        if other.id != player and other.withdrawn_after is None and mine & set(known[other.id])
    )


def namesakes(state: HallState, player: Player) -> tuple[Player, ...]:
    """Return the entries in other divisions that name a person of this one, and are not linked."""
    own = {folded(name) for name in persons_of(player)}
    return tuple(
        other
        for other in state.players.values()
        if other.division != player.division
        and other.withdrawn_after is None
        and own & {folded(name) for name in persons_of(other)}
        and not (player.people and set(player.people) & set(other.people))
    )


def linked(player: Player, others: tuple[Player, ...]) -> Iterator[Player]:
    """Yield the entries that change where the persons of like names are the same: ``player`` first,
    under the names that the others have."""
    spelt = {folded(name): name for other in others for name in persons_of(other)}
    people = tuple(spelt.get(folded(name), name) for name in persons_of(player))
    yield replace(player, people=people)
    yield from (replace(other, people=(other.name,)) for other in others if not other.people)


def apart(player: Player, division: str) -> Player:
    """Return the entry as that of another person than the one of its name elsewhere."""
    return player if player.people else replace(player, people=(f"{player.name} ({division})",))


def typed(text: str) -> tuple[str, ...]:
    """Return the persons that a text names, with commas or strokes between them."""
    parts = (" ".join(part.split()) for part in text.replace("/", ",").split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def objection(people: tuple[str, ...], longest: int) -> str:
    """Return what is wrong with the persons that were typed, names of ``longest`` letters at
    most."""
    if len(people) <= MOST and all(len(name) <= longest for name in people):
        return ""
    return _("An entry is one person, or the two of a pair: Ann, Bo.")


_OF_A_DESK = 6
"""So many letters of a node tell a hall's laptops apart."""


def registered(player: Player) -> PlayerRegistered:
    """Return the registration that says all that is known of ``player``.

    The division is the one they named; the committee may put them into another.
    """
    return PlayerRegistered(
        player.name,
        player.named_division,
        player.rating,
        player.club,
        player.state,
        player.region,
        player.seed,
        player.table,
        player.people,
        player.plays_up_to,
        player.plays_up_for,
        player.flags,
    )


def naming(player: Player, division: str) -> Player:
    """``player`` with another division named; a committee's placing stays."""
    if player.classified is None:
        return replace(player, division=division)
    return replace(player, classified=replace(player.classified, named=division))


def free_id(taken: Collection[str], venue: str = "", desk: str = "") -> str:
    """Return an id that no player has: p13 after twelve players, under the venue's name if it has
    one.

    ``desk`` is the node that registers them, where others register too: what two of them enter
    unseen by each other stays two players.
    """
    number = len(taken) + 1
    own = f"-{desk[:_OF_A_DESK]}" if desk else ""
    while (ident := at_venue(f"p{number}{own}", venue)) in taken:
        number += 1
    return ident


def division_id(name: str, taken: Collection[str]) -> str:
    """Return a division's id from its name: small letters, digits and dashes, not one of
    ``taken``."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    ident = "-".join(re.findall(r"[a-z0-9]+", plain.lower()))[:32].strip("-") or "division"
    number = 2
    unique = ident
    while unique in taken or unique in ROOTS:
        unique, number = f"{ident}-{number}", number + 1
    return unique
