"""Makes PDF of sheets. Only this room knows page sizes, fonts and the PDF library."""

from hall_server.paper.drawing.pages import PAPERS, render

__all__ = ["PAPERS", "render"]
