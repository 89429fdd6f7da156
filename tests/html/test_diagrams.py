"""Diagrams are text, and drawn where the owner of the site has a script for it."""

FENCE = "---\ntitle: T\n---\n\n```mermaid\ngraph TD\n  A --> B\n```\n"
FILES = {"index.mdx": FENCE, "plain.md": "# P\n\nText.\n", "mermaid.min.js": "var mermaid;"}


def names(soup):
    return [one["src"].partition("?")[0].rpartition("/")[2] for one in soup.select("script[src]")]


def test_without_a_script_a_diagram_is_its_text(site):
    built = site({"index.mdx": FENCE})

    assert "A --> B" in built.soup("index").pre.text
    assert "mermaid-diagrams.js" not in names(built.soup("index"))


def test_a_page_with_a_diagram_loads_the_script_of_the_owner_first(site):
    built = site(FILES, conf={"docsjson_mermaid": "mermaid.min.js"})

    loaded = names(built.soup("index"))
    assert loaded.index("mermaid.min.js") < loaded.index("mermaid-diagrams.js")
    assert built.soup("index").select_one(".dj-code-mermaid pre").text == "graph TD\n  A --> B\n"
    assert "mermaid-diagrams.js" not in names(built.soup("plain"))
    assert (built.outdir / "_static" / "mermaid.min.js").read_text() == "var mermaid;"
    assert "```mermaid\ngraph TD" in (built.outdir / "index.md").read_text(encoding="utf-8")


def test_a_script_that_does_not_exist_is_said_and_the_text_stays(site):
    built = site({"index.mdx": FENCE}, conf={"docsjson_mermaid": "gone.js"})

    assert "docsjson_mermaid: there is no file 'gone.js'" in built.warnings
    assert "A --> B" in built.soup("index").pre.text


def test_the_script_beside_docs_json_is_found_without_a_setting(site):
    built = site(FILES)

    assert names(built.soup("index")).count("mermaid.min.js") == 1
    assert "mermaid.min.js" not in names(built.soup("plain"))
