"""No address of docs.json or of a page runs anything, however it is spelled."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from tests._support.building import Built, build_site
from tests.hostile.addresses import VECTORS, dangers, scheme_in_a_browser

PAGES = ["index", "a/deep/one", "b"]


def flat() -> dict[str, Any]:
    links = [{"name": f"n{number}", "url": vector} for number, vector in enumerate(VECTORS)]
    return {
        "name": "T",
        "navigation": [{"group": "G", "pages": PAGES}],
        "topbarLinks": links,
        "topbarCtaButton": links[0],
        "anchors": links,
        "tabs": links,
        "footerSocials": {f"website{n}": vector for n, vector in enumerate(VECTORS)},
        "logo": {"light": VECTORS[1], "dark": VECTORS[1], "href": VECTORS[1]},
        "favicon": VECTORS[1],
        "redirects": [
            {"source": f"/old{n}", "destination": vector} for n, vector in enumerate(VECTORS)
        ],
        "metadata": {"og:image": VECTORS[1], "canonical": VECTORS[1]},
    }


def nested() -> dict[str, Any]:
    def links(kind: str) -> list[dict[str, str]]:
        return [{kind: f"{kind}{n}", "href": vector} for n, vector in enumerate(VECTORS)]

    return {
        "name": "T",
        "navigation": {
            "global": {"anchors": links("anchor"), "tabs": links("tab")},
            "versions": [{"version": "v0", "pages": PAGES}, *links("version")],
        },
        "navbar": {"links": links("label"), "primary": {"label": "P", "href": VECTORS[1]}},
        "footer": {"links": [{"header": "H", "items": links("label")}]},
        "banner": {"content": " ".join(f"[b]({vector})" for vector in VECTORS)},
        "errors": {"404": {"description": " ".join(f"[e]({vector})" for vector in VECTORS)}},
        "contextual": {"options": [{"title": "T", "description": "D", "href": VECTORS[1]}]},
        "logo": {"light": "/javascript:alert(1)", "href": "/javascript:alert(1)"},
    }


def languages() -> dict[str, Any]:
    entries = [{"dropdown": f"d{n}", "href": vector} for n, vector in enumerate(VECTORS)]
    return {
        "name": "T",
        "navigation": {"dropdowns": [{"dropdown": "D", "pages": PAGES}, *entries]},
    }


def pages() -> dict[str, str]:
    # Authors may write HTML; what is tried here are their addresses.
    tried = [vector for vector in VECTORS if "<script" not in vector]
    quoted = [vector.replace('"', "&quot;").replace("\n", "&#10;") for vector in tried]
    text = [
        part
        for vector in quoted
        for part in (
            f'<Card title="c" href="{vector}" img="{vector}">x</Card>\n',
            f'<a href="{vector}">x</a> [x](<{vector}>) ![x](<{vector}>)\n',
            f'<img src="{vector}" alt="x" />\n',
            f'<Icon icon="{vector}" />\n',
            f'<iframe src="{vector}"></iframe>\n',
            f'<video src="{vector}" poster="{vector}"></video>\n',
            f'<Tooltip tip="t" cta="c" href="{vector}">x</Tooltip>\n',
        )
    ]
    front = "---\ntitle: T\ncanonical: {0}\nurl: {0}\nicon: {0}\n'og:image': {0}\n---\n\n"
    listed = dict.fromkeys([f"{name}.mdx" for name in PAGES], "---\ntitle: T\n---\n\n")
    listed["index.mdx"] += "\n".join(text)
    listed["a/deep/one.mdx"] = front.format(json.dumps(VECTORS[0])) + "\n".join(text)
    listed["b.mdx"] = front.format(json.dumps("/javascript:alert(1)"))
    return listed


@pytest.fixture(scope="module", params=[flat, nested, languages])
def attacked(request, tmp_path_factory) -> Built:
    config = json.dumps(request.param())
    files = pages() if request.param is flat else dict.fromkeys(pages(), "---\ntitle: T\n---\n")
    srcdir = tmp_path_factory.mktemp("attacked")
    return build_site(srcdir, {**files, "docs.json": config}, conf={"html_theme": "docsjson"})


def test_there_are_enough_of_them():
    assert len(VECTORS) > 170


def test_no_page_runs_or_reads_anything(attacked):
    found = {
        (path.name, danger) for path in attacked.outdir.rglob("*.html") for danger in dangers(path)
    }
    assert found == set()


def test_the_twins_and_lists_lead_nowhere_else(attacked):
    markdown = MarkdownIt()
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]
    for path in (*attacked.outdir.rglob("*.md"), *attacked.outdir.glob("_redirects")):
        text = path.read_text(encoding="utf-8")
        page = BeautifulSoup(markdown.render(text), "html.parser")
        for link in page.select("[href], [src]"):
            address = str(link.get("href") or link.get("src"))
            is_picture = link.name == "img" and address.startswith("data:image/")
            scheme = "" if is_picture else scheme_in_a_browser(address)
            assert scheme in {"", "http", "https", "mailto", "tel"}, path
