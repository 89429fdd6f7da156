"""A warning says what its reader has to mend; what we put right ourselves is said as info."""

from __future__ import annotations

import ast
from pathlib import Path

import sphinx_docsjson
from sphinx_docsjson.warnings import Warn

PACKAGE = Path(sphinx_docsjson.__file__).parent

MENDED_BY_THE_READER = {
    "CONFIG": "a field has no effect, and the reader meant it to have one",
    "THEME_OPTION": "an option has no effect",
    "NAV_PAGE": "an entry of the navigation is left out, or stands twice",
    "PART": "a part of a site is left out, or the whole site is not made",
    "GENERATED_PAGE": "one of two pages is left out",
    "ICON": "an icon is left out",
    "REPOSITORY": "buttons that are asked for are left out",
    "MATH": "a formula is shown as it is written",
    "URL": "a link, an image or an embedded page is left out",
    "TAG": "a tag is shown as text, or ends where we guess",
    "EXPRESSION": "an expression is shown as text, or its attribute is left out",
    "FRONT_MATTER": "front matter is read as text, or a field of it has no effect",
    "ENCODING": "letters are read by a guess, or lost",
    "NESTING": "what is nested too deeply is shown as it is written",
    "SNIPPET": "what is imported is left out",
    "IMAGE": "an image or a file is left out",
    "LINK": "a link is only its text",
    "ANCHOR": "a link leads to the top of a page",
    "REDIRECT": "an old address leads nowhere",
    "OPENAPI_FILE": "a specification is left out, or one of two things that it says",
    "OPENAPI_VERSION": "a specification is left out",
    "OPENAPI_REF": "what is referred to is left out",
    "OPENAPI_SCHEMA": "a part of a specification means nothing to other programs",
    "OPENAPI_OVERLAY": "an overlay has no effect",
    "OPENAPI_OPERATION": "a page has no operation",
    "OPENAPI_REFERENCE": "a link is only its text, or leads to one of several",
    "OPENAPI_DIRECTIVE": "a part of an API is left out, or an option has no effect",
    "OPENAPI_EXAMPLE": "an example misleads",
    "OPENAPI_DEFAULT": "a default misleads",
    "OPENAPI_DUPLICATE": "one of two things of a name is left out",
    "OPENAPI_LINK": "a link of a response leads nowhere",
    "OPENAPI_PARAMETER": "a parameter of a path has no place or no value",
    "OPENAPI_REQUEST": "a request that is shown does not work",
    "OPENAPI_BREAKING": "clients of an API break; said when it is asked for",
    "OPENAPI_REMOTE": "a specification is not read",
    "DRIFT_NAME": "a page says a name that is gone; said when it is asked for",
    "DRIFT_SAMPLE": "readers copy code that does not parse; said when it is asked for",
    "DRIFT_OPTION": "a page leaves out an option; said when it is asked for",
    "DRIFT_VERSION": "readers install an old version; said when it is asked for",
    "SDK": "the reference of an SDK is left out",
    "ATTRIBUTE": "an attribute has no effect",
    "BUDGET": "what a page multiplies ends where it is too much",
    "FAILED": "a page goes without a part, until our mistake is reported and mended",
    "FILE_GONE": "a file that was taken away is left out",
    "PAGE": "a page is empty, or another one of its name is read in its place",
    "SYNTAX": "what another tool reads is shown as text, or words are left out",
    "PARENT": "a component looks otherwise than meant",
    "FRONT_MATTER_MISSING": "a convention that the reader asked for",
    "HEADING_ONE": "a convention that the reader asked for",
    "IMAGE_FRAME": "a convention that the reader asked for",
    "IMAGE_ALT": "a convention that the reader asked for",
    "LINK_TEXT": "a convention that the reader asked for",
    "SECRET": "a convention that the reader asked for",
    "EXAMPLE_PLACE": "a convention that the reader asked for",
    "AGENT_LLMS_TXT_EXISTS": "a check for agents that the reader asked for",
    "AGENT_LLMS_TXT_VALID": "a check for agents that the reader asked for",
    "AGENT_LLMS_TXT_SIZE": "a check for agents that the reader asked for",
    "AGENT_LLMS_TXT_LINKS_RESOLVE": "a check for agents that the reader asked for",
    "AGENT_LLMS_TXT_COVERAGE": "a check for agents that the reader asked for",
    "AGENT_LLMS_TXT_DIRECTIVE_HTML": "a check for agents that the reader asked for",
    "AGENT_LLMS_TXT_DIRECTIVE_MD": "a check for agents that the reader asked for",
    "AGENT_MARKDOWN_URL_SUPPORT": "a check for agents that the reader asked for",
    "AGENT_MARKDOWN_LINK_PORTABILITY": "a check for agents that the reader asked for",
    "AGENT_PAGE_SIZE_MARKDOWN": "a check for agents that the reader asked for",
    "AGENT_PAGE_SIZE_TRANSFER": "a check for agents that the reader asked for",
}
"""What is lost, or wrong, until the reader mends it."""

PUT_RIGHT_BY_US = {
    "COLOR": "another shade of the colour is used, which can be read",
    "OPENAPI_REMAINS": "a page shows its method and path; what is missing is a warning of its own",
}


def calls():
    """Yield the name of the function and the kind of each call that says something."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if not named or node.func.id not in {"warn", "remark"} or not node.args:
                continue
            kind = node.args[0]
            if isinstance(kind, ast.Attribute):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node.func.id, kind.attr


def test_each_kind_says_what_its_reader_mends_or_what_we_put_right():
    """A new kind gets its row in one of the two tables, and so somebody has asked."""
    assert set(MENDED_BY_THE_READER) | set(PUT_RIGHT_BY_US) == {kind.name for kind in Warn}
    assert not set(MENDED_BY_THE_READER) & set(PUT_RIGHT_BY_US)


def test_what_we_put_right_is_no_warning_and_what_the_reader_mends_is_one():
    said = list(calls())

    wrong = [place for place, way, kind in said if (way == "remark") != (kind in PUT_RIGHT_BY_US)]
    assert wrong == []
    assert len(said) > 40


def test_a_colour_that_is_put_right_lets_a_build_pass_with_warnings_as_errors(site):
    built = site(
        {"index.md": "---\ntitle: Home\n---\n\nText.\n"},
        config={"colors": {"primary": "#ff8800"}},
    )

    assert built.warning_lines == []
