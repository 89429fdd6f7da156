"""The pages say what the file says, and a difference between them does not stay unseen."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.openapi.truth import TRUTH_FIXTURE
from tests.openapi.truth.building import built
from tests.openapi.truth.check import compared
from tests.openapi.truth.files import Files


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return built(Files(root=TRUTH_FIXTURE), None, tmp_path_factory.mktemp("truth"))


def lines(site: Path, file: Path = TRUTH_FIXTURE) -> list[str]:
    return [str(difference) for difference in compared(Files(root=file), site).found]


def test_the_pages_of_a_description_that_uses_everything_say_what_it_says(site):
    record = compared(Files(root=TRUTH_FIXTURE), site)

    assert list(map(str, record.found)) == []
    assert sum(record.items.values()) > 400


CHANGES = [
    ("type", "pages: {type: [integer, 'null']", "pages: {type: [number, 'null']"),
    ("type", "pages: {type: [integer, 'null']", "pages: {type: integer"),
    ("type", "born: {type: string, format: date}", "born: {type: string, format: time}"),
    ("constraint", "maxLength: 200", "maxLength: 201"),
    ("constraint", "minItems: 1", "minItems: 2"),
    ("constraint", "multipleOf: 0.5", "multipleOf: 0.25"),
    ("constraint", "'^b_[0-9]+$'", "'^b_[0-9]*$'"),
    ("constraint", "items: {type: number, maximum: 9}", "items: {type: number, maximum: 8}"),
    ("constraint", "kind: {const: paid}", "kind: {const: payed}"),
    ("constraint", "dependentRequired: {secret: [notify]}", "dependentRequired: {secret: [plan]}"),
    ("enum", "enum: [front, back]", "enum: [front, back, side]"),
    ("enum", "enum: [front, back]", "enum: [front]"),
    ("meaning of a value", "A long story.", "A short story."),
    ("default", "default: 12.5", "default: 12"),
    ("default", ", default: A1", ""),
    ("required", "required: [title, genre]", "required: [title]"),
    ("required", "in: header\n          required: true", "in: header\n          required: false"),
    ("deprecated", "isbn: {type: string, deprecated: true", "isbn: {type: string"),
    ("deprecated", "deprecated: true\n      servers:", "servers:"),
    ("property", "title: {type: string, maxLength", "heading: {type: string, maxLength"),
    ("property", "id: {type: string, readOnly: true", "id: {type: string, writeOnly: true"),
    ("readOnly", "readOnly: true, ", ""),
    ("patternProperties", "'^x-': {type", "'^y-': {type"),
    ("constraint", "{type: string, description: Any fact.}", "false"),
    ("description", "Any fact.", "Any lie."),
    ("description", "What is lent.", "What is sold."),
    ("description", "Sent in the morning.", "Sent in the evening."),
    ("description", "| Poems | 3     |", "| Poems | 4     |"),
    ("description", "How many there are.", "How few there are."),
    ("summary", "summary: List books", "summary: Count books"),
    ("example", "example: b_7", "example: b_9"),
    ("example", "small* screen., value: 5}", "small* screen., value: 6}"),
    ("example", "usual: {externalValue: 'https", "usual: {externalValue: 'http"),
    ("example", "nobody in the house", "somebody in the house"),
    ("words about an example", "summary: A few,", "summary: A lot,"),
    ("words about an example", "As it **is** made.", "As it **was** made."),
    ("words about an example", "org/copies.json", "org/books.json"),
    ("response example", "pages: 300}", "pages: 301}"),
    ("parameter", "name: seat", "name: chair"),
    ("parameter", "name: seat\n          in: cookie", "name: seat\n          in: query"),
    ("security", "- {card: [], pin: []}", "- {card: []}\n        - {pin: []}"),
    ("security", "        - {}\n", ""),
    ("security fact", "books.read: See books.", "books.read: Look at books."),
    ("server", "https://stock.library", "https://cellar.library"),
    ("server fact", "description: The cellar.", "description: The roof."),
    ("response", "4XX:", "5XX:"),
    ("header", "X-Total:", "X-Sum:"),
    ("media type", "application/problem+json", "application/json"),
    ("link", "          links:\n            member:", "          links:\n            reader:"),
    ("link fact", "$response.body#/next", "$response.body#/last"),
    ("callback", "overdue:", "late:"),
    ("callback", "{$request.body#/notify}", "{$request.body#/call}"),
    ("page", "  arrived:\n", "  left:\n"),
    ("discriminator", "propertyName: kind", "propertyName: sort"),
    (
        "alternatives",
        "- {type: string, format: email}\n",
        "- {type: string}\n                - {}\n",
    ),
    (
        "condition",
        "then: {multipleOf: 5}",
        "then: {multipleOf: 5}\n              else: {maximum: 9}",
    ),
    (
        "cycle",
        "sequel: {$ref: '#/components/schemas/Book'",
        "sequel: {$ref: '#/components/schemas/Person'",
    ),
    ("externalDocs", "/books/search", "/books/find"),
    ("body", "requestBody:\n        required: true", "x-body:\n        required: true"),
    ("required", "requestBody:\n        required: true", "requestBody:\n        required: false"),
    ("request example", "<member><name>Ada", "<member><name>Bob"),
    ("info", "version: 2.1.0", "version: 2.1.1"),
    ("tag", "What can be borrowed.", "What can be bought."),
]


@pytest.mark.parametrize(("kind", "old", "new"), CHANGES)
def test_what_only_the_file_says_is_named(site, tmp_path, kind, old, new):
    text = TRUTH_FIXTURE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "changed.yaml"
    file.write_text(text.replace(old, new), encoding="utf-8")

    assert kind in {line.split(" | ")[2] for line in lines(site, file)}


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("<code>born</code>", "<code>died</code>", "| property | file: born | page: "),
        ("length: at most 200", "length: at most 20", "| page: length: at most 20"),
        ('<span class="dj-field-required">required</span>', "", "| required | file: True"),
        ("Somebody joins.", "Somebody leaves.", "| description | file: Somebody joins."),
        (">204</p>", ">205</p>", "| response | file: 204"),
    ],
)
def test_what_a_page_says_otherwise_is_named(site, tmp_path, old, new, line):
    copy = tmp_path / "html"
    shutil.copytree(site, copy)
    changed = 0
    for page in copy.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        changed += old in text
        page.write_text(text.replace(old, new), encoding="utf-8")
    assert changed

    assert any(line in found for found in lines(copy))


def test_what_only_the_page_says_and_not_its_twin_is_named(site, tmp_path):
    copy = tmp_path / "html"
    shutil.copytree(site, copy)
    (twin,) = copy.rglob("add-a-member.md")
    twin.write_text(twin.read_text(encoding="utf-8").replace("What to call them", ""), "utf-8")

    found = lines(copy)
    assert found
    assert all("-name | twin | file: [" in line and "'them'" in line for line in found)
