"""Keeps the text of directives and roles that no loaded extension knows.

MyST leaves out what it does not know. Our pages show the source, and a warning names the extension
that reads it. What Jupyter Book adds to Sphinx, ``{code-cell}``, ``{margin}`` and
``{tableofcontents}``, works as there while its own extensions are not loaded.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml
from docutils import nodes
from docutils.parsers.rst import directives, roles
from myst_parser.mdit_to_docutils.base import token_line
from myst_parser.warnings_ import MystWarnings

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.compat.docutils import names_of_directives, role_names
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.i18n import _
from sphinx_docsjson.pages.confined import is_inside, outside
from sphinx_docsjson.pages.renderer_base import RendererBase
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markdown_it.tree import SyntaxTreeNode

EXTENSIONS = {
    "sphinxcontrib.bibtex": "bibliography cite footbibliography footcite",
    "sphinx_proof": "prf",
    "sphinx_exercise": "exercise exercise-start exercise-end solution solution-start solution-end",
    "myst_nb": "code-cell glue nb-eval nb-exec-table raw-cell",
    "sphinx_togglebutton": "toggle",
    "sphinx_thebe": "thebe-button thebe-init",
    "sphinx_click": "click",
    "sphinx_tabs.tabs": "tabs group-tab code-tab",
    "sphinxcontrib.mermaid": "mermaid autoclasstree",
    "sphinxcontrib.plantuml": "uml",
    "sphinxcontrib.programoutput": "program-output command-output",
    "sphinxcontrib.video": "video",
    "sphinxcontrib.youtube": "youtube vimeo",
    "sphinx_examples": "example",
    "sphinx_inline_tabs": "tab",
    "sphinx_subfigure": "subfigure",
    "sphinx.ext.autodoc": "autoattribute autoclass autodata autoexception autofunction automethod "
    "automodule autoproperty",
    "sphinx.ext.autosummary": "autosummary",
    "sphinx.ext.doctest": "doctest testcode testoutput testsetup testcleanup",
    "sphinx.ext.graphviz": "graphviz digraph graph",
    "sphinx.ext.ifconfig": "ifconfig",
    "sphinx.ext.inheritance_diagram": "inheritance-diagram",
    "sphinx.ext.todo": "todo todolist",
    "matplotlib.sphinxext.plot_directive": "plot",
}
"""The extension that reads a directive, or a role; a name with a colon counts without its end."""

_EXTENSION_OF = {name: extension for extension, all_ in EXTENSIONS.items() for name in words(all_)}

CODE = words(
    "mermaid uml digraph graph graphviz plot doctest testcode testoutput testsetup testcleanup "
    "raw-cell program-output command-output click"
)
"""Directives whose content is not text."""

ADMONITIONS = frozenset({"exercise", "solution", "prf"})
"""Directives whose name is what a reader is told, above their title."""

_OPTION = re.compile(r":([\w-]++):[ \t]*+(.*+)")
_KERNELS = {"ipython": "python", "ipython2": "python", "ipython3": "python", "ir": "r"}
"""What code is highlighted as where only its kernel is named."""


class UnknownDirectives(RendererBase):
    """Renders what no extension reads."""

    @property
    def is_ours(self) -> bool:
        """Whether nobody else reads the page; :class:`PageRenderer` knows."""
        raise NotImplementedError

    def render_directive(
        self, token: SyntaxTreeNode, name: str, arguments: str, **more: Any
    ) -> None:
        """Render a directive; of one that nobody knows, what it says."""
        # MyST reads the file itself, and runs no directive.
        if self.mdx and name == "include" and not is_inside(arguments.strip(), self.sphinx_env):
            message = f"{{include}}: {outside(arguments.strip())}"
            warn(Warn.URL, message, location=self.place(token_line(token, 0)))
            return
        if not self.is_ours or self._is_directive(name):
            super().render_directive(token, name, arguments, **more)
            return
        line = token_line(token, 0)
        options, content, offset = split_options(token.content)
        if name == "code-cell":
            self._cell(arguments, options, content, line + offset)
        elif name == "margin":
            self._margin(arguments, content, line + offset)
        elif name != "tableofcontents":  # the navigation shows the pages below each page
            self.create_warning(
                f"Unknown directive type: {name!r}{self._shown(name, directive=True)}",
                MystWarnings.UNKNOWN_DIRECTIVE,
                line=line,
            )
            self._words(name, arguments, content, line + offset)

    def render_myst_role(self, token: SyntaxTreeNode) -> None:
        """Render a role; of one that nobody knows, its text."""
        name, line = str(token.meta["name"]), token_line(token, 0)
        if not self.is_ours or self._is_role(name, line):
            super().render_myst_role(token)
            return
        self.create_warning(
            f'Unknown interpreted text role "{name}"{self._shown(name, directive=False)}',
            MystWarnings.UNKNOWN_ROLE,
            line=line,
        )
        text = token.content.strip()
        title = text.rpartition("<")[0].strip() if text.endswith(">") else ""
        if name.partition(":")[0] in {"cite", "footcite"}:
            self.current_node.append(nodes.Text(f"[{text}]"))
        elif title:
            self.current_node.append(nodes.Text(title))
        else:
            self.current_node.append(nodes.literal(text, text))

    # -- who knows a name ---------------------------------------------------------------------

    def _is_directive(self, name: str) -> bool:
        if self._is_of_no_domain(name) and name not in names_of_directives():
            return False
        found, _messages = directives.directive(name, self.language_module_rst, self.document)
        return found is not None

    def _is_role(self, name: str, line: int) -> bool:
        if self._is_of_no_domain(name) and name not in role_names():
            return False
        found, _messages = roles.role(name, self.language_module_rst, line, self.reporter)
        return found is not None

    def _is_of_no_domain(self, name: str) -> bool:
        """Whether a name is one of a domain that is not there; Sphinx takes any for that."""
        domain, colon, _rest = name.partition(":")
        if domain.partition("+")[0] == "external":  # what is in other projects
            return "intersphinx_mapping" not in self.sphinx_env.config
        return bool(colon) and domain not in self.sphinx_env.domains

    def _shown(self, name: str, *, directive: bool) -> str:
        """Return what a warning says about an unknown name behind it."""
        shown = "its content is shown." if directive else "its text is shown."
        own = name if name in _EXTENSION_OF else name.partition(":")[0]
        if extension := _EXTENSION_OF.get(own):
            package = package_of(extension)
            first = "Add" if package == "sphinx" else f"`pip install {package}`, and add"
            return f"; {shown} {first} {extension!r} to the extensions in conf.py."
        known = names_of_directives() | (set() if directive else role_names())
        if near := near_name(name, known):
            return f"; {shown} Did you mean {{{near}}}?"
        return f"; {shown} Correct the name, or load the extension that provides it."

    # -- what is shown ------------------------------------------------------------------------

    def _cell(self, language: str, options: Mapping[str, str], content: str, line: int) -> None:
        """Show code of a notebook as a block of code; what its tags hide is hidden.

        :param line: that of its first line, from 0.
        """
        tags = {each.replace("_", "-") for each in re.findall(r"[\w-]+", options.get("tags", ""))}
        if tags & {"remove-cell", "remove-input"}:
            return
        language = (language.split() or ["python"])[0].lower()
        language = _KERNELS.get(language, language)
        mark = "`" * max(3, *(len(each) + 1 for each in re.findall(r"`+", content) or [""]))
        code = f"{mark}{language}\n{content.rstrip()}\n{mark}"
        if "load" in options:
            code = f"{mark}{{literalinclude}} {options['load']}\n:language: {language}\n{mark}"
        elif not content.strip():
            return
        hidden = {"hide-input", "hide-cell"} & tags
        component = registry.get("Accordion") if hidden else None
        if component is None:
            self.render_blocks(code, line - 1)
            return
        title = str(_("Code"))
        self.current_node += self.block_component(
            component, {"title": title}, code, line, line - 1
        )

    def _margin(self, title: str, content: str, line: int) -> None:
        """Show a note of the margin beside the text."""
        box = nodes.sidebar(classes=["margin"])
        box.source, box.line = self.document["source"], line
        self._titled(box, title, line, nodes.title)
        with self.current_node_context(box, append=True):
            self.nested_render_text(content, line)

    def _words(self, name: str, title: str, content: str, line: int) -> None:
        """Show the first line of a directive and its content, in a box."""
        box = nodes.container(is_div=True, classes=[nodes.make_id(name)])
        box.source, box.line = self.document["source"], line
        if name in CODE or name.partition(":")[0] in CODE:
            code = f"{title}\n{content}".strip("\n")
            box += [nodes.literal_block(code, code, language="text")] if code.strip() else []
        else:
            own = name.partition(":")[0] in ADMONITIONS
            label = name.rpartition(":")[2].capitalize() if own else ""
            text = f"{label}: {title}" if label and title else label or title
            self._titled(box, text, line, nodes.paragraph)
            with self.current_node_context(box):
                self.nested_render_text(content, line)
        self.current_node += [box] if box.children else []

    def _titled(
        self, box: nodes.Element, text: str, line: int, node_class: type[nodes.TextElement]
    ) -> None:
        if not text.strip():
            return
        title = node_class(text, "")
        title.source, title.line = self.document["source"], line
        inside = nodes.strong() if node_class is nodes.paragraph else title
        with self.current_node_context(inside):
            self.nested_render_text(text, line - 1, inline=True)
        if inside is not title:
            title += inside
        box += title

    def block_component(self, *_arguments: Any) -> list[nodes.Node]:
        """Run the directive of a component; :class:`PageRenderer` does."""
        raise NotImplementedError


def package_of(extension: str) -> str:
    """Return what the package of an extension of Sphinx is called, as they mostly are."""
    parts = extension.split(".")
    of_a_namespace = parts[0] in {"sphinxcontrib", "sphinxext"}
    return "-".join(parts[: 1 + of_a_namespace]).replace("_", "-")


def split_options(content: str) -> tuple[dict[str, str], str, int]:
    """Return the options of a directive, what follows them, and how many lines they take."""
    lines = content.split("\n")
    stripped = [each.strip() for each in lines]
    end = 0
    found: dict[str, str] = {}
    if lines[0].strip() == "---":
        end = next((n for n, each in enumerate(lines) if n and each.strip() == "---"), 0)
        if not end:
            return {}, content, 0
        try:
            read = yaml.safe_load("\n".join(lines[1:end]))
        except yaml.YAMLError:
            read = None
        if isinstance(read, dict):
            found = {
                str(name): ", ".join(map(str, value)) if isinstance(value, list) else str(value)
                for name, value in read.items()
            }
        end += 1
    else:
        while end < len(lines) and (option := _OPTION.fullmatch(stripped[end])):
            found[option[1]] = option[2]
            end += 1
    while end < len(lines) and not lines[end].strip():
        end += 1
    return found, "\n".join(lines[end:]), end
