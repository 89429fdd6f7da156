"""Text of docs.json is shown as text, wherever it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup

from tests._support.building import Built, build_site

ATTACK = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>"
LINK = 'https://x.example/"onmouseover="alert(3)'

FLAT: dict[str, Any] = {
    "name": ATTACK,
    "description": ATTACK,
    "navigation": [
        {"group": ATTACK, "icon": ATTACK, "tag": ATTACK, "pages": ["index", "a/one"]},
        {"group": "B", "version": ATTACK, "pages": [{"group": ATTACK, "pages": ["b"]}]},
    ],
    "versions": [ATTACK, "v2"],
    "tabs": [{"name": ATTACK, "url": "a"}, {"name": ATTACK, "url": LINK}],
    "anchors": [{"name": ATTACK, "icon": ATTACK, "url": LINK}],
    "topAnchor": {"name": ATTACK, "icon": ATTACK},
    "topbarLinks": [{"name": ATTACK, "url": LINK, "icon": ATTACK}],
    "topbarCtaButton": {"name": ATTACK, "url": LINK},
    "footerSocials": {"github": LINK},
    "logo": ATTACK,
    "metadata": {ATTACK: ATTACK, "og:title": ATTACK},
    "search": {"prompt": ATTACK},
}
NESTED: dict[str, Any] = {
    "name": ATTACK,
    "navigation": {
        "global": {"anchors": [{"anchor": ATTACK, "href": LINK, "icon": ATTACK}]},
        "languages": [
            {
                "language": ATTACK,
                "products": [
                    {
                        "product": ATTACK,
                        "description": ATTACK,
                        "dropdowns": [
                            {
                                "dropdown": ATTACK,
                                "tag": ATTACK,
                                "tabs": [{"tab": ATTACK, "menu": [{"item": ATTACK,
                                                                   "pages": ["index", "b"]}]}],
                            }
                        ],
                    }
                ],
            },
            {"language": "fr", "pages": ["a/one"]},
        ],
    },
    "banner": {"content": ATTACK + " **b** [x](javascript:alert(4))", "dismissible": True},
    "footer": {"links": [{"header": ATTACK, "items": [{"label": ATTACK, "href": LINK}]}]},
    "fonts": {"family": "x;}</style><script>alert(1)</script>"},
    "errors": {"404": {"title": ATTACK, "description": ATTACK}},
    "contextual": {"options": [{"title": ATTACK, "description": ATTACK, "href": LINK}]},
    "variables": {"word": ATTACK},
    "redirects": [{"source": f"/{ATTACK}", "destination": LINK}],
    "markdown": {"instructions": ATTACK},
}  # fmt: skip


@pytest.fixture(scope="module", params=[FLAT, NESTED], ids=["flat", "nested"])
def attacked(request, tmp_path_factory) -> Built:
    srcdir = tmp_path_factory.mktemp("attacked")
    pages = {f"{name}.md": f"---\ntitle: {name}\n---\n\nText {{{{word}}}}.\n"
             for name in ("index", "a/one", "b")}  # fmt: skip
    return build_site(srcdir, {**pages, "docs.json": json.dumps(request.param)})


def test_no_text_of_the_configuration_becomes_an_element_or_a_handler(attacked):
    files = [path for path in attacked.outdir.rglob("*.html") if path.is_file()]

    assert len(files) > 5
    assert ATTACK in attacked.soup("index").get_text()
    for path in files:
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        assert not [script for script in soup.select("script") if "alert(" in script.text]
        for element in soup.find_all(True):
            assert not [name for name in element.attrs if name.startswith("on")], path
            for name in ("href", "src", "content", "action"):
                value = str(element.get(name, ""))
                assert not value.lower().replace("0; url=", "").startswith("javascript:"), path


def test_no_text_of_the_configuration_leaves_the_style_sheet(attacked):
    css = attacked.text("_static/docsjson-site.css")

    assert "</style" not in css
    assert "<script" not in css
