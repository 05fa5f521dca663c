"""What a page of the lobby is made of: lines of parts, each with a role. Plain values."""

from dataclasses import dataclass, replace
from typing import Literal

from shared.tui.letters import Letters
from shared.tui.names import wrap

Role = Literal["text", "key", "soft", "state", "alert", "scan"]
"""``key`` is what people look for, ``soft`` what they may skip, ``alert`` what must be read,
``scan`` a picture for a camera: light on dark whatever the theme."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line; the parts of a line stand side by side without further blanks."""

    text: str
    role: Role = "text"


PageLine = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The room for a page's lines: ``width`` cells and ``rows`` lines below the column heads."""

    width: int
    rows: int


@dataclass(frozen=True, slots=True)
class RoundTime:
    """When a round begins and when it is scheduled to end, UTC ms. Never a match clock.

    ``ends_at`` is None if the rulebook is not known here. ``begun_at`` is when the referee started
    the round, 0 before that. ``rounds`` names the rounds for people.
    """

    rounds: str
    starts_at: int
    ends_at: int | None
    begun_at: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the lobby. ``key`` stays the same while the page does.

    A ``wide`` page takes the whole screen, others stand side by side where there is room;
    of ``band`` lines every other group is shaded, to lead the eye; 0 shades none. ``letters`` draw
    its title and the words of a countdown, None for ordinary ones.
    """

    key: str
    title: str
    note: str = ""
    head: str = ""
    lines: tuple[PageLine, ...] = ()
    round_time: RoundTime | None = None
    wide: bool = False
    band: int = 1
    letters: Letters | None = None


def notice(sentence: str, frame: Frame, role: Role = "text") -> tuple[PageLine, ...]:
    """Return a sentence as lines that fit the frame, one blank line above."""
    return ((), *((Part(text, role),) for text in wrap(sentence, frame.width)))


def split(page: Page, lines: tuple[PageLine, ...], frame: Frame) -> tuple[Page, ...]:
    """Return the page in parts that fit the height, numbered if there are several."""
    room = max(1, frame.rows)
    parts = [lines[start : start + room] for start in range(0, len(lines), room)] or [()]
    return tuple(
        replace(
            page,
            key=f"{page.key}/{number}",
            title=page.title if len(parts) == 1 else f"{page.title} {number}/{len(parts)}",
            lines=part,
        )
        for number, part in enumerate(parts, start=1)
    )
