"""What the sources of a site hold, counted without the code that is measured."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

FENCE = re.compile(
    r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})[^\n]*\n(?:.*?\n)??[ \t>]*\1[`~]*[ \t]*$"
    r"|^[ \t>]*(?:[-*+][ \t]+)?(?:`{3,}|~{3,})[^`\n]*\n.*\Z",
    re.MULTILINE | re.DOTALL,
)
COMMENT = re.compile(r"\{/\*.*?\*/\s*\}|<!--.*?-->|^\[//\]: #[^\n]*$", re.DOTALL | re.MULTILINE)
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\1(?!`)", re.DOTALL)
QUOTED = re.compile(r"=\s*(\"[^\"]*\"|'[^'\n]*')")
TAG = re.compile(r"<([A-Z][A-Za-z]*)(?=[\s/>])")
IMPORT = re.compile(r"^import\s+(?:(\w+)|\{([^}]*)\})\s+from\s+['\"]([^'\"]+)['\"]", re.MULTILINE)
IMAGE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)\s>]+)|<img\b[^>]*?\bsrc=[\"']([^\"']+)", re.DOTALL)


def plain(text: str) -> str:
    """Return *text* without code and comments."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    without = COMMENT.sub("", FENCE.sub("", text))
    return CODE_SPAN.sub("", without)


class Sources:
    """The pages of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._counts: dict[Path, Counter[str]] = {}

    def path(self, docname: str) -> Path | None:
        """Return the file of a page, or ``None``."""
        for suffix in (".mdx", ".md", ".rst"):
            path = self.folder / f"{docname}{suffix}"
            if path.is_file():
                return path
        return None

    def text(self, docname: str) -> str:
        """Return the text of a page."""
        path = self.path(docname)
        return path.read_text(encoding="utf-8", errors="replace") if path else ""

    def components(self, path: Path) -> Counter[str]:
        """Return how often each component stands on a page, those of its snippets included."""
        if path in self._counts:
            return self._counts[path]
        self._counts[path] = Counter()
        text = path.read_text(encoding="utf-8", errors="replace")
        visible = QUOTED.sub('=""', plain(text))
        counts: Counter[str] = Counter()
        snippets = self._snippets(text, path)
        for name in TAG.findall(visible):
            if name in snippets:
                counts += self.components(snippets[name])
            else:
                counts[name] += 1
        for file in re.findall(r"<Snippet\s+file=[\"']([^\"']+)", plain(text)):
            found = next(
                (
                    self.folder / base / file
                    for base in ("snippets", "_snippets")
                    if (self.folder / base / file).is_file()
                ),
                None,
            )
            if found:
                counts += self.components(found)
        self._counts[path] = counts
        return counts

    def _snippets(self, text: str, path: Path) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for name, named, target in IMPORT.findall(FENCE.sub("", text)):
            base = self.folder / target.lstrip("/") if target[:1] == "/" else path.parent / target
            if base.is_file():
                for one in [name] if name else [n.strip() for n in named.split(",")]:
                    found[one] = base
        return found

    def is_api(self, docname: str) -> bool:
        """Whether a page is made of a specification, so that its components are not its own."""
        front = self.text(docname).partition("---\n")[2].partition("\n---")[0]
        return re.search(r"^(?:openapi|api|asyncapi)\b", front, re.MULTILINE) is not None

    def images(self, docname: str) -> list[str]:
        """Return the local images that a page shows."""
        found = [a or b for a, b in IMAGE.findall(plain(self.text(docname)))]
        return [s for s in found if not re.match(r"[a-z]+:|//", s)]
