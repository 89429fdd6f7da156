"""The shortest path from docs.json to a page."""


def test_a_folder_with_docs_json_and_no_conf_py_builds(site):
    built = site({"index.md": "# Hello\n\nWorld.\n"})

    assert built.warning_lines == []
    assert "Hello" in built.soup("index").text
    assert built.soup("index").title.text == "Hello — Test site"
