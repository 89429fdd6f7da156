"""Files of the author: those that stand where we would write, and those for agents."""

import json
from pathlib import Path

import pytest

API = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {"/a": {"get": {"summary": "A", "responses": {"200": {"description": "ok"}}}}},
}
SITE = {
    "name": "S",
    "navigation": {"groups": [{"group": "G", "pages": ["index", "guide/start"]}]},
    "api": {"openapi": "api.json"},
    "redirects": [{"source": "/old", "destination": "/guide/start"}],
    "seo": {"metatags": {"canonical": "https://docs.example/"}},
}
FILES = {
    "docs.json": json.dumps(SITE),
    "api.json": json.dumps(API),
    "index.mdx": "---\ntitle: A\n---\n\nWords <Icon icon='/images/i.png' />\n",
    "guide/start.mdx": "---\ntitle: B\n---\n\n<div style={{color: 'red'}}>Words</div>\n",
    "images/i.png": b"a picture",
}
CONF = {"exclude_patterns": ["public"]}
JOINED = {f"docsjson-{name}.css" for name in ("page", "code", "sphinx", "components", "api")}
"""Sheets that are joined from the others, those of the author included."""

OF_SPHINX = ("_sources/", "objects.inv", ".buildinfo", "_images/", "_downloads/")


def outputs(built):
    folder = Path(built.outdir)
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(name for name in found if not name.startswith((".doctrees", "doctrees")))


def test_a_file_of_the_author_stays_wherever_we_would_write_one(site):
    first = site(FILES, conf=CONF)
    pages = {f"{name}.html" for name in (*first.app.env.found_docs, "search", "genindex")}
    names = [
        name
        for name in outputs(first)
        if not name.startswith((*OF_SPHINX, "_static/")) and name not in pages
    ]
    own = {f"public/{name}": f"mine: {name}" for name in names}
    built = site({**FILES, **own}, conf={**CONF, "html_extra_path": ["public"]})

    assert {"llms.txt", "guide/start.md", "404.html", "robots.txt", "sitemap.xml"} <= {*names}
    changed = [name for name in names if built.text(name) != f"mine: {name}"]
    assert changed == [], changed
    assert built.warning_lines == []


def test_a_file_below_html_static_path_wins_over_ours_of_its_name(site):
    static = {"html_static_path": ["own"], "html_theme": "docsjson"}
    first = site(FILES, conf=static)
    names = [
        name.removeprefix("_static/")
        for name in outputs(first)
        if name.startswith("_static/")
        and "design" not in name  # sphinx-design copies its own
        and name.removeprefix("_static/") not in JOINED
    ]
    built = site({**FILES, **{f"own/{n}": f"mine: {n}" for n in names}}, conf=static)

    assert {"docsjson.css", "docsjson-author.css", "search/index.js"} <= {*names}
    changed = [name for name in names if built.text(f"_static/{name}") != f"mine: {name}"]
    assert changed == []
    (line,) = built.warning_lines
    assert "_static/search/" in line
    assert "is one of your files (html_static_path), so the search cannot load its index" in line


def test_a_script_of_the_author_beside_the_index_of_the_search_stays(site):
    files = {**FILES, "own/search/mine.js": "mine", "own/search/made.js_t": "made"}
    conf = {"html_static_path": ["own"], "html_theme": "docsjson"}
    built = site(files, conf=conf)

    assert built.text("_static/search/mine.js") == "mine"
    assert built.text("_static/search/made.js") == "made"
    assert built.warning_lines == []


AGENT_FILES = (
    "skill.md",
    "AGENTS.md",
    "CLAUDE.md",
    "skills/plants/SKILL.md",
    "skills/plants/more/notes.md",
    "skills/plants/tool.py",
    ".well-known/mcp.json",
    ".well-known/skills/index.json",
)


def agent_text(name):
    front = f"---\nname: {name}\ndescription: When to use it.\n---"
    return f"{front}\n\n# <Unknown> {{words}}\r\n".encode()


def test_files_for_agents_are_published_byte_for_byte_and_are_no_pages(site):
    built = site({**FILES, **{name: agent_text(name) for name in AGENT_FILES}})
    folder = Path(built.outdir)

    published = {name: (folder / name).read_bytes() for name in AGENT_FILES}
    assert published == {name: agent_text(name) for name in AGENT_FILES}
    assert [name for name in AGENT_FILES if (folder / name).with_suffix(".html").exists()] == []
    assert built.warning_lines == []


@pytest.mark.parametrize("name", ["AGENTS", "skills/plants/SKILL"])
def test_a_file_for_agents_that_the_navigation_names_is_a_page(site, name):
    config = {**SITE, "navigation": {"pages": ["index", "guide/start", name]}}
    text = b"---\ntitle: Words\n---\n\nFor all.\n"
    built = site({**FILES, "docs.json": json.dumps(config), f"{name}.md": text})

    assert "For all." in built.text(f"{name}.html")
    assert built.text(f"{name}.md").startswith("> For AI agents")


def test_a_page_in_a_folder_called_skills_is_a_page(site):
    config = {**SITE, "navigation": {"pages": ["index", "guide/start", "skills/about"]}}
    built = site({**FILES, "docs.json": json.dumps(config), "skills/about.mdx": "Words.\n"})

    assert "Words." in built.text("skills/about.html")


def test_what_mintignore_names_is_not_published(site):
    built = site({**FILES, "AGENTS.md": b"Words.", ".mintignore": "AGENTS.md\n"})

    assert not (Path(built.outdir) / "AGENTS.md").exists()
