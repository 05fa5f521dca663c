"""Pages for a web site: each is one file without scripts or links, and fits a phone."""

from collections.abc import Sequence
from html import escape

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.4 system-ui,sans-serif;margin:1rem auto;padding:0 .75rem;max-width:70rem}
h1{font-size:1.4rem;margin:0 0 .25rem}
p{margin:.25rem 0 1rem}
div{overflow-x:auto}
table{border-collapse:collapse;min-width:100%}
th,td{padding:.35rem .5rem;text-align:left;white-space:nowrap;border-bottom:1px solid #8886}
th{border-bottom:2px solid}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
tr:nth-child(even) td{background:#8881}
"""
_SAFE = "default-src 'none'; style-src 'unsafe-inline'"


def page(
    title: str, note: str, rows: Sequence[Sequence[str]], numeric: frozenset[str] = frozenset()
) -> str:
    """Return a page with one table; its first row is the heading.

    ``numeric`` are the headings of columns of numbers.
    """
    heading, *lines = rows
    classes = [' class="n"' if word in numeric else "" for word in heading]
    head = "".join(
        f'<th scope="col"{kind}>{escape(word)}</th>'
        for word, kind in zip(heading, classes, strict=True)
    )
    body = "\n".join(
        "<tr>"
        + "".join(
            f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(line, classes, strict=True)
        )
        + "</tr>"
        for line in lines
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_SAFE}">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>{escape(note)}</p>
<div><table>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
</table></div>
</body>
</html>
"""
