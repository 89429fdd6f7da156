"""Finds the files that pages import, and what the imported names stand for."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_docsjson.base.files import is_file_below, near_file
from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.base.near_names import did_you_mean
from sphinx_docsjson.build import the_build
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.mdx.javascript import Module
from sphinx_docsjson.mdx.scripts import SCRIPTS, Engine, FileScripts
from sphinx_docsjson.mdx.values import Dynamic, Function
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.mdx.javascript import Import

logger = logging.getLogger(__name__)

SUFFIXES = ("", ".mdx", ".md", ".jsx", ".tsx", ".js", ".ts")
SCRIPT_SUFFIXES = frozenset({".jsx", ".tsx", ".js", ".ts", ".mjs"})
"""Files that are JavaScript as a whole."""
SNIPPET_FOLDERS = ("snippets", "_snippets", "")


@dataclass(frozen=True, kw_only=True)
class Snippet:
    """The content of a file, to be rendered where its name is used as a tag.

    :param line: the number of lines before *text* in the file.
    :param names: what the file itself imports and defines.
    """

    path: Path
    text: str
    line: int = 0
    names: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Missing:
    """A name whose file does not exist; that was reported once, at the import."""

    name: str


@dataclass(frozen=True, kw_only=True)
class OwnComponent:
    """One of our components under the name that a page imports it by.

    :param attributes: names of attributes elsewhere → ours; the first that is there counts, and
        attributes without an equivalent are ignored.
    """

    name: str
    attributes: tuple[tuple[str, str | None], ...] = ()

    def attributes_of(self, written: Mapping[str, str]) -> dict[str, str]:
        """Return the attributes of a tag under our names."""
        renamed = dict(self.attributes)
        found = {name: value for name, value in written.items() if name not in renamed}
        for name, ours in self.attributes:
            if ours and name in written:
                found.setdefault(ours, written[name])
        return found


@dataclass(frozen=True, kw_only=True, slots=True)
class ScriptFile:
    """The JavaScript of a page, or of a file that it imports.

    :param code: its imports and exports; what is not code is empty lines.
    :param imports: the paths that it imports → the files that they mean, and the names taken.
    :param exports: what it exports, as far as that is known without running it.
    """

    code: str
    imports: Mapping[str, tuple[Path | None, frozenset[str]]]
    exports: Mapping[str, Any]


OTHER_NAMES = {
    "TabItem": OwnComponent(
        name="Tab", attributes=(("label", "title"), ("value", "title"), ("default", None))
    ),
}
"""What our components are called by Docusaurus and Starlight."""


class Library:
    """Reads snippet files for one page.

    :param root: the source directory; nothing outside it is read.
    :param note: called with every file that was read.
    :param wait: called with the paths, below *root*, of files that were looked for without effect.
    :param engine: returns what runs the JavaScript of the files, if something does.

    ``left_out`` is what the last code to run needed and no build knows, such as the time.
    """

    def __init__(
        self,
        root: Path,
        note: Callable[[Path], None],
        wait: Callable[[Iterable[str]], None],
        variables: Callable[[str], str],
        engine: Callable[[Library], Engine | None],
    ) -> None:
        self.root = root
        self.note = note
        self.wait = wait
        self.variables = variables
        self.scripts: dict[str, ScriptFile] = {}
        self.left_out: list[str] = []
        self.engine = cache(lambda: engine(self))
        self._modules: dict[Path, dict[str, Any]] = {}
        self._said: set[str] = set()

    def names_of(self, module: Module, path: Path, stack: Sequence[Path] = ()) -> dict[str, Any]:
        """Return every name of the file *path*: its imports, and what it exports."""
        names: dict[str, Any] = {SCRIPTS: FileScripts(str(path), self.engine)}
        missing: dict[tuple[str, int], list[OwnComponent | Missing]] = {}
        for wanted in module.imports:
            value = self._import(wanted, path, (*stack, path))
            if value is None:
                value = own_component(wanted) or Missing(wanted.name)
                missing.setdefault((wanted.path, wanted.line), []).append(value)
            names[wanted.name] = value
        for (source, line), values in missing.items():
            self._say_missing(source, values, path, f"{path}:{line}")
        module.exported = module.values(names)
        taken: dict[str, set[str]] = {}
        for wanted in module.imports:
            taken.setdefault(wanted.path, set()).add(wanted.source)
        self.scripts[str(path)] = ScriptFile(
            code=module.code,
            imports={each: (self._find(each, path), frozenset(n)) for each, n in taken.items()},
            exports=module.exported,
        )
        return names

    def file(self, name: str, path: Path, line: int) -> Snippet | None:
        """Return the snippet of ``<Snippet file="name">``, or ``None`` with a warning."""
        folders = [self.root / folder for folder in SNIPPET_FOLDERS]
        if found := self._first(self._below(folders, name)):
            snippet = self._read(found, ()).get("default")
            return snippet if isinstance(snippet, Snippet) else None
        warn(
            Warn.SNIPPET,
            f"the snippet {name!r} does not exist; it is left out.",
            location=f"{path}:{line}",
        )
        return None

    def _import(self, wanted: Import, path: Path, stack: Sequence[Path]) -> Any:
        place = f"{path}:{wanted.line}"
        if wanted.path == "react":
            return Dynamic(wanted.name, scripts=FileScripts(str(path), self.engine))
        found = self._find(wanted.path, path)
        if found is None:
            return None
        if found in stack:
            message = f"{wanted.path!r} imports itself, directly or through others; left out."
            warn(Warn.SNIPPET, message, location=place)
            return Missing(wanted.name)
        exported = self._read(found, stack)
        if wanted.source == "*":
            return exported
        if wanted.source not in exported:
            message = f"{wanted.path!r} does not export {wanted.source!r}; it is left out."
            warn(Warn.SNIPPET, message, location=place)
            return Missing(wanted.name)
        return exported[wanted.source]

    def _say_missing(
        self, source: str, values: Sequence[OwnComponent | Missing], path: Path, place: str
    ) -> None:
        """Say once for a statement of the file *path* why its file is not there.

        Imports of other tools, such as ``@theme/Tabs``, are replaced by one of our components.

        :param values: what its names stand for now.
        """
        lost = [value.name for value in values if isinstance(value, Missing)]
        own = [value.name for value in values if isinstance(value, OwnComponent)]
        if not lost and not source.startswith(("/", ".")):
            message = f"the import from {source!r} does nothing: <{own[0]}> is a component here."
            logger.info(message, location=place, once=True)
        elif self._is_package(source):
            if source not in self._said:
                self._said.add(source)
                message = (
                    f"the import from {source!r} does nothing: it names a JavaScript "
                    "package, which is not run. Remove it."
                )
                warn(Warn.SNIPPET, message, location=place)
        else:
            more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
            shown = (
                f"of <{lost[0]}>{more} only what is inside it is shown."
                if lost
                else f"the component <{own[0]}> of this site is used."
            )
            hint = self._near_import(source, path) or " Correct the path, or remove the import."
            what = "does not exist"
            if source.startswith("."):
                wish = posixpath.normpath(f"{path.parent.as_posix()}/{source}")
                if not Path(wish).is_relative_to(self.root):
                    what = "leads outside the folder of the site, where nothing is read"
                    hint = " Copy the file into it, or remove the import."
            message = f"the import {source!r} {what}; {shown}{hint}"
            warn(Warn.SNIPPET, message, location=place)

    def _near_import(self, source: str, path: Path) -> str:
        """Return the hint at the file that an import of the file *path* may mean, or nothing."""
        folders = [self.root] if source.startswith("/") else [path.parent, self.root]
        wishes = (posixpath.normpath(f"{f.as_posix()}/{source}") for f in folders)
        near = next((found for wish in wishes if (found := self._near(wish))), None)
        return did_you_mean(f"/{near}" if near else None)

    def _near(self, wish: str) -> str | None:
        """Return the file that a path which no file has may be meant to be."""
        path = Path(wish)
        below = path.is_relative_to(self.root) and path != self.root
        return near_file(self.root, path.relative_to(self.root).as_posix()) if below else None

    def _is_package(self, path: str) -> bool:
        """Whether an import that leads to no file names a package, such as ``next/link``."""
        first, _, rest = path.partition("/")
        if is_package(path):
            return True
        folder = first in {"", ".", "..", "@", "~"} or (self.root / first).is_dir()
        return bool(rest) and not folder and not path.endswith(SUFFIXES[1:])

    def _find(self, wanted: str, path: Path) -> Path | None:
        """Return the file that *wanted* means in the file *path*."""
        if is_package(wanted):
            return None
        folders = [self.root] if wanted.startswith("/") else [path.parent]
        if not wanted.startswith(("/", ".")):
            folders.append(self.root)
        return self._first(self._below(folders, wanted))

    def _below(self, folders: Sequence[Path], wanted: str) -> Iterator[Path]:
        """Yield the files that *wanted* may mean in *folders*, the likeliest first."""
        for folder in folders:
            base = Path(posixpath.normpath((folder / wanted.lstrip("/")).as_posix()))
            if base.is_relative_to(self.root) and base != self.root:
                yield from (base.with_name(base.name + suffix) for suffix in SUFFIXES)

    def _first(self, places: Iterable[Path]) -> Path | None:
        """Return the first file that is there; otherwise all are waited for."""
        looked_for = []
        for place in places:
            if is_file_below(self.root, place):
                return place
            looked_for.append(place)
        self.wait(path.relative_to(self.root).as_posix() for path in looked_for)
        return None

    def _read(self, path: Path, stack: Sequence[Path]) -> dict[str, Any]:
        if path in self._modules:
            return self._modules[path]
        self.note(path)
        raw = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
        text = self.variables(raw.replace("\r\n", "\n").replace("\r", "\n"))
        exported: dict[str, Any] = {}
        if path.suffix == ".json":
            exported = self._read_data(text)
            self.scripts[str(path)] = ScriptFile(code="", imports={}, exports=exported)
        if path.suffix in SCRIPT_SUFFIXES:
            module = Module.of_file(text)
            self.names_of(module, path, stack)
            exported = module.exported
        elif path.suffix != ".json":
            front = read_front_matter(text)
            body = text[front.length :]
            module = Module.of(body)
            names = self.names_of(module, path, stack)
            line = text.count("\n", 0, front.length)
            exported = module.exported
            exported.setdefault("default", Snippet(path=path, text=body, line=line, names=names))
        self._modules[path] = exported
        return exported

    def _read_data(self, text: str) -> dict[str, Any]:
        try:
            return {"default": read_json(text)}
        except ValueError:
            return {}


def is_package(path: str) -> bool:
    """Whether an import names a package of JavaScript whatever files there are: ``react``.

    Others begin with a dot or a slash, or, unlike in JavaScript, with a folder of the site.
    """
    if path.startswith("@"):
        return not path.startswith("@/")
    return not path.startswith(".") and "/" not in path and not path.endswith(SUFFIXES[1:])


def own_component(wanted: Import) -> OwnComponent | None:
    """Return our component that an import from elsewhere means, if it means one."""
    for name in (wanted.name, wanted.source):
        if name in registry:
            return OwnComponent(name=name)
        if name in OTHER_NAMES:
            return OTHER_NAMES[name]
    return None


def is_component(value: Any) -> bool:
    """Whether a name may be as a tag."""
    return isinstance(value, Snippet | Function | Missing | Dynamic)


# Pages that use variables of docs.json: they are read again when those change.

VARIABLES = "docsjson_variables"
"""The key in a document's metadata that says so."""

KNOWN = "variables_of_docsjson"
"""The attribute of the environment that holds the variables that pages were read with."""


def note_variables(env: BuildEnvironment, text: str) -> None:
    """Remember that the page which is being read may use variables, known ones or not."""
    if "{{" in text:
        env.metadata[env.docname][VARIABLES] = ""


def find_other_variables(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages that use variables, where those are other ones than before."""
    now = dict(the_build(app.config).site.variables)
    before = getattr(env, KNOWN, now)
    setattr(env, KNOWN, now)
    if before == now:
        return []
    return [name for name, metadata in env.metadata.items() if VARIABLES in metadata]
