"""The story of a match in columns: time, device, who, what; and what of it can be shown alone."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len

from hall_server.derived.story import KINDS, StoryLine
from shared.core.text.language import N_, _, headed, pgettext
from shared.tui.names import columns, wrap
from shared.tui.times import local

_COLUMNS_FROM = 72
"""Cells from which what happened stands in a column of its own; below, it stands in the next
row."""
_CLOCK, _WIDEST, _GAP = 8, 22, 2
_INDENT = "  "


def story_rows(told: Sequence[StoryLine], zone: str, width: int) -> tuple[tuple[str, str], ...]:
    """Return the story in rows of ``width`` cells, each as (tone, text); a new day has its own."""
    if not told:
        return (("ink-soft", _("Nothing like that here.")),)
    most = max(_WIDEST, width // 5)
    device = _widest([line.device for line in told], _("Device"), most)
    who = _widest([line.who for line in told], pgettext("column", "Who"), most)
    head = (pgettext("column", "Time"), _("Device"), pgettext("column", "Who"))
    widths = (_CLOCK, device, who)
    beside = sum(widths) + _GAP * len(widths)
    wide = width >= _COLUMNS_FROM
    room = width - (beside if wide else cell_len(_INDENT))
    title = columns(head, widths)
    what = _("What happened")
    rows = [("accent", f"{title}  {what}" if wide else title)]
    for day, lines in groupby(told, key=lambda line: local(line.at, zone).date()):
        rows.append(("notice", f"{day:%Y-%m-%d}"))
        for line in lines:
            tone = "ink" if line.counts else "danger"
            front = columns((f"{local(line.at, zone):%H:%M:%S}", line.device, line.who), widths)
            said = wrap(line.what, room)
            if wide:
                front = f"{front}  {said.pop(0)}"
            indent = " " * beside if wide else _INDENT
            rows += [(tone, front), *((tone, indent + rest) for rest in said)]
    return tuple(rows)


def _widest(cells: Sequence[str], heading: str, most: int) -> int:
    return min(most, max(map(cell_len, (heading, *cells))))


def story_filters(told: Sequence[StoryLine]) -> tuple[tuple[str, str], ...]:
    """Return what can be shown alone, as (key, words): everything, each kind, each device."""
    kinds, devices = Counter(line.kind for line in told), Counter(line.device for line in told)
    return (
        ("", headed(_(_EVERYTHING), len(told))),
        *(
            (f"kind:{kind}", headed(_(words), kinds[kind]))
            for kind, words in KINDS.items()
            if kinds[kind]
        ),
        *(
            (f"device:{name}", headed(_("Device {name}").format(name=name), n))
            for name, n in sorted(devices.items())
        ),
    )


_EVERYTHING = N_("Everything")


def shows(only: str, line: StoryLine) -> bool:
    """Return whether a line is shown while ``only`` is chosen."""
    return only in ("", f"kind:{line.kind}", f"device:{line.device}")
