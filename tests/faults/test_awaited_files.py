"""A file that was missing is found by the next build, which gives what a clean one gives."""

from __future__ import annotations

import json

from sphinx_docsjson.ext.diagrams import DIAGRAM_SCRIPT
from tests._support.building import build_site
from tests.faults.changing_site import PNG, SVG
from tests.faults.incremental import CONF, different, put

MANY = {f"S{number}": {"description": "x" * 90} for number in range(1200)}
"""So many schemas make a description that is kept between builds."""

API = {
    "openapi": "3.1.0",
    "info": {"title": "Cups", "version": "1"},
    "paths": {
        "/cups": {
            "get": {
                "responses": {
                    "200": {
                        "description": "All cups",
                        "content": {"application/json": {"schema": {"$ref": "cup.yaml#/Cup"}}},
                    }
                }
            }
        }
    },
    "components": {"schemas": MANY},
}
USES = {
    "snippet": "import Tip from '/snippets/tip.mdx'\n\n<Tip />",
    "link": "[file](/files/cups.pdf)",
    "page": "[page](/three)",
    "picture": "![cup](/images/cup.png)",
    "film": "<video src='/images/cup.mp4' />",
    "icon": "<Icon icon='/own.svg' />",
    "icon_of_set": "<Card icon='cup' title='Cup' />",
}
"""Pages that name one file each: another one would have the page read again, too."""

PAGES = [*USES, "two", "three"]
TABS = [{"tab": "Guide", "pages": PAGES}, {"tab": "API", "openapi": "api.json"}]
SITE = {
    "docs.json": json.dumps({"name": "Cups", "logo": "/logo.svg", "navigation": {"tabs": TABS}}),
    **{f"{name}.mdx": f"---\ntitle: {name}\n---\n\n{text}\n" for name, text in USES.items()},
    "two.md": "# Two\n\n{download}`x <files/cups.pdf>`\n\n```mermaid\ngraph TD; A-->B\n```\n",
    "api.json": json.dumps(API),
}
AWAITED = {
    "cup.yaml": "Cup: {type: object, properties: {handle_of_cup: {type: string}}}\n",
    "files/cups.pdf": "%PDF",
    "images/cup.png": PNG,
    "images/cup.mp4": "film",
    "logo.svg": SVG,
    "own.svg": SVG,
    "icons/cup.svg": SVG,
    "snippets/tip.mdx": "Warm the cup.\n",
    "three.mdx": "---\ntitle: Three\n---\n",
    DIAGRAM_SCRIPT: "window.mermaid = {};\n",
}


def test_files_that_come_later_are_found_and_missed_again(tmp_path):
    source, out = tmp_path / "src", tmp_path / "out"
    conf = CONF | {"docsjson_icon_dirs": {"fontawesome": "icons"}}
    put(source, SITE)
    build_site(source, {}, conf=conf, outdir=out)

    gone = SITE | {DIAGRAM_SCRIPT: AWAITED[DIAGRAM_SCRIPT]}  # nobody removes it from the output
    for number, files in enumerate((SITE | AWAITED, gone)):
        put(source, files)
        clean = tmp_path / f"clean{number}"
        again = build_site(source, {}, conf=conf, outdir=out).warning_lines
        fresh = build_site(source, {}, conf=conf, outdir=clean).warning_lines
        assert list(different(out / "html", clean / "html")) == []
        assert sorted(again) == sorted(fresh)
        assert bool(again) == (files is gone)
