"""Limits what directives and roles of ``.mdx`` pages may do: see ``docs/publish/trust.md``.

They read only files in the source folder and contact no host unless ``docsjson_allow_remote``
names it, and their HTML is cleaned like that of tags. Pages in ``.md`` and ``.rst`` keep the trust
that Sphinx gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.parsers.rst.directives.misc import Include, Raw
from docutils.parsers.rst.directives.tables import CSVTable
from sphinx import addnodes
from sphinx.directives.code import LiteralInclude
from sphinx.util.docutils import CustomReSTDispatcher

from sphinx_docsjson.base.sanitize import harmless_markup
from sphinx_docsjson.compat.docutils import place_of
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from types import ModuleType

    from docutils.utils import Reporter
    from sphinx.environment import BuildEnvironment


class ConfinedMarkup(CustomReSTDispatcher):
    """Looks up directives and roles while an ``.mdx`` page is parsed, by Sphinx's own means."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__()
        self.env = env

    def directive(
        self, directive_name: str, language_module: ModuleType, document: nodes.document
    ) -> tuple[Any, list[nodes.system_message]]:
        """Return the directive; one of another package is confined."""
        found, messages = super().directive(directive_name, language_module, document)
        ours = found is None or found.__module__.startswith("sphinx_docsjson.")
        is_class = isinstance(found, type) and issubclass(found, Directive)
        return (found if ours or not is_class else confined(cast(Any, found))), messages

    def role(
        self, role_name: str, language_module: ModuleType, lineno: int, reporter: Reporter
    ) -> tuple[Any, list[nodes.system_message]]:
        """Return the role, whose nodes are looked at."""
        found, messages = super().role(role_name, language_module, lineno, reporter)
        return (None if found is None else self._confined_role(found, lineno)), messages

    def _confined_role(self, role: Callable[..., Any], line: int) -> Callable[..., Any]:
        @wraps(role)  # docutils asks a role for its options and its content
        def run(*args: Any, **options: Any) -> Any:
            made, messages = role(*args, **options)
            place = (self.env.docname, line)
            return confine_nodes(made, self.env, place), messages

        return run


@cache
def confined(directive: type[Directive]) -> type[Directive]:
    """Return a directive that does what the page may, and says what it may not."""

    def run(self: Any) -> list[nodes.Node]:
        env: BuildEnvironment = self.state.document.settings.env
        where = place_of(self)
        for problem in problems_of(self, env):
            warn(Warn.URL, f"{{{self.name}}}: {problem}", location=where)
            return []
        return confine_nodes(directive.run(self), env, where)

    members = {"run": run, "__doc__": directive.__doc__, "__module__": directive.__module__}
    return type(directive.__name__, (directive,), members)


def problems_of(directive: Any, env: BuildEnvironment) -> Iterator[str]:
    """Yield why a directive must not run: the file or the address that it would read."""
    options = directive.options or {}
    paths = [options[name] for name in ("file", "diff") if options.get(name)]
    if isinstance(directive, Include | LiteralInclude) and directive.arguments:
        paths.append(directive.arguments[0])
    for path in paths:
        is_standard = isinstance(directive, Include) and path.startswith("<")
        # docutils resolves a path with a slash from the root of the machine, Sphinx from that of
        # the site.
        rooted = not isinstance(directive, Raw) and not _is_plain_table(directive)
        if not is_standard and not is_inside(path, env, rooted=rooted):
            yield outside(path)
    if (url := options.get("url")) and isinstance(directive, Raw | CSVTable):
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in getattr(env.config, "docsjson_allow_remote", ()):
            yield f"{url!r} is not requested; add {origin!r} to docsjson_allow_remote"


def outside(path: str) -> str:
    """Return what to say about a path that leads out of the source folder."""
    return (
        f"{path!r} is outside the source folder and is not read. Copy it into the folder, or use "
        "a .md page."
    )


def _is_plain_table(directive: Any) -> bool:
    return isinstance(directive, CSVTable) and not hasattr(directive, "env")


def is_inside(path: str, env: BuildEnvironment, *, rooted: bool = True) -> bool:
    """Whether a path of a page leads to a place in the source folder, links followed.

    :param rooted: whether a path that begins with a slash begins at the source folder.
    """
    if "://" in path or path.startswith("file:"):
        return False
    root = Path(env.srcdir)
    above = root if rooted and path.startswith("/") else Path(env.doc2path(env.docname)).parent
    target = above / (path.lstrip("/") if rooted else path)
    return target.resolve().is_relative_to(root.resolve())


def is_beside(path: str, env: BuildEnvironment) -> bool:
    """Whether a path leads into ``static`` beside the source folder, as Docusaurus has it."""
    folder = Path(env.srcdir).resolve().parent / "static"
    above = Path(env.doc2path(env.docname)).parent
    return (above / path).resolve().is_relative_to(folder)


def confine_nodes(
    made: Iterable[nodes.Node], env: BuildEnvironment, place: Any
) -> list[nodes.Node]:
    """Return nodes of a directive or a role without scripts and files from outside."""
    holder = nodes.container("", *made)
    for raw in list(holder.findall(nodes.raw)):
        if "html" in raw.get("format", "").split():
            cleaned = harmless_markup(raw.astext())
            raw.children = []
            raw += nodes.Text(cleaned)
    confine_files(holder, env, place)
    return list(holder.children)


def confine_files(holder: nodes.Element, env: BuildEnvironment, place: Any = None) -> None:
    """Take out pictures and downloads from outside the source folder, and redirections.

    :param place: where the nodes are, if they do not know it.
    """
    kinds = (nodes.meta, nodes.image, addnodes.download_reference)
    found: list[Any] = list(holder.findall(lambda node: isinstance(node, kinds)))
    for node in found:
        if isinstance(node, nodes.meta):
            if str(node.get("http-equiv", "")).lower() == "refresh":
                message = "a .mdx page cannot redirect readers; use `redirects` in docs.json"
                warn(Warn.URL, message, location=place or env.docname)
                node.parent.remove(node)
            continue
        is_picture = isinstance(node, nodes.image)
        path = str(node.get("uri" if is_picture else "reftarget", ""))
        if path.startswith("data:") or is_external(path) or is_inside(path, env):
            continue
        if is_picture and is_beside(path, env):
            continue
        warn(Warn.URL, outside(path), location=place or node)
        node.replace_self(nodes.inline("", node.get("alt") or node.astext()))
