"""Lexers for languages that Pygments does not know or does not highlight.

Only our theme uses them: :mod:`sphinx_docsjson.html.code` looks them up by the name that the
author wrote.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pygments.filter import Filter
from pygments.lexer import Lexer, RegexLexer, bygroups, default, include, inherit, using
from pygments.lexers import get_lexer_by_name
from pygments.lexers.configs import TOMLLexer
from pygments.lexers.css import CssLexer
from pygments.lexers.data import JsonLexer, YamlLexer
from pygments.lexers.javascript import JavascriptLexer, TypeScriptLexer
from pygments.lexers.shell import BashSessionLexer, PowerShellLexer
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pygments.token import _TokenType

groups: Any = bygroups
inner: Any = using

# Commands of a shell.


class ShellLexer(RegexLexer):
    """Commands with options, values and variables; ``$`` and a blank begin a line as a prompt.

    Pygments' own lexer gives no colour to ``pip install``.
    """

    name = "Shell"
    aliases: ClassVar = ["bash", "sh", "shell", "zsh"]
    url = "https://www.gnu.org/software/bash/manual/"
    tokens: ClassVar = {
        "root": [
            (r"\A#![^\n]*", Comment.Hashbang),
            (r"^([ \t]*)(\$ )", groups(Whitespace, Generic.Prompt)),
            (r"\\\n", String.Escape),
            (r"\s+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r"(?:if|then|elif|else|fi|while|until|do|done|esac|!|\[\[?)(?=[\s;]|\Z)", Keyword),
            (r"(?:for|case|select|in|function|export|local|readonly)(?=\s)", Keyword, "values"),
            (r"([A-Za-z_]\w*)(\+?=)", groups(Name.Property, Operator), "value"),
            (r"\{(?=\s)|\}", Punctuation),
            (r"[&|;]+", Operator),
            (r"\)", Punctuation, "#pop"),
            include("quoted"),
            (r"(?:sudo|env|exec|nohup|command|xargs|npx|time)(?=\s)", Name.Function),
            (r"[^\s;&|<>()\"'`$\\]+", Name.Function, "values"),
            default("values"),
        ],
        "values": [
            (r"\\\n", String.Escape),
            (r"[ \t\r]+", Whitespace),
            (r"\n", Whitespace, "#pop"),
            (r"(?<=\s)#[^\n]*", Comment.Single),
            (r"\d?>>?(?:&\d)?|<<<", Operator),
            (r"[&|;]+", Operator, "#pop"),
            (r"(?<=\s)(--?[A-Za-z0-9?][\w.-]*)(=?)", groups(Name.Tag, Operator)),
            (r"\)", Punctuation, "#pop:2"),
            include("quoted"),
            (r"(?<=[\s=])\d+(?:\.\d+)?(?=[\s;|&)]|\Z)", Number),
            # Words beside each other are one piece.
            (
                (
                    r"[^\s;&|<>()\"'`$\\]+"
                    r"(?:[ \t]+[^\s;&|<>()\"'`$\\#\d-][^\s;&|<>()\"'`$\\]*(?=\s))*"
                ),
                String,
            ),
            (r"[^\n]", Text),
        ],
        "value": [
            (r"\(", Punctuation, ("#pop", "root", "values")),
            include("quoted"),
            (r"[^\s;&|<>()\"'`$\\]+", String),
            default("#pop"),
        ],
        "quoted": [
            (
                r"(<<-?[ \t]*)(['\"]?)([A-Za-z_]\w*)(\2)([^\n]*\n)((?s:.*?))(^[ \t]*\3$|\Z)",
                groups(
                    *(Operator, String.Delimiter, String.Delimiter, String.Delimiter),
                    *(Text, String.Heredoc, String.Delimiter),
                ),
            ),
            (r"\$'(?:[^'\\]|\\.)*'?|'[^']*(?:'|\Z)", String.Single),
            (r'"', String.Double, "double"),
            (r"`[^`]*(?:`|\Z)", String.Backtick),
            (r"\$?\(\(?", Punctuation, "root"),
            (r"\$\{[^}\n]*\}|\$(?:[A-Za-z_]\w*|[\d#@*?!$-])", String.Interpol),
            (r"<[A-Za-z][\w .-]*>", String.Interpol),
            (r"[<>$]", Operator),
            (r"\\.", String.Escape),
        ],
        "double": [
            (r'"', String.Double, "#pop"),
            (r"\$\{[^}\n]*\}|\$[A-Za-z_]\w*", String.Interpol),
            (r"\$\(", Punctuation, "root"),
            (r'(?:[^"\\$]|\\.|\\\n)+|[\\$]', String.Double),
        ],
    }


class PowerLexer(PowerShellLexer):
    """Commands of PowerShell, at the start of lines, pipes and prompts, and their options."""

    _COMMAND = (
        r"((?!(?:if|else|elseif|for|foreach|function|param|return|while|try|catch|finally|switch"
        r"|throw|class|enum)\b)\.{0,2}\\?[A-Za-z][\w.\\:/-]*)(?=[\s;|)]|\Z)"
    )
    tokens: ClassVar = {
        "root": [
            (
                rf"^([ \t]*)((?:PS )?[A-Z]:\\[^\n>]*>|>{{1,2}})([ \t]+)(?:{_COMMAND})?",
                groups(Whitespace, Generic.Prompt, Whitespace, Name.Function),
            ),
            (
                rf"^([ \t]*)(?:(&)([ \t]+))?{_COMMAND}",
                groups(Whitespace, Operator, Whitespace, Name.Function),
            ),
            (rf"([;|])([ \t]*){_COMMAND}", groups(Punctuation, Whitespace, Name.Function)),
            (r"(?<=\s)--?[A-Za-z][\w-]*", Name.Tag),
            (r"(\$[\w:]+)([ \t]*)([-+*/]?=)", groups(Name.Property, Whitespace, Operator)),
            inherit,
        ],
    }


class SessionLexer(BashSessionLexer):
    """What was typed into a terminal and what came back."""

    _innerLexerCls: Any = ShellLexer  # noqa: N815 (Pygments spells it so)


# Requests of HTTP, with or without their version.


class HttpLexer(RegexLexer):
    """A request or a response; a line such as ``GET /users`` is enough."""

    name = "HTTP"
    aliases: ClassVar = ["http"]
    url = "https://www.rfc-editor.org/rfc/rfc9110"
    tokens: ClassVar = {
        "root": [
            (
                r"^([ \t]*)([A-Z]{3,20})([ \t]+)([^\s?]+)(\?\S*)?([ \t]+HTTP/[\d.]+)?",
                groups(
                    *(Whitespace, Keyword, Whitespace, Name.Function, String, Keyword.Constant)
                ),
            ),
            (
                r"^(HTTP/[\d.]+)([ \t]+)(\d{3})([^\n]*)",
                groups(Keyword, Whitespace, Number, String),
            ),
            (
                r"^([ \t]*)([A-Za-z][\w-]*)(:)([^\n]*)",
                groups(Whitespace, Name.Tag, Punctuation, String),
            ),
            (r"^[ \t]*(?:#|//)[^\n]*", Comment.Single),
            (r"^[ \t]*[{\[](?s:.+)\Z", inner(JsonLexer)),
            (r"\s+", Whitespace),
            (r"(?:https?:/)?/[^\s?]+", Name.Function),
            (r"\S+", Text),
        ],
    }


# Schemas: Prisma, GraphQL.


class SchemaLexer(RegexLexer):
    """Types with fields, as Prisma and GraphQL write them, and queries of them."""

    name = "Schema"
    aliases: ClassVar = ["prisma", "graphql"]
    url = "https://spec.graphql.org/"
    tokens: ClassVar = {
        "root": [
            (r"\s+|,", Whitespace),
            (r"//[^\n]*|#[^\n]*", Comment.Single),
            (r'"""(?s:.*?)(?:"""|\Z)', String.Doc),
            (r'"(?:[^"\\\n]|\\.)*"', String),
            (
                (
                    r"(model|enum|type|view|datasource|generator|interface|union|input|scalar|schema"
                    r"|directive|extend|query|mutation|subscription|fragment)([ \t]+)(\w+)"
                ),
                groups(Keyword, Whitespace, Name.Class),
            ),
            (
                (
                    r"(?:query|mutation|subscription|schema|fragment|implements|on|extend|repeatable)\b"
                    r"(?!\s*:)"
                ),
                Keyword,
            ),
            (r"(?:true|false|null)\b", Keyword.Constant),
            (r"-?\d+(?:\.\d+)?\b", Number),
            (r"@@?[\w.]+", Name.Decorator),
            (r"\$\w+", String.Interpol),
            (r"(\w+)(?=\()", Name.Function),
            (r"[A-Z]\w*", Keyword.Type),
            (r"\w+", Name.Property),
            (r"[^\w\s]", Punctuation),
        ],
    }


class ScriptLexer(JavascriptLexer):
    """JavaScript, with the tags of JSX in it, as editors read it."""

    tokens: ClassVar = {
        "root": [
            (r"(?<![\w)\]])(<)([A-Za-z][\w.]*)(?=[\s/>])", groups(Punctuation, Name.Tag), "tag"),
            (r"(</)([A-Za-z][\w.]*)(>)", groups(Punctuation, Name.Tag, Punctuation)),
            inherit,
        ],
        "tag": [
            (r"\s+", Whitespace),
            (r"/?>", Punctuation, "#pop"),
            (r"([\w:-]+)(=?)", groups(Name.Attribute, Operator)),
            (r"\"[^\"]*\"|'[^']*'", String),
            (r"\{", Punctuation, "value"),
            default("#pop"),
        ],
        "value": [
            (r"\{", Punctuation, "#push"),
            (r"\}", Punctuation, "#pop"),
            include("root"),
        ],
    }


# Pages with tags: MDX, and the components of Astro, Svelte and Vue.


class TagsLexer(RegexLexer):
    """Tags whose attributes may hold expressions, around scripts and styles."""

    name = "Tags"
    aliases: ClassVar = ["astro", "svelte", "vue"]
    url = "https://docs.astro.build/en/reference/astro-syntax/"
    tokens: ClassVar = {
        "root": [
            (
                r"\A(---[ \t]*\n)((?s:.*?))(\n---[ \t]*)$",
                groups(Comment.Preproc, inner(TypeScriptLexer), Comment.Preproc),
            ),
            include("markup"),
            (r"[^<{]+", Text),
            (r"[<{]", Text),
        ],
        "markup": [
            (r"<!--(?s:.*?)(?:-->|\Z)|\{/\*(?s:.*?)(?:\*/\}|\Z)", Comment),
            (r"(<)(script)\b", groups(Punctuation, Name.Tag), ("script", "tag")),
            (r"(<)(style)\b", groups(Punctuation, Name.Tag), ("style", "tag")),
            (r"(</?)([A-Za-z][\w.:-]*)", groups(Punctuation, Name.Tag), "tag"),
            (r"</?>", Punctuation),
            (r"\{", Punctuation, "expression"),
        ],
        "script": [
            (r"(?s:.+?)(?=</script|\Z)", inner(TypeScriptLexer), "#pop"),
            default("#pop"),
        ],
        "style": [(r"(?s:.+?)(?=</style|\Z)", inner(CssLexer), "#pop"), default("#pop")],
        "tag": [
            (r"\s+", Whitespace),
            (r"/?>", Punctuation, "#pop"),
            (r"([^\s=<>/{}\"']+)(\s*)(=?)", groups(Name.Attribute, Whitespace, Operator)),
            (r"\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z)|`[^`]*(?:`|\Z)", String),
            (r"\{", Punctuation, "expression"),
            (r"/", Punctuation),
            default("#pop"),
        ],
        "expression": [
            (r"\{", Punctuation, "#push"),
            (r"\}", Punctuation, "#pop"),
            (r"(?<=\{)[#:/@][a-z]+", Keyword),
            (r"/\*(?s:.*?)(?:\*/|\Z)", Comment),
            (r"\"[^\"\n]*\"?|'[^'\n]*'?|`[^`]*(?:`|\Z)", String),
            (r"(</?)([A-Za-z][\w.:-]*)", groups(Punctuation, Name.Tag), "tag"),
            (r"[^{}<\"'`/]+", inner(TypeScriptLexer)),
            (r".", Punctuation),
        ],
    }


class MdxLexer(TagsLexer):
    """Markdown with tags, expressions, imports and front matter."""

    name = "MDX"
    aliases: ClassVar = ["mdx"]
    url = "https://mdxjs.com/docs/what-is-mdx/"

    def _fence(self, match: re.Match[str]) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield a fence, its code in the colours of its language."""
        kinds = (Whitespace, String.Backtick, Keyword.Type, String.Backtick, Text, String.Backtick)
        for group, kind in enumerate(kinds, start=1):
            inner = _lexer_of(match[3].lower()) if group == 5 else None
            if inner is None:
                yield match.start(group), kind, match[group]
            else:
                for at, found, value in inner.get_tokens_unprocessed(match[group]):
                    yield match.start(group) + at, found, value

    tokens: ClassVar = {
        "root": [
            (
                r"\A(---[ \t]*\n)((?s:.*?))(\n---[ \t]*)$",
                groups(Comment.Preproc, inner(YamlLexer), Comment.Preproc),
            ),
            (
                (
                    r"^([ \t]*)(`{3,}|~{3,})(\{?[\w:+#.-]*\}?)([^\n]*\n)((?s:.*?))"
                    r"(^[ \t]*\2[^\n]*$|\Z)"
                ),
                _fence,
            ),
            (r"^(?:import|export)[ \t][^\n]*(?:\n[^\n]+)*", inner(TypeScriptLexer)),
            (r"^#{1,6}[ \t][^\n]*", Generic.Heading),
            (r"^([ \t]*)([-*+]|\d+[.)]|>+)(?=[ \t])", groups(Whitespace, Keyword)),
            include("markup"),
            include("prose"),
        ],
        "prose": [
            (r"(`++)[^`\n]+\1", String.Backtick),
            (r"\*\*[^*\n]+\*\*", Generic.Strong),
            (
                r"(!?\[)([^\[\]\n]*)(\]\()([^()\s]*)(\))",
                groups(Punctuation, Name.Tag, Punctuation, String, Punctuation),
            ),
            (r"\\.", String.Escape),
            (r"[^\n<{`*!\[\\]+|.|\n", Text),
        ],
    }


class PageLexer(MdxLexer):
    """Markdown without expressions: tags of HTML, directives, roles, formulas, front matter."""

    name = "Page"
    aliases: ClassVar = ["md", "markdown"]
    url = "https://commonmark.org/"
    tokens: ClassVar = {
        "root": [
            (
                r"\A(\+{3}[ \t]*\n)((?s:.*?))(\n\+{3}[ \t]*)$",
                groups(Comment.Preproc, inner(TOMLLexer), Comment.Preproc),
            ),
            (
                r"^([ \t]*)(:{3,})(\{[\w:+.-]+\})?([^\n]*)",
                groups(Whitespace, Punctuation, Keyword.Type, String),
            ),
            (
                r"^([ \t]*)(:[A-Za-z][\w-]*:)(?=[ \t]|$)([^\n]*)",
                groups(Whitespace, Name.Attribute, String),
            ),
            (r"<!--(?s:.*?)(?:-->|\Z)", Comment),
            (r"\$\$(?s:[^$]*)\$\$|\$[^\s$][^$\n]*\$", String.Backtick),
            (r"\[\^?[^\[\]\n]+\](?::|(?!\())", Name.Tag),
            (r"\{[\w:+.-]+\}(?=`)|\{%[^\n]*?%\}", Keyword),
            (r"\{", Text),
            (r"^import[ \t]|^export[ \t]", Text),
            (r"(?<!\w)(\*|_)(?=\w)[^*_\n]+\1(?!\w)", Generic.Emph),
            (r"__[^_\n]+__|~~[^~\n]+~~", Generic.Strong),
            (r"https?://[^\s()<>]+", String),
            inherit,
        ],
    }


# Which lexer a language has.

_SHELLS = "bash sh shell zsh shellscript terminal command commandline curl npm npx pnpm yarn redis"
_OWN: Final[dict[str, type[Lexer]]] = {
    **dict.fromkeys(f"{_SHELLS} package-install".split(), ShellLexer),
    **dict.fromkeys(("console", "shell-session", "shellsession", "sh-session"), SessionLexer),
    **dict.fromkeys(("javascript", "js", "mjs", "cjs", "gjs", "node", "nodejs"), ScriptLexer),
    **dict.fromkeys(("markdown", "md", "mdc"), PageLexer),
    **dict.fromkeys(("powershell", "pwsh", "ps1"), PowerLexer),
    **dict.fromkeys(("prisma", "graphql", "gql"), SchemaLexer),
    **dict.fromkeys(("astro", "marko", "svelte", "vue", "vue-html"), TagsLexer),
    "http": HttpLexer,
    "mdx": MdxLexer,
}
_RELATIVES: Final = {
    "bat": "cmd",
    "diff": "git",
    "fortran": "f f95 f03 f08 fortran-free-form",
    "fortranfixed": "f77 fortran-fixed-form",
    "fsharp": "fs",
    "groovy": "gradle nextflow nf",
    "hlsl": "gdshader shader shaderlab",
    "html": "angular-html edge razor soy",
    "html+handlebars": "handlebars hbs",
    "html+jinja": "blade liquid",
    "ini": "env dotenv .env .env.example .env.local",
    "java": "apex",
    "json": "hjson jsonc ndjson",
    "kotlin": "kt kts",
    "kusto": "apl spl splunk",
    "make": "just justfile",
    "objective-c++": "objective-cpp",
    "openscad": "scad",
    "plpgsql": "plsql",
    "postscript": "ps",
    "registry": "reg",
    "ruby": "rbs ruby-signature",
    "rust": "move ron",
    "sass": "styl stylus",
    "scss": "postcss",
    "solidity": "sol",
    "sql": "cql surql surrealql",
    "swift": "cadence cdc pkl",
    "systemverilog": "system-verilog",
    "terraform": "tfvars",
    "typescript": "angular-ts cts glimmer-ts gts lit mts ts-tags tsp typespec vue-vine",
    "typst": "typ",
    "vbnet": "vb",
    "vim": "viml vimscript",
    "vyper": "vy",
    "wast": "wasm",
    "xml": "svg",
    "xslt": "xsl",
}
"""Lexers of Pygments, and languages that they read as well."""

_MEANT: Final = {name: lexer for lexer, names in _RELATIVES.items() for name in names.split()}


@cache
def own_lexer(language: str) -> Lexer | None:
    """Return what colours *language* better than the lexer that Pygments has of that name."""
    if language in _OWN:
        return color_calls(_OWN[language]())
    return color_calls(get_lexer_by_name(_MEANT[language])) if language in _MEANT else None


@cache
def _lexer_of(language: str) -> Lexer | None:
    try:
        return own_lexer(language) or get_lexer_by_name(language)
    except ClassNotFound:
        return None


# Calls: what is in front of a parenthesis is a function, as grammars of editors say.

CALLED: Final = frozenset(
    {
        *(
            "astro",
            "c",
            "cpp",
            "csharp",
            "dart",
            "glsl",
            "go",
            "groovy",
            "java",
            "javascript",
            "jsx",
        ),
        *("kotlin", "objective-c", "php", "python", "rust", "scala", "solidity", "swift", "tact"),
        *("tsx", "typescript", "zig"),
    }
)
"""The first names of lexers that leave a call in the colour of the text."""

_NAMES: Final = frozenset({Name, Name.Other})


class CallFilter(Filter):
    """Names in front of a parenthesis become functions, and the arrow of one a keyword."""

    def filter(
        self, _lexer: Lexer | None, stream: Iterable[tuple[_TokenType, str]]
    ) -> Iterator[tuple[_TokenType, str]]:
        """Yield the tokens of *stream*."""
        name = ""
        kind = Text
        for found, value in stream:
            if name:
                yield Name.Function if value.startswith("(") else kind, name
                name = ""
            if value == "=>":
                yield Keyword, value
            elif found in _NAMES or (found is Text and value.isidentifier()):
                kind, name = found, value
            else:
                yield found, value
        if name:
            yield kind, name


def color_calls(lexer: Lexer) -> Lexer:
    """Return *lexer*, which colours calls from now on where its language has any."""
    if lexer.aliases and lexer.aliases[0] in CALLED:
        lexer.add_filter(CallFilter())
    return lexer
