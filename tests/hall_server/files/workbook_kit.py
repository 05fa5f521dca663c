"""Small workbooks as spreadsheets write them, made by hand."""

import io
import zipfile
from collections.abc import Mapping, Sequence

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
DAY, SUM = "day", "sum"
Cell = str | float | tuple[str, float]
"""A text, a number, a (DAY, serial number), or a (SUM, value of a formula)."""


def _cell(at: int, line: int, value: Cell) -> str:
    place = f'r="{chr(65 + at)}{line}"'
    match value:
        case "":
            return ""
        case str():
            return f'<c {place} t="inlineStr"><is><t>{value}</t></is></c>'
        case (kind, number) if kind == DAY:
            return f'<c {place} s="1"><v>{number}</v></c>'
        case (_, number):
            return f"<c {place}><f>SUM(A1:A2)</f><v>{number}</v></c>"
        case _:
            return f"<c {place}><v>{value}</v></c>"


def xlsx(sheets: Mapping[str, Sequence[Sequence[Cell]]], merged: str = "") -> bytes:
    """Return an XLSX of these sheets, in their order."""
    out = io.BytesIO()
    numbered = list(enumerate(sheets.items(), start=1))
    with zipfile.ZipFile(out, "w") as book:
        book.writestr(
            "[Content_Types].xml",
            f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" '
            'ContentType="application/xml"/><Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/></Types>',
        )
        book.writestr(
            "_rels/.rels",
            f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        named = "".join(f'<sheet name="{n}" sheetId="{i}" r:id="r{i}"/>' for i, (n, _) in numbered)
        book.writestr(
            "xl/workbook.xml",
            f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{named}</sheets>'
            "</workbook>",
        )
        parts = "".join(
            f'<Relationship Id="r{i}" Type="{_OFFICE}/worksheet" Target="worksheets/s{i}.xml"/>'
            for i, _ in numbered
        )
        book.writestr(
            "xl/_rels/workbook.xml.rels",
            f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{parts}<Relationship Id="s" '
            f'Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
        )
        book.writestr(
            "xl/styles.xml",
            f'{_HEAD}<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
            '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
        )
        for i, (_, rows) in numbered:
            told = "".join(
                f'<row r="{line}">{"".join(_cell(at, line, v) for at, v in enumerate(row))}</row>'
                for line, row in enumerate(rows, start=1)
            )
            joined = f'<mergeCells><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
            book.writestr(
                f"xl/worksheets/s{i}.xml",
                f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetData>{told}</sheetData>{joined}'
                "</worksheet>",
            )
    return out.getvalue()


def ods(rows: Sequence[Sequence[str]]) -> bytes:
    """Return an ODS of one sheet."""
    spaces = "urn:oasis:names:tc:opendocument:xmlns"
    told = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
            if cell.isdigit()
            else '<table:table-cell office:value-type="string">'
            f"<text:p>{cell}</text:p></table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr(
            "META-INF/manifest.xml",
            f'{_HEAD}<manifest:manifest xmlns:manifest="{spaces}:manifest:1.0"/>',
        )
        book.writestr(
            "content.xml",
            f'{_HEAD}<office:document-content xmlns:office="{spaces}:office:1.0" '
            f'xmlns:table="{spaces}:table:1.0" xmlns:text="{spaces}:text:1.0"><office:body>'
            f'<office:spreadsheet><table:table table:name="Players">{told}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return out.getvalue()
