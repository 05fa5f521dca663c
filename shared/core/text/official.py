"""What the official of a sheet is called: each form of "referee", and "director" in its place.

Holds the forms of all languages in one table: none of them is a word of another language, and a
message without a translation is shown in English.
"""

import re
from functools import lru_cache
from typing import Final, Literal

Official = Literal["referee", "director"]
"""What a sheet calls the person who decides."""

_FORMS: Final = {
    "referee": "director",
    "referees": "directors",
    "árbitro": "director",
    "árbitros": "directores",
    "arbitre": "directeur",
    "arbitres": "directeurs",
    "l'arbitre": "le directeur",
    "à l'arbitre": "au directeur",
    "de l'arbitre": "du directeur",
    "d'arbitre": "de directeur",
    "судья": "директор",
    "судьи": "директора",
    "судью": "директора",
    "судье": "директору",
    "судьёй": "директором",
    "судей": "директоров",
    "судейских ноутбуков": "ноутбуков директора",
    "за судейским столом": "за столом директора",
}
_ANY: Final = "|".join(sorted(_FORMS, key=len, reverse=True)).replace("'", "['’]")
_FORM: Final = re.compile(rf"(?<![\w{{-])(?:{_ANY})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def directed(message: str) -> str:
    """Return ``message`` with the director in the place of the referee; no slot is changed."""
    return _FORM.sub(_director, message)


def _director(found: re.Match[str]) -> str:
    word = _FORMS[found[0].lower().replace("’", "'")]
    return word[0].upper() + word[1:] if found[0][0].isupper() else word
