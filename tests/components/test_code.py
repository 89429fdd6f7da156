"""Fences and code groups in pages."""

GROUP = """# Page

<CodeGroup>
```python Python
print("x")
```
```baml
anything
```
</CodeGroup>
"""


def test_the_fences_of_a_group_are_tabs_with_their_titles(site):
    built = site({"index.mdx": GROUP})
    group = built.article("index").select_one(".dj-code-group")

    assert built.warning_lines == []
    assert [tab.text.strip() for tab in group.select("[role=tab]")] == ["Python", "Baml"]
    assert [pre.text.strip() for pre in group.select("pre")] == ['print("x")', "anything"]
    ids = [tab["aria-controls"] for tab in group.select("[role=tab]")]
    assert ids == [panel["id"] for panel in group.select(".dj-panel")]


def test_a_titled_fence_outside_a_group_shows_its_title(site):
    article = site({"index.md": "# Page\n\n```json 200 OK\n{}\n```\n"}).article("index")

    assert article.select_one(".dj-code-header").text.strip() == "200 OK"
    assert article.select_one(".dj-code-block div.highlight pre").text.strip() == "{}"


def test_code_that_does_not_lex_or_has_no_lexer_is_no_warning(site):
    page = "# Page\n\n```json\n{ // ... }\n```\n\n```nosuchlanguage\nx\n```\n"

    assert site({"index.mdx": page}).warning_lines == []


def test_settings_of_a_fence_reach_the_page(site):
    page = "# Page\n\n```python a.py {2} lines wrap nocopy focus=1 icon=rocket\na\nb\n```\n"
    article = site({"index.md": page}).article("index")
    block = article.select_one(".dj-code-block")

    assert {"dj-code-wrap", "dj-code-nocopy"} <= set(block["class"])
    assert block.select_one(".hll").text.strip().endswith("b")
    assert len(block.select(".dj-line-dimmed")) == 1
    assert [number.text.strip() for number in block.select(".linenos")] == ["1", "2"]
    assert block.select_one(".dj-code-header svg")


def test_a_directive_of_myst_is_left_to_myst(site):
    page = "# Page\n\n```{code-block} python\n:caption: By Sphinx\n\nx\n```\n"
    article = site({"index.md": page}).article("index")

    assert article.select_one(".code-block-caption").text.startswith("By Sphinx")


def test_text_of_a_group_that_is_no_code_is_kept(site):
    page = "# Page\n\n<CodeGroup>\nWords.\n\n```py\nx\n```\n</CodeGroup>\n"
    article = site({"index.mdx": page}).article("index")

    assert "Words." in article.text
    assert article.select_one("pre").text.strip() == "x"
