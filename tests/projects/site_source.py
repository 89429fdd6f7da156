"""What the source of a site holds, read without the code that is measured."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_OPERATION = re.compile(
    rf"^(?:\"|')?(?:(?P<file>\S+)\s+)?(?P<method>{'|'.join(METHODS)}|webhook)\s+(?P<path>\S+)",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(
    r"\]\(\s*<?([^)\s>]+)|\bhref=\{?[\"'`]([^\"'`{}$]+)[\"'`]|^\[[^\]]+\]:\s*(\S+)", re.M
)
_EXTERNAL = re.compile(r"[a-z][a-z0-9+.-]*:|//|#|\?", re.IGNORECASE)
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})[ \t]*([\w-]*)")
_TOOL = re.compile(r"^\.|\.(?:config|conf|test|spec)\.|^(?:gulpfile|gruntfile|sidebars)\.")
_MODULE = re.compile(r"^\s*(?:import\b(?!\s*\()|export\b|module\.exports)|\brequire\(|^#!", re.M)
_FOR_AGENTS = re.compile(r"<Visibility\s+for=[\"']agents[\"']>.*?</Visibility>", re.S)
_OWN = re.compile(r"^export\s+(?:default\s+)?(?:const|function|let|var)\s+([A-Z]\w*)", re.M)
_IMPORTED = re.compile(r"^import\s+(.+?)\s+from\s+['\"]([^'\"]+)['\"]", re.M | re.S)
_LETTERS = re.compile(r"[\W_]+")

_CODE = re.compile(
    r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})[^\n]*\n(?:.*?\n)??[ \t>]*\1[`~]*[ \t]*$"
    r"|^[ \t>]*(?:[-*+][ \t]+)?(?:`{3,}|~{3,})[^`\n]*\n.*\Z",
    re.MULTILINE | re.DOTALL,
)
_COMMENT = re.compile(r"\{/\*.*?\*/\s*\}|<!--.*?-->|^\[//\]: #[^\n]*$", re.DOTALL | re.MULTILINE)
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\1(?!`)", re.DOTALL)
_QUOTED = re.compile(r"=\s*(\"[^\"]*\"|'[^'\n]*')")
_TAG = re.compile(r"<([A-Z][A-Za-z]*)(?=[\s/>])")
_SNIPPET = re.compile(r"<Snippet\s+file=[\"']([^\"']+)")

Operation = tuple[str, str]
"""A method in capitals, and a path."""


def plain(text: str) -> str:
    """Return *text* without code and comments."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CODE_SPAN.sub("", _COMMENT.sub("", _CODE.sub("", text)))


def letters(text: str) -> str:
    """Return what remains of *text* whatever an address does to the marks in it."""
    return _LETTERS.sub("", unquote(text)).lower()


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link that an author wrote.

    :param target: the path from the root of the site, without an extension of pages.
    :param kind: ``page``, ``file``, ``redirect`` or ``generated``; ``dead`` for nothing of these.
    :param destination: where a redirect leads, up to what depends on the old path.
    """

    page: str
    written: str
    target: str
    kind: str
    destination: str = ""


@dataclass
class Navigation:
    """What the configuration lists."""

    pages: list[str] = field(default_factory=list)
    operations: list[tuple[str, Operation]] = field(default_factory=list)
    whole: list[str] = field(default_factory=list)


class Site:
    """A folder with a docs.json or mint.json."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._counts: dict[Path, Counter[str]] = {}
        found = next(
            (folder / name for name in ("docs.json", "mint.json") if (folder / name).is_file()),
            None,
        )
        if found is None:
            raise FileNotFoundError(f"{folder}: no docs.json or mint.json")
        self.config = self._read(found)

    def _read(self, path: Path) -> Any:
        value = json.loads(path.read_text(encoding="utf-8-sig"))
        return self._followed(value, path.parent)

    def _followed(self, value: Any, folder: Path) -> Any:
        if isinstance(value, list):
            return [self._followed(each, folder) for each in value]
        if not isinstance(value, dict):
            return value
        named = value.get("$ref")
        if isinstance(named, str):
            base = self.folder if named.startswith("/") else folder
            path = base / named.lstrip("/")
            if path.is_file():
                return self._read(path)
        return {key: self._followed(each, folder) for key, each in value.items()}

    # Pages and what they say.

    @cached_property
    def pages(self) -> dict[str, Path]:
        """Return the page of each path from the root."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            if path.suffix in {".mdx", ".md"} and "node_modules" not in path.parts:
                found[path.relative_to(self.folder).with_suffix("").as_posix()] = path
        return found

    def text(self, page: str) -> str:
        """Return the text of a page without its front matter."""
        return _FOR_AGENTS.sub("", self._split(page)[1])

    def front_matter(self, page: str) -> str:
        """Return the front matter of a page as it is written."""
        return self._split(page)[0]

    def _split(self, page: str) -> tuple[str, str]:
        path = self.pages.get(page)
        text = path.read_text(encoding="utf-8", errors="replace") if path else ""
        front = re.match(r"---[ \t]*\r?\n.*?\n---[ \t]*(?:\r?\n|$)", text, re.S)
        return (front[0], text[front.end() :]) if front else ("", text)

    def imported(self, page: str) -> set[Path]:
        """Return the files of the site that a page imports, and those that they import."""
        found: set[Path] = set()
        waiting = [(self.pages[page], self.text(page))]
        while waiting:
            path, text = waiting.pop()
            for _names, named in _IMPORTED.findall(text):
                base = self.folder if named.startswith("/") else path.parent
                for end in ("", ".jsx", ".tsx", ".mdx", ".js"):
                    file = (base / f"{named.lstrip('/')}{end}").resolve()
                    if file.is_file() and file not in found:
                        found.add(file)
                        waiting.append((file, file.read_text("utf-8", errors="replace")))
        return found

    def front(self, page: str, name: str) -> str:
        """Return a field of front matter as it is written."""
        found = re.search(rf"^{name}:[ \t]*(.+)$", self.front_matter(page), re.M)
        return found[1].strip().strip("\"'") if found else ""

    @cached_property
    def navigation(self) -> Navigation:
        """Return what the navigation lists."""
        found = Navigation()
        self._walk(self.config.get("navigation", []), found)
        return found

    def _walk(self, node: Any, found: Navigation) -> None:
        if isinstance(node, str):
            if operation := operation_of(node):
                found.operations.append(operation)
            else:
                found.pages.append(node.strip("/").removesuffix(".mdx").removesuffix(".md"))
        elif isinstance(node, list):
            for each in node:
                self._walk(each, found)
        elif isinstance(node, dict):
            below = Navigation()
            for key, each in node.items():
                inside = isinstance(each, (list, dict)) or key == "root"
                if inside and key not in {"openapi", "asyncapi", "global"}:
                    self._walk(each, below)
            named = below.operations or any(self.front(page, "openapi") for page in below.pages)
            if not node.get("hidden"):
                found.pages += below.pages
                found.operations += below.operations
                found.whole += below.whole
                if not named and not below.whole:
                    found.whole += sources_of(node.get("openapi"))

    # Descriptions.

    @cached_property
    def descriptions(self) -> dict[str, Any]:
        """Return the OpenAPI files of the folder, by path."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            described = path.suffix in {".json", ".yaml", ".yml"} and path.is_file()
            if not described or "node_modules" in path.parts:
                continue
            text = path.read_text(encoding="utf-8-sig", errors="replace")
            if not re.search(r"^\s*[\"']?(?:openapi|swagger)[\"']?\s*:", text, re.M):
                continue
            try:
                value = json.loads(text)
            except ValueError:
                try:
                    value = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
                except yaml.YAMLError:
                    continue
            if isinstance(value, dict) and ("openapi" in value or "swagger" in value):
                found[path.relative_to(self.folder).as_posix()] = value
        return found

    def operations_of(self, named: str) -> dict[Operation, dict[str, Any]] | None:
        """Return the operations of the description called *named*, if there is one."""
        wanted = named.strip("/").removeprefix("./")
        for path, value in self.descriptions.items():
            if path == wanted or path.endswith(f"/{wanted}"):
                return operations_in(value)
        return None

    @cached_property
    def all_operations(self) -> set[Operation]:
        """Return the operations of every description."""
        return {each for value in self.descriptions.values() for each in operations_in(value)}

    @cached_property
    def generated(self) -> set[str]:
        """Return the letters of the names that generated pages may have."""
        found = set()
        for value in self.descriptions.values():
            for (method, path), operation in operations_in(value).items():
                without = re.sub(r"\{[^}]*\}", "", path)
                texts = (operation.get("summary"), operation.get("operationId"))
                found |= {letters(text) for text in texts if isinstance(text, str)}
                found |= {letters(f"{method}{each}") for each in (path, without)}
            for name, hook in (value.get("webhooks") or {}).items():
                found.add(letters(str(name)))
                for operation in hook.values() if isinstance(hook, dict) else ():
                    if isinstance(operation, dict):
                        found.add(letters(str(operation.get("summary"))))
        return found - {""}

    @cached_property
    def directories(self) -> set[str]:
        """Return where generated pages stand; an empty text is the platform's own choice."""
        found: set[str] = set()
        waiting: list[Any] = [self.config]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                if (given := value.get("openapi")) is not None:
                    directory = given.get("directory") if isinstance(given, dict) else None
                    found.add(str(directory or "").strip("/"))
                waiting += value.values()
            elif isinstance(value, list):
                waiting += value
        return found or {""}

    def expected_operations(self, built: set[str]) -> dict[Operation, str]:
        """Return the operations that readers of the site can find, and what says so."""
        found: dict[Operation, str] = {}
        for _file, operation in self.navigation.operations:
            if operation in self.all_operations:
                found[operation] = "navigation"
        for page in self.navigation.pages:
            named = self.pages.get(page) and operation_of(
                self.front(page, "openapi") or self.front(page, "api")
            )
            if named and page in built:
                found[named[1]] = page
        for name in self.navigation.whole:
            for operation, value in (self.operations_of(name) or {}).items():
                if not any(value.get(f"x-{word}") for word in ("hidden", "excluded", "internal")):
                    found.setdefault(operation, name)
        return found

    # Links.

    @cached_property
    def redirects(self) -> list[tuple[re.Pattern[str], str]]:
        """Return a pattern of old paths and where they lead, for each redirect."""
        found = []
        for each in self.config.get("redirects") or ():
            if isinstance(each, dict) and each.get("source"):
                path = "/" + str(each["source"]).strip("/")
                parts = re.split(r"(:\w+\*?|\*)", path)
                pattern = "".join(
                    (".*" if part.endswith("*") else "[^/]+") if number % 2 else re.escape(part)
                    for number, part in enumerate(parts)
                )
                found.append((re.compile(pattern), str(each.get("destination", ""))))
        return found

    def links(self, page: str) -> Iterator[Link]:
        """Yield the internal links of a page to other places."""
        text = _PICTURE.sub("", plain(self.text(page)))
        for match in _LINK.finditer(text):
            written = next(group for group in match.groups() if group is not None)
            if _EXTERNAL.match(written):
                continue
            path = unquote(re.split(r"[?#]", written)[0])
            if not path.startswith("/"):
                path = posixpath.join("/", posixpath.dirname(page), path)
            target = posixpath.normpath(path).strip("/")
            kind, target = self.judged(target)
            destination = self.redirected(target) if kind == "redirect" else ""
            yield Link(
                page=page, written=written, target=target, kind=kind, destination=destination
            )

    def judged(self, target: str) -> tuple[str, str]:
        """Return what a path leads to, and the path; the path of hosting may stand before it."""
        kind = self._kind(target)
        if kind == "dead" and self.base and f"{target}/".startswith(f"{self.base}/"):
            rest = target[len(self.base) :].strip("/")
            if (shorter := self._kind(rest)) != "dead":
                return shorter, rest
        return kind, re.sub(r"\.mdx?$", "", target) if kind == "page" else target

    @cached_property
    def base(self) -> str:
        """Return the path that the site is served below, where its configuration says so."""
        seo = self.config.get("seo")
        tags = seo.get("metatags") if isinstance(seo, dict) else None
        for each in (tags, self.config.get("metadata")):
            if isinstance(each, dict) and isinstance(each.get("canonical"), str):
                return urlsplit(each["canonical"]).path.strip("/")
        return ""

    def redirected(self, target: str) -> str:
        """Return where a path is sent to, up to what depends on the path."""
        found = (to for pattern, to in self.redirects if pattern.fullmatch(f"/{target}"))
        return re.split(r":\w|\*|[?#]", next(found, ""))[0]

    def _kind(self, target: str, steps: int = 5) -> str:
        page = re.sub(r"\.mdx?$", "", target)
        if not page or page in self.pages or f"{page}/index" in self.pages:
            return "page"
        if (self.folder / target).is_file():
            return "file"
        to = next((to for old, to in self.redirects if old.fullmatch(f"/{target}")), None)
        if to is not None:
            # A redirect to nowhere is as dead as what it leads to.
            leads = steps == 0 or "://" in to or re.search(r":\w|\*", to)
            path = re.split(r"[?#]", to)[0].strip("/")
            return "redirect" if leads or self._kind(path, steps - 1) != "dead" else "dead"
        below = any(f"{target}/".startswith(f"{each}/") or not each for each in self.directories)
        if below and letters(posixpath.basename(target)) in self.generated:
            return "generated"
        return "dead"

    # Diagrams, components and files.

    def diagrams(self, page: str) -> int:
        """Return how many Mermaid fences a page has."""
        count, fence = 0, ""
        for line in _COMMENT.sub("", self.text(page)).splitlines():
            found = _FENCE.match(line)
            if fence:
                if found and found[1].startswith(fence) and not found[2]:
                    fence = ""
            elif found:
                fence = found[1]
                count += found[2] == "mermaid"
        return count

    def components(self, page: str) -> Counter[str]:
        """Return the uses of components on a page and in its snippets, but for what agents get."""
        text = plain(self.pages[page].read_text(encoding="utf-8", errors="replace"))
        for_agents = "".join(match[0] for match in _FOR_AGENTS.finditer(text))
        return self._components(self.pages[page]) - Counter(_TAG.findall(for_agents))

    def _components(self, path: Path) -> Counter[str]:
        if path not in self._counts:
            self._counts[path] = Counter()
            text = path.read_text(encoding="utf-8", errors="replace")
            snippets = self._snippets(text, path)
            counts: Counter[str] = Counter()
            for name in _TAG.findall(_QUOTED.sub('=""', plain(text))):
                counts += self._components(snippets[name]) if name in snippets else {name: 1}
            for name in _SNIPPET.findall(plain(text)):
                files = (self.folder / base / name for base in ("snippets", "_snippets"))
                counts += next((self._components(each) for each in files if each.is_file()), {})
            self._counts[path] = counts
        return self._counts[path]

    def _snippets(self, text: str, path: Path) -> dict[str, Path]:
        """Return the file of each name that a text imports from one."""
        found: dict[str, Path] = {}
        for names, named in _IMPORTED.findall(_CODE.sub("", text)):
            base = self.folder if named.startswith("/") else path.parent
            if (file := base / named.lstrip("/")).is_file():
                found |= dict.fromkeys(re.findall(r"\w+", names), file)
        return found

    def own_components(self, page: str) -> Counter[str]:
        """Return the uses of components on a page that the site defines itself as functions."""
        text = self.text(page)
        names = set(_OWN.findall(text))
        for imported, path in _IMPORTED.findall(text):
            script = not re.search(r"\.mdx?$", path)
            for name in re.findall(r"\b[A-Z]\w*", imported):
                if script or "{" in imported:
                    names.add(name)
        return Counter(name for name in _TAG.findall(plain(text)) if name in names)

    def files(self) -> list[str]:
        """Return the styles and scripts beside the configuration that the platform loads."""
        found = []
        for path in sorted(self.folder.iterdir()):
            if path.suffix not in {".css", ".js"} or _TOOL.search(path.name):
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            if path.suffix == ".js" and (_MODULE.search(text) or path.name == "mermaid.min.js"):
                continue
            found.append(path.name)
        return found


def operation_of(text: str) -> tuple[str, Operation] | None:
    """Return the file and the operation that a text names."""
    found = _OPERATION.match(text.strip())
    if found is None:
        return None
    path = re.sub(r"^https?://[^/]+", "", found["path"].strip("\"'"))
    return found["file"] or "", (found["method"].upper(), path)


def sources_of(value: Any) -> list[str]:
    """Return the files that a field ``openapi`` names."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [each for item in value for each in sources_of(item)]
    if isinstance(value, dict):
        return sources_of(value.get("source"))
    return []


def operations_in(value: Any) -> dict[Operation, dict[str, Any]]:
    """Return the operations of a description."""
    found = {}
    paths = value.get("paths") if isinstance(value, dict) else None
    for path, item in paths.items() if isinstance(paths, dict) else ():
        for method in METHODS:
            operation = item.get(method) if isinstance(item, dict) else None
            if isinstance(operation, dict):
                found[method.upper(), str(path)] = operation
    return found
