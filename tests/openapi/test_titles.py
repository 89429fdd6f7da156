"""A title says what an operation is in one line; what it leaves out stands on the page."""

from __future__ import annotations

import pytest

from sphinx_docsjson.ext.openapi.model.api import LONG, Operation, short_title

LONG_WORDS = "a fairly long sentence that goes on and on about what it does" + 5 * " in detail"


@pytest.mark.parametrize(
    ("summary", "title"),
    [
        ("List orders", "List orders"),
        ("List orders.", "List orders."),
        ("Get one. Be quick.", "Get one. Be quick."),
        ("Get `user_id` of [a **user**](https://a.example/x)", "Get user_id of a user"),
        ("Read _search of /a/*/b", "Read _search of /a/*/b"),
        ("1. Create", "1. Create"),
        ("Less < more & so on", "Less < more & so on"),
        ("A <b>bold</b> move", "A bold move"),
        ("## Create\n\nMakes a thing.", "Create"),
        ("Two\n  lines", "Two lines"),
        (f"List orders. It is {LONG_WORDS}.", "List orders"),
        (f"List orders, e.g. Those of {LONG_WORDS}", "List orders, e.g. Those of a fairly"),
        ("x" * 300, "x" * LONG + "…"),
    ],
)
def test_a_summary_is_a_title(summary, title):
    assert short_title(summary).startswith(title)
    assert len(short_title(summary)) <= LONG + 1


@pytest.mark.parametrize(
    ("summary", "description", "about"),
    [
        ("List", "All of them.", "All of them."),
        ("Get **all** of `it`", "All.", "All."),
        ("Get <i>it</i>", "All.", "Get <i>it</i>\n\nAll."),
        ("See [it](https://a.example)", "All.", "See [it](https://a.example)\n\nAll."),
        (f"One. It is {LONG_WORDS}", "", f"One. It is {LONG_WORDS}"),
        ("See [it](https://a.example)", "See [it](https://a.example) now.", None),
        ("", "All.", "All."),
    ],
)
def test_what_the_title_leaves_out_stands_before_the_description(summary, description, about):
    operation = Operation(
        spec="a", method="GET", path="/a", summary=summary, description=description
    )

    assert operation.about == (description if about is None else about)


def test_an_operation_without_a_summary_is_called_by_its_path():
    assert Operation(spec="a", method="GET", path="/a").title == "GET /a"
    assert Operation(spec="a", method="POST", path="a", kind="webhook").title == "a"


@pytest.mark.parametrize(
    ("summary", "title"),
    [
        ("An order is made", "An order is made"),
        ("This happens.\n\nSee [it](https://a.b).", "made"),
    ],
)
def test_a_webhook_is_called_by_its_name_when_its_summary_is_a_text(summary, title):
    webhook = Operation(spec="a", method="POST", path="made", kind="webhook", summary=summary)

    assert webhook.title == title
