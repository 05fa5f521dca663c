"""The page of figures, made of what the parts print, and the four that the README shows."""

from tests.bench.figures import MISSED
from tests.bench.published import BEGIN, END, FOUR, four, page, with_four


def said() -> dict[str, list[str]]:
    """Return what parts print: about themselves, a row, its raw part, a share and a bar."""
    return {
        chosen.part: [
            f"  About {chosen.part}.",
            f"  {chosen.row} of some          p50     1.50 ms   p99   {n}20.00 ms   n=100",
            "  raw: the same                p50     0.50 ms   p99     0.90 ms   n=100",
            "  p99 9.00 × the raw part",
            "  bar: p99 ≤   100.00 ms: met" if n else f"  bar: p99 ≤ 1.00 ms{MISSED}",
        ]
        for n, chosen in enumerate(FOUR)
    }


def test_page_has_each_row_beside_its_raw_part_and_counts_the_missed_bars() -> None:
    text = page(said())
    assert "Bars missed in this run: 1." in text
    assert "## Sync\n\nAbout sync.\n\n| | median, ms | p99, ms | times |" in text
    assert f"| {FOUR[1].row} of some | 1.50 | 120.00 | 100 |\n| raw: the same | 0.50 |" in text
    assert "- p99 9.00 × the raw part\n- bar: p99 ≤ 100.00 ms: met\n" in text


def test_four_figures_are_taken_from_the_page_into_the_readme() -> None:
    table = four(page(said()))
    assert [line.split(" | ")[1] for line in table.splitlines()[2:]] == [
        "20 ms |", "120 ms |", "220 ms |", "320 ms |",
    ]  # fmt: skip
    for old in ("", "| | p99 |\n"):
        readme = with_four(f"before\n{BEGIN}{old}{END}after\n", table)
        assert readme == f"before\n{BEGIN}{table}{END}after\n"
