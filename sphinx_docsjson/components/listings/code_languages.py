"""What languages of code are called: by authors, by Pygments and on tabs."""

from __future__ import annotations

from functools import cache

from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound
from sphinx.highlighting import lexer_classes

ALIASES = {
    "apl": "text",
    "asciidoc": "text",
    "code": "text",
    "command": "bash",
    "curl": "bash",
    "dotenv": "bash",
    "env": "bash",
    "gitignore": "text",
    "jinja2": "jinja",
    "json5": "javascript",
    "jsonc": "javascript",
    "jsonl": "json",
    "log": "text",
    "mdx": "markdown",
    "mermaid": "text",
    "node": "javascript",
    "nodejs": "javascript",
    "plain": "text",
    "plaintext": "text",
    "prisma": "graphql",
    "shellscript": "bash",
    "splunk": "text",
    "terminal": "bash",
    "txt": "text",
    "vue": "html",
    "svelte": "html",
    "astro": "html",
    "zsh": "bash",
}
"""Names that authors write and Pygments does not know, or would read more strictly."""

LABELS = {
    "bash": "Bash",
    "c": "C",
    "cpp": "C++",
    "cs": "C#",
    "csharp": "C#",
    "css": "CSS",
    "curl": "cURL",
    "go": "Go",
    "html": "HTML",
    "http": "HTTP",
    "java": "Java",
    "javascript": "JavaScript",
    "js": "JavaScript",
    "json": "JSON",
    "jsx": "JSX",
    "kotlin": "Kotlin",
    "kusto": "Kusto",
    "php": "PHP",
    "py": "Python",
    "python": "Python",
    "ruby": "Ruby",
    "rust": "Rust",
    "sh": "Shell",
    "shell": "Shell",
    "sql": "SQL",
    "swift": "Swift",
    "toml": "TOML",
    "ts": "TypeScript",
    "tsx": "TSX",
    "typescript": "TypeScript",
    "xml": "XML",
    "yaml": "YAML",
    "yml": "YAML",
}
"""What a tab says for a language without a title."""


@cache
def lexer_name(language: str) -> str:
    """Return the Pygments lexer for *language*, and ``text`` when there is none."""
    name = language.strip().lower()
    name = ALIASES.get(name, name)
    if not name:
        return "text"
    if name in lexer_classes or name in {"none", "default", "guess"}:
        return name
    try:
        find_lexer_class_by_name(name)
    except (ClassNotFound, ValueError):
        return "text"
    return name


@cache
def is_alias(language: str) -> bool:
    """Whether authors write *language* and Pygments does not know it."""
    name = language.strip().lower()
    if name not in ALIASES or name in lexer_classes:
        return False
    try:
        find_lexer_class_by_name(name)
    except (ClassNotFound, ValueError):
        return True
    return False
