"""A site that uses each row of the newest format: its files, and which rows they use."""

from __future__ import annotations

from sphinx_docsjson.base.theme_files import theme_path
from tests import openapi
from tests._support.inputs import input_files, input_text
from tests._support.pictures import picture

FOLDER = "every_row"
FONT = "static/fonts/inter-latin.woff2"
CONF = {"html_baseurl": "https://greenhouse.example/docs/"}


def files() -> dict[str, str | bytes]:
    """Return the files of the site."""
    font = (theme_path() / FONT).read_bytes()
    return {
        **input_files(__file__, FOLDER),
        "typedoc.json": input_text(openapi.__file__, "typedoc.json"),
        "images/card.png": picture(1200, 630),
        "images/film.mp4": b"",
        "fonts/text.woff2": font,
        "fonts/heading.woff2": font,
    }
