"""Which file answers a path, as hosts of static sites choose it.

Folders are not listed. What begins with a dot, or lies outside the folder behind a link, is not
there.
"""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_docsjson.cli.live.redirect_rules import RedirectRule, rules_in

MARKDOWN = "text/markdown"
_TYPES = {
    ".md": MARKDOWN,
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".txt": "text/plain",
    ".inv": "application/octet-stream",
}
"""Types of what a site holds; what a machine has registered for them differs."""


@dataclass(frozen=True, kw_only=True)
class HostAnswer:
    """What answers a path: a file, or an address that it leads to.

    :param twins: where the same page stands as Markdown.
    """

    file: Path | None = None
    location: str = ""
    status: int = 200
    twins: tuple[Path, ...] = ()


@dataclass(kw_only=True)
class StaticSite:
    """A folder that is served.

    :param root: the output of a build; it may not be there yet.
    """

    root: Path
    _rules: tuple[tuple[int, int], list[RedirectRule]] = field(default=((0, 0), []), init=False)

    def answer(self, path: str) -> HostAnswer | None:
        """Return what answers a path, decoded and beginning with a slash; else ``None``."""
        rule = next((rule for rule in self.rules() if rule.leads(path) is not None), None)
        try:
            found = self.file_of(path)
        except OSError:  # a name that no file can have
            found = None
        if found is None or (rule is not None and rule.forced):
            if rule is not None:
                return HostAnswer(location=rule.leads(path) or "/", status=rule.status)
            return found
        return found

    def file_of(self, path: str) -> HostAnswer | None:
        """Return the file at a path: itself, with ``.html``, or the index of a folder."""
        name = path.strip("/")
        here = self.root / name
        if not self.is_published(here):
            return None
        if path.endswith("/"):
            if (index := here / "index.html").is_file() and self.is_published(index):
                return self._page(index)
            page = here.with_name(f"{here.name}.html")
            if name and page.is_file() and self.is_published(page):
                return HostAnswer(location=f"/{name}", status=308)
            return None
        if here.is_file():
            return self._page(here) if here.suffix == ".html" else HostAnswer(file=here)
        page = here.with_name(f"{here.name}.html")
        if page.is_file() and self.is_published(page):
            return self._page(page)
        if (here / "index.html").is_file():
            return HostAnswer(location=f"/{name}/", status=308)
        return None

    def _page(self, file: Path) -> HostAnswer:
        twins = [file.with_suffix(".md")]
        if file.name == "index.html" and file.parent != self.root:
            twins.append(file.parent.with_name(f"{file.parent.name}.md"))
        return HostAnswer(file=file, twins=tuple(t for t in twins if self.is_published(t)))

    def is_published(self, path: Path) -> bool:
        """Whether *path* may be answered: inside the folder, also behind links, not hidden."""
        try:
            real, root = path.resolve(), self.root.resolve()
        except (OSError, ValueError, RuntimeError):
            return False
        if not real.is_relative_to(root) or not path.is_relative_to(self.root):
            return False
        parts = (*real.relative_to(root).parts, *path.relative_to(self.root).parts)
        return not any(part.startswith(".") for part in parts)

    def rules(self) -> list[RedirectRule]:
        """Return the rules of ``_redirects``, read again when the file changed."""
        path = self.root / "_redirects"
        try:
            state = path.stat()
            key = (state.st_mtime_ns, state.st_size)
            if key != self._rules[0]:
                self._rules = (key, list(rules_in(path.read_text(encoding="utf-8"))))
        except (OSError, ValueError):
            self._rules = ((0, 0), [])
        return self._rules[1]


def media_type(path: Path) -> str:
    """Return the media type of a file, with its encoding where it is text."""
    found = _TYPES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0]
    found = found or "application/octet-stream"
    is_text = found.startswith("text/") or found in {"application/json", "application/yaml"}
    return f"{found}; charset=utf-8" if is_text else found
