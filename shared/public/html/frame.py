"""What stands around a view: head, way to the other pages, age of the data, languages. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from shared.core.text.language import _
from shared.public.html.blocks import block_html, plain
from shared.public.views.values import Cell, View


@dataclass(frozen=True, slots=True)
class Around:
    """Where a page stands: its language, all ``languages`` with their own names, the name of the
    event, the ``age`` of the data in words, and the links of its division.

    A ``live`` page is served by a hall: it hears of changes. Others are files, whose addresses end
    in ``.html``. ``turns_to`` is the slide that follows on a television.
    """

    language: str
    languages: Mapping[str, str]
    event: str
    age: str
    links: Sequence[Cell] = ()
    live: bool = True
    heard: bool = True
    """Whether the hall is heard now: only then a page is live."""
    turns_to: str = ""


STAY_S = 10
"""How long a television shows a slide."""
AGAIN_S = 60
"""How long a page without a script stays before it is read again."""


def relative(here: str, path: str, *, live: bool) -> str:
    """Return the address of ``path`` from the page ``here``; both begin at the root."""
    up = "../" * here.count("/")
    folder, _stroke, name = path.rpartition("/")
    if live and name == "index":
        return f"{up}{folder}/"
    return f"{up}{path}" if live or name in ("hall.css", "hall.js") else f"{up}{path}.html"


def main_html(view: View, around: Around) -> str:
    """Return what changes of a page: its title, note and blocks, without a line end."""
    here = f"{around.language}/{view.path}"

    def href(path: str) -> str:
        return relative(here, f"{around.language}/{path}", live=around.live)

    title = f"<bdi>{plain(view.title)}</bdi>" if view.of_person else plain(view.title)
    note = f'<p class="note">{plain(view.note)}</p>' if view.note else ""
    blocks = "".join(block_html(block, href, view.title) for block in view.blocks)
    return f"<h1>{title}</h1>{note}{blocks}"


def page_html(view: View, around: Around, main: str, version: str) -> str:
    """Return the whole page around ``main``; ``version`` names what it says."""
    here = f"{around.language}/{view.path}"

    def href(path: str) -> str:
        return escape(relative(here, path, live=around.live))

    own = around.language
    title = " · ".join(filter(None, dict.fromkeys((view.title, view.note, around.event))))
    data = f' data-link="{"live" if around.heard else "away"}"'
    if around.live and view.path != "find":
        data += f' data-live="{href("live/" + here)}" data-version="{version}"'
    stay = STAY_S if around.turns_to else AGAIN_S
    turn = href(f"{own}/{around.turns_to}") if around.turns_to else ""
    if turn:
        data += f' class="tv" data-next="{turn}" data-stay="{stay}"'
    elif not around.live:
        data += f' data-stay="{stay}"'
    again = f"{stay};url={turn}" if turn else str(stay)
    home = href(f"{own}/index")
    event = plain(around.event) if turn else f'<a href="{home}">{plain(around.event)}</a>'
    words = {
        "live": _("LIVE"),
        "lost": _("This device does not hear the hall. As of {time}."),
    }
    skip = plain(_("Go to the page itself"))
    return (
        f'<!doctype html><html lang="{own}" dir="ltr"{data}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" '
        f'content="no-referrer"><title>{plain(title)}</title><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="{href("hall.css")}">'
        f'<script src="{href("hall.js")}" defer></script>'
        f'<noscript><meta http-equiv="refresh" content="{again}"></noscript></head><body>'
        f'<a class="skip" href="#main">{skip}</a>'
        f'<header><p class="event">{event}</p><p id="age" role="status" '
        f'data-live="● {plain(words["live"])}" data-lost="▲ {plain(words["lost"])}">'
        f"{plain(around.age)}</p></header>{_ways(view, around)}"
        f'<main id="main" tabindex="-1">{main}</main>{_languages(view, around)}</body></html>'
    )


def _ways(view: View, around: Around) -> str:
    """Return the links to the other pages; a television has none."""
    if around.turns_to:
        return ""
    links = [Cell(_("Find me"), "index"), *around.links, Cell(_("Announcements"), "announcements")]
    items = (_item(view, around, f"{around.language}/{x.to}", x.text, "page") for x in links)
    label = plain(_("Pages"))
    return f'<nav aria-label="{label}"><ul>{"".join(items)}</ul></nav>'


def _languages(view: View, around: Around) -> str:
    """Return the links to the same page in the other languages; a television has none."""
    if around.turns_to:
        return ""
    items = (
        _item(view, around, f"{code}/{view.path}", name, "true", f' lang="{code}"')
        for code, name in around.languages.items()
    )
    label = plain(_("Languages"))
    return f'<footer><nav aria-label="{label}"><ul>{"".join(items)}</ul></nav></footer>'


def _item(view: View, around: Around, path: str, text: str, current: str, more: str = "") -> str:
    here = f"{around.language}/{view.path}"
    more += f' aria-current="{current}"' if path == here else ""
    to = escape(relative(here, path, live=around.live))
    return f'<li><a href="{to}"{more}>{plain(text)}</a></li>'
