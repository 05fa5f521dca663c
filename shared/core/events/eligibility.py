"""What everybody may know in place of a birth date: flags that the rules ask for, no ages.

Owns the flags and how a birth date makes one. Keeps no birth date.
"""

from datetime import date
from typing import Literal, get_args

from shared.core.rulebooks import Rulebook

Flag = Literal["junior", "associate", "life"]
FLAGS: tuple[Flag, ...] = get_args(Flag)
"""May be Junior Champion by age (ACF-1.XIII.D), an Associate member (ACF-1.III.B), a Life member
(ACF-1.III.E)."""


def is_day(text: str) -> bool:
    """Return whether ``text`` is a day of the calendar as it is written here: 2009-02-28."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def age_on(born: str, day: str) -> int:
    """Return whole years between two days (YYYY-MM-DD). Raises ValueError for what is no day.

    Who was born on 29 February grows older on 1 March of other years.
    """
    then, now = date.fromisoformat(born), date.fromisoformat(day)
    return now.year - then.year - ((now.month, now.day) < (then.month, then.day))


def with_age(flags: tuple[Flag, ...], book: Rulebook, born: str, day: str) -> tuple[Flag, ...]:
    """Return ``flags`` with "junior" as the birth date has it on ``day`` (ACF-1.XIII.D).

    They stay as they are where no birth date is known or the sheet knows no Junior Champion."""
    if not born or book.titles is None:
        return flags
    junior = 0 <= age_on(born, day) <= book.titles.junior_max_age
    others: set[Flag] = {flag for flag in flags if flag != "junior"}
    return tuple(flag for flag in FLAGS if flag in others or (flag == "junior" and junior))
