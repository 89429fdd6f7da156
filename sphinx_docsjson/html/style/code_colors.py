"""The one Pygments style of the theme: its colours are custom properties, so both modes share it.

The values are made in :mod:`sphinx_docsjson.site.palette`; each can be read on a code block.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.style import Style
from pygments.token import (
    Comment,
    Error,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Token,
    Whitespace,
)


class DocsjsonStyle(Style):
    """Colours for code: few, calm, and the same in every language."""

    name = "docsjson"
    background_color = "var(--dj-code-bg)"
    highlight_color = "var(--dj-code-highlight)"

    styles: ClassVar = {
        Token: "var(--dj-code-text)",
        Whitespace: "",
        Error: "var(--dj-code-text)",
        Comment: "italic var(--dj-code-comment)",
        Comment.Preproc: "noitalic var(--dj-code-keyword)",
        Keyword: "var(--dj-code-keyword)",
        Keyword.Constant: "var(--dj-code-number)",
        Keyword.Type: "var(--dj-code-type)",
        Operator: "var(--dj-code-text)",
        Operator.Word: "var(--dj-code-keyword)",
        Punctuation: "var(--dj-code-text)",
        Name.Attribute: "var(--dj-code-type)",
        Name.Builtin: "var(--dj-code-function)",
        Name.Builtin.Pseudo: "var(--dj-code-keyword)",
        Name.Class: "var(--dj-code-type)",
        Name.Constant: "var(--dj-code-number)",
        Name.Decorator: "var(--dj-code-function)",
        Name.Exception: "var(--dj-code-type)",
        Name.Function: "var(--dj-code-function)",
        Name.Label: "var(--dj-code-property)",
        Name.Namespace: "var(--dj-code-text)",
        Name.Property: "var(--dj-code-property)",
        Name.Tag: "var(--dj-code-property)",
        Name.Variable: "var(--dj-code-text)",
        Number: "var(--dj-code-number)",
        Literal: "var(--dj-code-number)",
        Literal.Date: "var(--dj-code-string)",
        String: "var(--dj-code-string)",
        String.Doc: "italic var(--dj-code-comment)",
        String.Escape: "var(--dj-code-number)",
        String.Interpol: "var(--dj-code-number)",
        String.Regex: "var(--dj-code-number)",
        Generic.Deleted: "var(--dj-code-deleted)",
        Generic.Inserted: "var(--dj-code-inserted)",
        Generic.Heading: "bold var(--dj-code-text)",
        Generic.Subheading: "bold var(--dj-code-text)",
        Generic.Emph: "italic",
        Generic.Strong: "bold",
        Generic.Prompt: "var(--dj-code-comment)",
        Generic.Output: "var(--dj-code-output)",
        Generic.Traceback: "var(--dj-code-deleted)",
    }
