"""What stands in for a font of the site until its file is there: as wide and as high. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_docsjson.files.font_files import FontMetrics

REGULAR = ("Arial", "ArialMT", "Liberation Sans", "Arimo", "Helvetica")
BOLD = ("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Arimo Bold", "Helvetica-Bold")
WIDTHS: dict[tuple[str, ...], float] = {REGULAR: 0.4395, BOLD: 0.4753}
"""Installed fonts, all of one width → how wide a letter of English text is in them."""

_FIRST_BOLD = 560


def stand_in_name(family: str) -> str:
    """Return the family of what stands in for *family*."""
    return f"Like {family}"


def stand_ins(name: str, metrics: FontMetrics, weight: int | None) -> list[str]:
    """Return the rules of the fonts that stand in for one with *metrics*.

    :param name: their family, as it stands in a string of CSS.
    :param weight: the only weight of the font; one with several is bold where the text is.
    """
    if weight is None:
        faces = [(REGULAR, f"100 {_FIRST_BOLD - 1}"), (BOLD, f"{_FIRST_BOLD} 900")]
    else:
        faces = [(BOLD if weight >= _FIRST_BOLD else REGULAR, "100 900")]
    return [_face(name, metrics, fonts, weights) for fonts, weights in faces]


def _face(name: str, metrics: FontMetrics, fonts: tuple[str, ...], weights: str) -> str:
    scale = metrics.width / WIDTHS[fonts]
    sources = ", ".join(f'local("{font}")' for font in fonts)
    heights = {
        "ascent": metrics.ascent,
        "descent": metrics.descent,
        "line-gap": metrics.line_gap,
    }
    overrides = "".join(
        f" {side}-override: {value / scale:.2%};" for side, value in heights.items()
    )
    return (
        f'@font-face {{ font-family: "{name}"; src: {sources}; font-weight: {weights}; '
        f"size-adjust: {scale:.2%};{overrides} }}"
    )
