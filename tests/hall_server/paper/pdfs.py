"""What a PDF shows, read by pdftotext: a test that asks needs that program."""

import re
import subprocess

_PAGE = re.compile(r'<page width="([0-9.]+)" height="([0-9.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(
    r'<word xMin="([-0-9.]+)" yMin="([-0-9.]+)" xMax="([-0-9.]+)" yMax="([-0-9.]+)">(.*?)</word>'
)


def pages(pdf: bytes) -> list[str]:
    """Return the text of each page."""
    done = subprocess.run(
        ["pdftotext", "-layout", "-enc", "UTF-8", "-", "-"],
        input=pdf,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode().split("\f")[:-1]


def words_off_the_page(pdf: bytes, margin: float = 14) -> list[str]:
    """Words that begin or end nearer than ``margin`` points to the edge of their page."""
    done = subprocess.run(
        ["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True
    )
    off = []
    for wide, high, body in _PAGE.findall(done.stdout.decode()):
        for left, top, right, bottom, word in _WORD.findall(body):
            inside = (
                float(left) >= margin
                and float(top) >= margin / 2
                and float(right) <= float(wide) - margin
                and float(bottom) <= float(high) - margin / 2
            )
            if not inside:
                off.append(word)
    return off
