"""The blocks of a view as HTML. Every word of people and programs is escaped. Pure."""

from collections.abc import Callable
from html import escape

from shared.core.text.language import _
from shared.public.draw_sheets import DrawnMatch
from shared.public.views.values import (
    Block,
    Cell,
    Draw,
    Finder,
    Grid,
    Initials,
    Lines,
    Links,
    Section,
    Where,
    Words,
    segment,
)

Href = Callable[[str], str]
"""The address of a page's path, as it is written in a link on this page."""


_NAMES = ("table", "rowgroup", "row", "columnheader", "rowheader", "cell")
_ROLES = {name: f' role="{name}"' for name in _NAMES}
_NO_ROLES = dict.fromkeys(_NAMES, "")


def block_html(block: Block, href: Href, above: str, level: int = 2) -> str:
    """Return a block, on one line. Its headings are of ``level``; ``above`` is the heading over it,
    which a table does not repeat to who sees it."""
    match block:
        case Words(text, tone):
            return f'<p class="{tone}">{plain(text)}</p>'
        case Lines(items, tone):
            return f'<ul class="{tone}">{"".join(f"<li>{plain(text)}</li>" for text in items)}</ul>'
        case Links(items):
            return f'<ul class="links">{"".join(f"<li>{_cell(c, href)}</li>" for c in items)}</ul>'
        case Initials(letters):
            return _initials(letters, href, level)
        case Section(heading, blocks):
            inner = "".join(block_html(each, href, heading, level + 1) for each in blocks)
            return f"<section><h{level}>{plain(heading)}</h{level}>{inner}</section>"
        case Where():
            return _where(block)
        case Draw(rounds):
            inner = "".join(
                f"<section><h{level}>{plain(one.part)} · {plain(one.heading)}</h{level}>"
                f"<ol>{''.join(map(_match, one.matches))}</ol></section>"
                for one in rounds
            )
            return f'<div class="draw">{inner}</div>'
        case Finder(typed):
            return _finder(typed, href)
        case Grid():
            return _grid(block, href, above)


def plain(text: str) -> str:
    """Return text as HTML, on one line."""
    return escape(" ".join(text.split()))


def _cell(cell: Cell, href: Href) -> str:
    text = plain(cell.text)
    if cell.name:
        text = f"<bdi>{text}</bdi>"
    return f'<a href="{escape(href(cell.to))}">{text}</a>' if cell.to and text else text


def _grid(grid: Grid, href: Href, above: str) -> str:
    kinds = [
        " ".join(filter(None, ("n" if c.number else "", "spare" if c.spare else "")))
        for c in grid.columns
    ]
    marks = [f' class="{kind}"' if kind else "" for kind in kinds]
    # Where rows are laid out anew on a narrow screen, a reader still hears a table.
    role = _ROLES if grid.pairs else _NO_ROLES
    head = "".join(
        f'<th scope="col"{role["columnheader"]}{mark}>{plain(column.heading)}</th>'
        for column, mark in zip(grid.columns, marks, strict=True)
    )
    body = "".join(
        f"<tr{role['row']}>"
        + "".join(
            f'<th scope="row"{role["rowheader"]}{mark}>{_cell(cell, href)}</th>'
            if at == grid.named
            else f"<td{role['cell']}{mark}>{_cell(cell, href)}</td>"
            for at, (cell, mark) in enumerate(zip(row, marks, strict=True))
        )
        + "</tr>"
        for row in grid.rows
    )
    caption = plain(grid.caption)
    kind = ' class="pairs"' if grid.pairs else ""
    seen = ' class="unseen"' if grid.caption == above else ""
    table = (
        f"<table{role['table']}{kind}><caption{seen}>{caption}</caption>"
        f"<thead{role['rowgroup']}><tr{role['row']}>{head}</tr></thead>"
        f"<tbody{role['rowgroup']}>{body}</tbody></table>"
    )
    if not grid.broad:
        return table
    return f'<div class="broad" role="region" aria-label="{caption}" tabindex="0">{table}</div>'


def _initials(letters: tuple[tuple[str, tuple[Cell, ...]], ...], href: Href, level: int) -> str:
    names = [(f"l-{segment(letter)}", letter, cells) for letter, cells in letters]
    ways = "".join(f'<li><a href="#{at}">{plain(letter)}</a></li>' for at, letter, _cells in names)
    label = plain(_("First letters"))
    parts = "".join(
        f'<section><h{level} id="{at}">{plain(letter)}</h{level}>'
        f"<ul>{''.join(f'<li>{_cell(cell, href)}</li>' for cell in cells)}</ul></section>"
        for at, letter, cells in names
    )
    return (
        f'<nav class="letters" aria-label="{label}"><ul>{ways}</ul></nav>'
        f'<div class="names">{parts}</div>'
    )


def _where(where: Where) -> str:
    table = ""
    if where.table:
        words = _("table {label}").format(label=where.table)
        table = f'<p class="table">{plain(words[:1].upper() + words[1:])}</p>'
    headline = f'<p class="headline">{plain(where.headline)}</p>' if where.headline else ""
    lines = "".join(f"<p>{plain(line)}</p>" for line in where.lines)
    return f'<div class="where">{table}{headline}{lines}</div>'


def _match(match: DrawnMatch) -> str:
    sides = []
    for at, name in enumerate(match.sides):
        shown = f"<bdi>{plain(name)}</bdi>" if name else "–"
        if match.winner == at:
            won = plain(_("won"))
            shown = f'<strong>{shown}</strong> <span class="won">{won}</span>'
        sides.append(f"<span>{shown}</span>")
    words = f'<span class="soft">{plain(match.words)}</span>' if match.words else ""
    return f"<li>{''.join(sides)}{words}</li>"


def _finder(typed: str, href: Href) -> str:
    label, find = plain(_("Type the first letters of your surname.")), plain(_("Find"))
    return (
        f'<form action="{escape(href("find"))}" role="search"><label for="q">{label}</label>'
        f'<input id="q" name="q" value="{escape(typed)}" maxlength="80" autocomplete="off" '
        f'autocapitalize="words" spellcheck="false" dir="auto"><button>{find}</button>'
        "</form>"
    )
