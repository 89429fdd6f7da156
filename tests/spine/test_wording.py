"""A message is one line, quotes little, and shows no secret."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sphinx_docsjson
from sphinx_docsjson.base.messages import MAX_LENGTH, MAX_QUOTED, one_line

PACKAGE = Path(sphinx_docsjson.__file__).parent

TEMPLATES = [
    lambda text: f"<Card>: href={text!r} is left out: 'file:' is not allowed in a link.",
    lambda text: (
        f'the attribute "icon" of <{text}> is left out: nothing defines the name {text!r}.'
    ),
    lambda text: f"{{{text}}} uses the name x, which is not defined; shown as text.",
    lambda text: f"no page or file {text!r}; the link stays as it is. Did you mean '/{text!r}'?",
    lambda text: f"the page '/a' has no anchor '#{text}'. Did you mean `{text}`?",
]

SECRETS = [
    "AKIA" + "QWERTYUIOPASDFGH",
    "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2",
    "sk-proj-" + "a1B2c3D4e5F6g7H8i9J0",
    "sk_live_" + "a1B2c3D4e5F6g7H8",
    "xoxb-" + "123456789012-abcdefghij",
    "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0In0.abcDEF123",
    'apiKey: "' + "hunter2hunter2",
    "password=" + "correct-horse-battery",
    "https://me:" + "s3cr3tpass@example.org/x",
    "Authorization: Bearer " + "abcdef0123456789",
    "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEabc\nabc\n",
]


@given(st.text(max_size=2000), st.sampled_from(TEMPLATES))
def test_a_message_is_one_line_whatever_it_quotes(text, template):
    line = one_line(template(text))

    assert len(line.splitlines()) == 1
    assert line.isprintable() or not text.isprintable()
    assert len(line) <= MAX_LENGTH


@given(
    st.lists(st.sampled_from(["Ж", "ЖЖЖЖЖЖЖЖ" * 9, " ", "\n", "'", '"', "{", "}", "\\", "<"])).map(
        "".join
    ),
    st.sampled_from(TEMPLATES[:3]),
)
def test_a_message_shows_little_of_what_it_quotes(text, template):
    assert one_line(template(text)).count("Ж") <= MAX_QUOTED


def test_a_whole_file_in_a_message_stays_outside():
    line = one_line(f"this cannot be read: {'word ' * 300_000}; write less")

    assert len(line) <= MAX_LENGTH
    assert line.startswith("this cannot be read: word")
    assert line.endswith("; write less")


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("template", TEMPLATES[:3])
def test_no_message_shows_a_secret(secret, template):
    value = "s3cr3t" if "@" in secret else secret[-12:]

    assert value not in one_line(template(f"a {secret} b"))


@pytest.mark.parametrize(
    "message",
    [
        "the navigation names the page 'api/authentication/tokens', which does not exist",
        "docsjson_conventions: there is no convention 'a'; the conventions are: all, secret",
        "colors.primary: text in #0d9373 cannot be read on the light background",
        "set html_context = {'github_user': …, 'github_repo': …} in conf.py (or with gitlab_)",
        "use a placeholder such as <API_KEY>, and revoke the secret if it is real",
        "the page's title isn't 'a' but 'b'; token: {token} and $API_KEY are fine",
        "C:\\\\new\\\\table.json cannot be read",
        f"the example of GET /ips/{{ip}} {'does not fit ' * 20}at /next, nor PUT /ips/{{ip}}",
    ],
)
def test_an_ordinary_message_stays_as_it_is(message):
    assert one_line(message) == message


def test_an_expression_of_many_lines_costs_one_line(site):
    page = (
        '---\ntitle: Home\n---\n\n<Card title="A" icon={\n  things.map((x) => {\n'
        "    return <B/>\n  })\n}>text</Card>\n\n{\n  first(),\n  "
        + "second(),\n  " * 80
        + "\n  key = 'sk-"
        + "abcdefghijklmnop1234'\n}\n"
    )
    built = site({"index.mdx": page})

    assert len(built.warning_lines) == 2
    assert all(line.startswith("index.mdx:") for line in built.warning_lines)
    assert all(line.endswith("[docsjson.expression]") for line in built.warning_lines)
    assert all(len(line) < 400 for line in built.warning_lines)
    assert "abcdefgh" not in built.warnings


def test_a_message_names_no_file_of_our_repository():
    """Its reader has none of them: a message says itself what to do."""
    named = []
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said_of_code = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        named += [
            f"{path.relative_to(PACKAGE)}:{node.lineno}: {page[0]}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if id(node) not in said_of_code
            if (page := re.search(r"\bdocs/[\w/-]{1,80}\.(?:md|rst)\b", node.value))
        ]

    assert named == []
