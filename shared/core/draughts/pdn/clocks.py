"""Clock times in PDN comments: ``[%clk 0:44:10]``, with a fraction where seconds are not whole.

Owns their text form. Milliseconds in, milliseconds out.
"""

import re

_CLOCK = re.compile(r"([0-9]{1,3}):([0-5]?[0-9]):([0-5]?[0-9])(?:\.([0-9]{1,3}))?")


def clock_text(ms: int) -> str:
    """Return milliseconds as ``h:mm:ss``, with ``.mmm`` where a second is not whole."""
    seconds, rest = divmod(ms, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" + (f".{rest:03}" if rest else "")


def clock_ms(text: str) -> int | None:
    """Return the milliseconds of ``h:mm:ss``; None for any other text."""
    found = _CLOCK.fullmatch(text.strip())
    if not found:
        return None
    hour, minute, second, part = found.groups(default="")
    return 1000 * (3600 * int(hour) + 60 * int(minute) + int(second)) + int(part.ljust(3, "0"))
