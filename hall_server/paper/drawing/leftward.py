"""Hebrew and Arabic on a page that is drawn from left to right: letters joined, runs turned round.

It follows the Unicode Bidirectional Algorithm for one line without embeddings. Letters are joined
by the presentation forms of Unicode, which the fonts have.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from itertools import groupby
from typing import Final

_LEFTWARD: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LAM: Final = "\u0644"
_LETTERS: Final = re.compile(f"{_LAM}[\u0622\u0623\u0625\u0627]|.", re.DOTALL)
"""A letter; a lam and the alef after it are drawn as one."""
_LINES: Final = ("\u0640", "\u200d")
"""What joins on both sides and has one form."""
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_NUMBERS = ("EN", "AN")


def joined(words: str, drawable: Callable[[str], object]) -> str:
    """Return ``words`` with each Arabic letter in the form that its neighbours ask for.

    A form that is not ``drawable`` is left out: the letter stands alone then.
    """
    if not _LEFTWARD.search(words):
        return words
    signs = _LETTERS.findall(words)
    letters = [at for at, sign in enumerate(signs) if unicodedata.category(sign[0]) != "Mn"]
    around = ["", *(signs[at] for at in letters), ""]
    for before, at, after in zip(around, letters, around[2:], strict=False):
        from_before = "initial" in _forms(before) and "final" in _forms(signs[at])
        to_after = "initial" in _forms(signs[at]) and "final" in _forms(after)
        form = ("medial" if to_after else "final") if from_before else "initial"
        shown = _forms(signs[at]).get(form if from_before or to_after else "isolated", "")
        if shown and drawable(shown):
            signs[at] = shown
    return "".join(signs)


def _forms(letter: str) -> Mapping[str, str]:
    return {"initial": "", "final": ""} if letter in _LINES else _all_forms().get(letter, {})


@cache
def _all_forms() -> Mapping[str, Mapping[str, str]]:
    """Return the forms of each letter, and of lam with alef: isolated, final, initial, medial."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        whole = "".join(chr(int(letter, 16)) for letter in letters)
        if len(whole) == 1 or (code > 0xFE7F and len(whole) == 2 and whole[0] == _LAM):
            found.setdefault(whole, {}).setdefault(kind.strip("<>"), chr(code))
    return found


def drawn_order(words: str) -> str:
    """Return the letters of a line from left to right.

    A line with letters of both directions is read from the left. Before a letter that is turned
    round stand its marks: so the fonts have them.
    """
    if not _LEFTWARD.search(words):
        return words
    kinds = [unicodedata.bidirectional(sign) or "L" for sign in words]
    base = 0 if "L" in kinds else 1
    levels = [
        {"R": 1, "L": 2 * base}.get(kind, 2) for kind in _resolved(kinds, "R" if base else "L")
    ]
    signs = [
        sign.translate(_MIRRORED) if level % 2 else sign
        for sign, level in zip(words, levels, strict=True)
    ]
    for least in range(max(levels), 0, -1):
        at = 0
        for turned, same in groupby(levels, key=lambda level: level >= least):
            end = at + len(list(same))
            if turned:
                signs[at:end] = signs[at:end][::-1]
                levels[at:end] = levels[at:end][::-1]
            at = end
    return "".join(signs)


def _resolved(kinds: list[str], base: str) -> list[str]:
    """Return L, R, EN or AN for each sign of a line (UAX 9, W1 to N2)."""
    kinds = list(kinds)
    strong = base
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[at] = kinds[at - 1] if at else base
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
        strong = kinds[at] if kinds[at] in ("L", "R", "AL") else strong
    for at in range(1, len(kinds) - 1):
        before, kind, after = kinds[at - 1 : at + 2]
        between = before == after and before in _NUMBERS
        if between and (kind == "CS" or (kind == "ES" and before == "EN")):
            kinds[at] = before
    at = 0
    for kind, same in groupby(list(kinds)):
        end = at + len(list(same))
        if kind == "ET" and "EN" in (*kinds[max(at - 1, 0) : at], *kinds[end : end + 1]):
            kinds[at:end] = ["EN"] * (end - at)
        at = end
    strong = base
    for at, kind in enumerate(kinds):
        kinds[at] = {"AL": "R"}.get(kind, kind if kind in ("L", "R", *_NUMBERS) else "")
        strong = kinds[at] if kinds[at] in ("L", "R") else strong
        if kind == "EN" and strong == "L":
            kinds[at] = "L"
    at = 0
    for kind, same in groupby(list(kinds)):
        end = at + len(list(same))
        if not kind:
            sides = {
                _side(one, base) for one in (kinds[at - 1] if at else "", *kinds[end : end + 1])
            }
            if end == len(kinds):
                sides.add(base)
            kinds[at:end] = [sides.pop() if len(sides) == 1 else base] * (end - at)
        at = end
    return kinds


def _side(kind: str, base: str) -> str:
    """Return the direction in which a sign beside neutral ones counts; "" is the line's end."""
    return "R" if kind in _NUMBERS else kind or base
