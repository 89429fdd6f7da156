"""The picture of a page for social networks is drawn while the site is built."""

from __future__ import annotations

import io
import json

import pytest

from sphinx_docsjson.ext import cards
from tests._support.building import build_site
from tests._support.pictures import picture

Image = pytest.importorskip("PIL.Image")

SITE = {
    "name": "Acme",
    "navigation": [{"group": "Start", "pages": ["index", "own", "chinese"]}],
    "thumbnails": {"appearance": "dark"},
}
FILES = {
    "docs.json": json.dumps(SITE),
    "index.md": "---\ntitle: Hello, číslo\ndescription: " + "What it is. " * 30 + "\n---\n\nx\n",
    "own.md": "---\ntitle: Own\n'og:image': https://x.example/own.png\n---\n\nx\n",
    "chinese.md": "---\ntitle: 变更\n---\n\nx\n",
}
CONF = {"html_baseurl": "https://acme.example/"}


def pictures(built):
    folder = built.outdir / "_images/cards"
    return {path.name: path for path in folder.glob("*")} if folder.is_dir() else {}


def meta(built, page, name):
    tag = built.soup(page).select_one(f"meta[property='{name}'], meta[name='{name}']")
    return tag["content"] if tag else None


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_site(tmp_path_factory.mktemp("cards") / "site", FILES, conf=CONF)


def test_a_page_names_its_picture_with_the_whole_address(built):
    (path,) = pictures(built).values()

    assert meta(built, "index", "og:image") == f"https://acme.example/_images/cards/{path.name}"
    assert meta(built, "index", "twitter:card") == "summary_large_image"
    assert meta(built, "index", "og:image:alt") == "Hello, číslo — Acme"
    with Image.open(path) as image:
        assert image.size == (1200, 630)
        assert int(meta(built, "index", "og:image:width")) == image.size[0]
        assert len(image.getcolors()) > 16, "words are drawn"


def test_a_page_with_a_picture_of_its_own_or_words_that_no_font_has_gets_none(built):
    assert meta(built, "own", "og:image") == "https://x.example/own.png"
    assert meta(built, "own", "twitter:card") == "summary"
    assert meta(built, "chinese", "og:image") is None


def test_two_builds_draw_the_same_bytes(built, tmp_path):
    again = build_site(tmp_path / "site", FILES, conf=CONF)

    (name, path), (other, second) = *pictures(built).items(), *pictures(again).items()
    assert name == other
    assert path.read_bytes() == second.read_bytes()


def test_an_unchanged_picture_is_not_drawn_again_and_an_old_one_goes(tmp_path):
    first = build_site(tmp_path / "site", FILES, conf=CONF)
    (path,) = pictures(first).values()
    path.write_bytes(b"kept")

    same = build_site(tmp_path / "site", {"index.md": FILES["index.md"] + "More.\n"}, conf=CONF)
    assert pictures(same)[path.name].read_bytes() == b"kept"

    changed = FILES["index.md"].replace("Hello", "Good morning")
    other = build_site(tmp_path / "site", {"index.md": changed}, conf=CONF)
    assert path.name not in pictures(other)
    assert len(pictures(other)) == 1


@pytest.mark.parametrize("without", ["html_baseurl", "thumbnails"])
def test_nothing_is_drawn_that_nobody_asks_for_or_nobody_can_find(tmp_path, without):
    site = {name: value for name, value in SITE.items() if name != without}
    files = FILES | {"docs.json": json.dumps(site)}
    conf = {name: value for name, value in CONF.items() if name != without}

    assert pictures(build_site(tmp_path / "site", files, conf=conf)) == {}


def noise() -> bytes:
    """Return a picture that is larger than what decoders read at once."""
    data = io.BytesIO()
    Image.effect_noise((300, 300), 90).save(data, "PNG")
    return data.getvalue()


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7"/></svg>'
BOMB = b"GIF89a\xff\xff\xff\xff\x80\0\0" + bytes(6) + b",\0\0\0\0\xff\xff\xff\xff" + bytes(5)
UNREADABLE = {
    "an SVG": SVG,
    "AVIF": b"\x00\x00\x00\x20ftypavif" + bytes(40),
    "truncated": noise()[:30_000],
    "huge": BOMB,
    "nothing": b"",
}


def with_file(field: str, name: str) -> str:
    """Return a docs.json whose pictures need a file."""
    fields = {
        "logo": {"logo": name},
        "background": {"thumbnails": {"background": name}},
        "font": {"fonts": {"heading": {"family": "Own", "source": name}}},
    }
    return json.dumps(SITE | fields[field])


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize("field", ["logo", "background", "font"])
def test_pictures_go_without_a_file_that_cannot_be_read(tmp_path, field, data):
    name = "own.woff2" if field == "font" else "own.png"
    files = FILES | {"docs.json": with_file(field, f"/{name}"), name: data}
    site = build_site(tmp_path / "site", files, conf=CONF)

    (line,) = site.warning_lines
    assert line.startswith("docs.json:1: WARNING: thumbnails: the ")
    assert f"{name} cannot be read" in line
    assert len(pictures(site)) == 1
    (before,) = pictures(site)

    if field != "font":
        mended = build_site(tmp_path / "site", {name: picture()}, conf=CONF)
        assert mended.warning_lines == []
        assert before not in pictures(mended)


@pytest.mark.parametrize("letter", ["word ", "w"])
def test_a_long_title_takes_no_longer_than_what_fits(letter, tmp_path, monkeypatch):
    measured = []
    usual = cards._Pen.width

    def width(self, words, *others):
        measured.append(len(words))
        return usual(self, words, *others)

    monkeypatch.setattr(cards._Pen, "width", width)
    long = letter * (20_000 // len(letter))
    page = f"---\ntitle: {long}\ndescription: {long}\n---\n\nx\n"
    assert pictures(build_site(tmp_path / "site", FILES | {"index.md": page}, conf=CONF))
    assert sum(measured) < 500_000
