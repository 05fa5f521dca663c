"""Large events, of kinds that may be large."""

from shared.core.events import RoundPaired

WORD = 500
LINE = 4_000


def large(size: int) -> RoundPaired:
    """Return a body of about so many bytes, in lines as long as a pairing's log may have them.

    A word's head has three bytes.
    """
    whole, rest = divmod(size, WORD + 3)
    words = ["x" * WORD] * whole + ["x" * max(0, rest - 3)]
    lines = tuple(tuple(words[at : at + LINE]) for at in range(0, len(words), LINE))
    return RoundPaired(0, "", (), trace=tuple(("dropped", line) for line in lines))
