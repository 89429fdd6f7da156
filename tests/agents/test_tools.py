"""What the tools say of a documentation that was built: ours."""

from __future__ import annotations

import re

import pytest

from sphinx_docsjson.ext.agents.documentation import (
    MOST_CHARACTERS,
    NoAnswer,
    cut,
    headings_of,
    object_below,
)
from sphinx_docsjson.ext.agents.server import documentation_of, make_server
from sphinx_docsjson.ext.agents.tools import DocumentationTools, declared_tools
from tests.agents.asking import HANDSHAKE, STATELESS, Refused, asked, tools_over

CALLS = (
    ("search", {"query": "how do I redirect a page", "limit": 3}),
    ("read_page", {"page": "start/quickstart"}),
    (
        "read_page",
        {
            "page": "https://docs.example.com/en/pages/redirects.html",
            "section": "What the build writes",
        },
    ),
    ("list_pages", {"under": "Publish"}),
    ("read_operation", {"operation": "POST /orders"}),
    ("read_schema", {"name": "Plant"}),
    ("read_object", {"name": "brewing.Recipe.scaled"}),
    ("read_page", {"page": "start/quickstrat"}),
)
WANTED = (
    r"(?m)^- pages/redirects \(Redirects\) in Documentation › Write pages\n  - ",
    r"^# Quickstart\n\nSource: start/quickstart\.md\n",
    r"^## What the build writes\n\n- A page at each old address",
    r"^## (?:Documentation: )?Publish\n\n- publish/hosting \(Hosting\): Publish the site",
    r"^# Place an order\n\nSource: api-reference/orders/place-an-order\.md\n[^~]*\*\*POST\*\*",
    r'^`Plant` in api/plant-store\.yaml:\n\n```json\n\{\n "type": "object",[^~]*Refers to `Light`',
    r"^py:method `brewing\.Recipe\.scaled`\n\n#### `scaled\(factor: float\)[^~]*\nSource: sphinx",
    r"^There is no page 'start/quickstrat'; did you mean start/quickstart\?$",
)


@pytest.mark.parametrize("revision", [STATELESS, HANDSHAKE])
def test_each_tool_answers_the_official_client_in_both_revisions(docs_folder, revision):
    one = {"": documentation_of(docs_folder)}
    server = make_server(DocumentationTools(known=lambda: one))

    tools, said = asked(server, revision, *CALLS)

    assert [tool.name for tool in tools] == [tool["name"] for tool in declared_tools()]
    for answer, wanted in zip(said, WANTED, strict=True):
        assert re.search(wanted, answer), answer[:600]
    assert [isinstance(answer, Refused) for answer in said] == [False] * 7 + [True]


@pytest.mark.parametrize("tool", [tool["name"] for tool in declared_tools()])
@pytest.mark.parametrize("value", [None, "", "../../etc/passwd", 7, "\0", "a" * 5000, ["x"]])
def test_a_question_that_makes_no_sense_gets_one_sentence(docs_folder, tool, value):
    tools = tools_over(docs_folder)
    schema = next(each for each in declared_tools() if each["name"] == tool)["inputSchema"]
    given = dict.fromkeys(schema["properties"], value)
    try:
        said = tools.call(tool, given)
    except NoAnswer as error:
        said = str(error)

    assert said.strip()
    assert "root:" not in said
    assert len(said) <= MOST_CHARACTERS + 10_000


def test_a_long_page_is_cut_at_a_line_and_names_what_is_left():
    text = "# Long\n\n## One\n\n" + "words and words\n" * 4000 + "\n## Two\n\nEnd\n"

    assert cut("short") == "short"
    assert cut(text).endswith("Ask for one section of them: Two]\n")
    assert len(cut(text)) < MOST_CHARACTERS + 200


def test_an_object_is_found_below_its_class_and_not_in_code():
    text = (
        "# API\n\n```\n### `acme.Client`\n```\n\n### `class acme.Client(key: str)`\n\nClient.\n\n"
        "#### `get(path: str)`\n\nGets.\n\n### `class acme.Other`\n\n#### `get()`\n\nOther.\n\n"
        "### `int acme::count(int n)`\n\nCounts.\n"
    )
    headings = list(headings_of(text))

    assert object_below(text, headings, "acme.Client.get").startswith("#### `get(path: str)`")
    assert object_below(text, headings, "acme.Other.get") == "#### `get()`\n\nOther.\n"
    assert object_below(text, headings, "acme::count").endswith("Counts.\n")
    assert object_below(text, headings, "acme.Client.key") == ""
