"""Files of a site with docs.json are published once, at the paths that they have in its folder."""

import json
import re
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup

from tests._support.building import build_site
from tests._support.page_cases import picture

HOST = "https://docs.example.com"
FILES = {
    "images/a b.png": picture(4, 4),
    "images/en/a.png": picture(8, 8),
    "images/de/a.png": picture(9, 9),
    "guide/c.png": picture(5, 5),
    "files/x.pdf": "%PDF",
    "files/v.mp4": "v",
    "extra/files/e.png": picture(6, 6),
}
AT = {name.removeprefix("extra/") for name in FILES}
PAGE = """---
title: T
---

## ![h](/images/en/a.png) Heading

![a](</images/a b.png>)

![e](/extra/files/e.png) [pdf](/files/x.pdf)

![d](/images/de/a.png)

<img src="{folder}c.png" width="50%" />

<video src="/files/v.mp4" poster="/images/de/a.png" />

```{{image}} /images/en/a.png
:scale: 50
```
"""


def site(folder, files=(), builder="html", **settings):
    docs_json = {"name": "N", "navigation": {"pages": ["index", "guide/a"]}}
    pages = {
        "docs.json": json.dumps(docs_json),
        "index.mdx": PAGE.format(folder="/guide/"),
        "guide/a.mdx": PAGE.format(folder=""),
        **FILES,
        **dict(files),
    }
    conf = {"html_extra_path": ["extra"], **settings}
    return build_site(folder / "src", pages, builder, conf=conf, outdir=folder / "out")


def files_in(built):
    ours = (path.relative_to(built.outdir).as_posix() for path in built.outdir.rglob("*.*"))
    return {
        name
        for name in ours
        if re.search(r"\.(png|pdf|mp4)$", name) and not name.startswith("_static/")
    }


def addresses(built):
    """Return what the pages refer to, from the root of the output."""
    found = set()
    for page in built.outdir.rglob("*.html"):
        where = page.relative_to(built.outdir).as_posix()
        html = BeautifulSoup(page.read_text("utf-8"), "html.parser")
        for node in html.select(":is(article, .body) :is([src], [poster], a[href])"):
            for key in ("src", "poster", "href"):
                address = node.get(key, "")
                if re.search(r"\.(png|pdf|mp4)$", address):
                    assert not re.search("_images|_downloads", address)
                    found.add(urljoin(f"/{where}", address).lstrip("/").replace("%20", " "))
    return found


@pytest.mark.parametrize("theme", ["docsjson", "alabaster"])
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_file_lies_once_in_the_output_at_its_own_path_and_pages_refer_to_it(
    tmp_path, builder, theme
):
    built = site(tmp_path, builder=builder, html_theme=theme)

    assert files_in(built) == AT
    assert addresses(built) == AT
    assert built.warning_lines == []


def test_two_processes_write_what_one_does(tmp_path):
    one = site(tmp_path / "one")
    more = {f"p{number}.md": "# P\n\n![a](/images/en/a.png)\n" for number in range(8)}
    two = build_site(
        tmp_path / "two",
        {
            "docs.json": '{"name": "N", "navigation": {"pages": ["index", "guide/a"]}}',
            "index.mdx": PAGE.format(folder="/guide/"),
            "guide/a.mdx": PAGE.format(folder=""),
            **FILES,
            **more,
        },
        conf={"html_extra_path": ["extra"]},
        parallel=2,
    )

    assert files_in(two) == files_in(one)
    assert addresses(two) == addresses(one)


def test_an_image_that_no_page_shows_any_more_is_removed_and_one_of_a_setting_is_not(tmp_path):
    site(tmp_path)
    empty = {"index.mdx": "# Home\n", "guide/a.mdx": "# A\n"}

    again = site(tmp_path, empty)

    assert files_in(again) == {"files/e.png"}


def test_what_extensions_generate_stays_among_the_images_of_sphinx(tmp_path, monkeypatch):
    generating = (
        "from docutils import nodes\n\n\n"
        "def add(app, doctree):\n"
        "    file = app.doctreedir / 'made.png'\n"
        "    file.write_bytes((app.srcdir / 'guide/c.png').read_bytes())\n"
        "    image = nodes.image(uri=str(file), candidates={'*': str(file)})\n"
        "    app.env.images.add_file(app.env.docname, str(file))\n"
        "    doctree.append(nodes.paragraph('', '', image))\n\n\n"
        "def setup(app):\n    app.connect('doctree-read', add)\n"
    )
    (tmp_path / "ext").mkdir()
    (tmp_path / "ext/making_images.py").write_text(generating)
    monkeypatch.syspath_prepend(tmp_path / "ext")

    built = site(tmp_path, extensions=["sphinx_docsjson", "making_images"])

    assert (built.outdir / "_images/made.png").is_file()
    images = built.article("guide/a").select("img")
    assert images[-1]["src"] == "../_images/made.png", images


def test_books_and_sites_without_docs_json_have_files_where_sphinx_has_them(tmp_path):
    book = site(tmp_path / "book", builder="epub", html_extra_path=[])
    plain = build_site(
        tmp_path / "plain",
        {"index.rst": "T\n=\n\n.. image:: images/a.png\n", "images/a.png": picture()},
        conf={"html_theme": "docsjson"},
    )

    assert (book.outdir / "_images/c.png").is_file()
    assert (plain.outdir / "_images/a.png").is_file()
    assert not (plain.outdir / "images").exists()


OWN = {
    "logo": ({"logo": {"light": f"{HOST}/o.svg", "dark": f"{HOST}/o.svg"}}, ""),
    "favicon": ({"favicon": f"{HOST}/o.svg"}, ""),
    "navbar": ({"navbar": {"links": [{"label": "L", "href": f"{HOST}/o.svg"}]}}, ""),
    "og:image": ({"seo": {"metatags": {"og:image": f"{HOST}/o.svg"}}}, ""),
    "background": ({"background": {"image": f"{HOST}/o.svg"}}, ""),
    "link": ({}, f"[o]({HOST}/o.svg?v=1)\n"),
    "card": ({}, f'<Card title="C" href="{HOST}/o.svg">c</Card>\n'),
    "image": ({}, f"![o]({HOST}/o.svg)\n"),
    "img": ({}, f'<img src="{HOST}/o.svg" />\n'),
    "card image": ({}, f'<Card title="C" img="{HOST}/o.svg">c</Card>\n'),
    "video": ({}, f'<video src="{HOST}/o.svg" />\n'),
}


@pytest.mark.parametrize("known_from", ["html_baseurl", "canonical"])
@pytest.mark.parametrize("place", OWN)
def test_an_address_of_the_site_itself_leads_to_the_file_in_the_folder(
    tmp_path, place, known_from
):
    fields, text = OWN[place]
    conf = {"html_baseurl": HOST} if known_from == "html_baseurl" else {}
    tags = {} if conf else {"canonical": HOST}
    tags |= fields.get("seo", {}).get("metatags", {})
    docs_json = {"name": "N", "navigation": {"pages": ["index"]}, **fields}
    docs_json["seo"] = {"metatags": tags}
    files = {
        "docs.json": json.dumps(docs_json),
        "index.mdx": f"---\ntitle: T\n---\n\n{text}",
        "o.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
    }

    built = build_site(tmp_path, files, conf=conf)

    assert (built.outdir / "o.svg").is_file()
    if place != "og:image":  # networks read no relative address
        assert f"{HOST}/o.svg" not in re.sub("<head>.*</head>", "", built.text("index.html"))
    assert built.warning_lines == []


def test_a_page_names_its_own_social_picture_by_its_whole_address(tmp_path):
    page = f'---\ntitle: T\n"og:image": {HOST}/og.png\n---\n\nText.\n'
    files = {
        "docs.json": '{"name": "N", "navigation": {"pages": ["index"]}}',
        "index.mdx": page,
        "og.png": picture(),
    }

    built = build_site(tmp_path, files, conf={"html_baseurl": HOST})

    assert (built.outdir / "og.png").is_file()
    assert f'content="{HOST}/og.png"' in built.text("index.html")
