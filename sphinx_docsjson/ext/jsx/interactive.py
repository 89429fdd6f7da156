"""Interactive components: the browser renders again what the build has rendered.

A component with handlers or effects becomes an element that names the module of its code and its
attributes. The content of its tag, and the components of the site that its code uses, are HTML of
the build, which ``interactive.js`` takes over. It needs Preact, in a file beside docs.json;
without Preact or JavaScript, the first state is shown.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx.environment.collectors.asset import DownloadFileCollector, ImageCollector
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.files import write_if_changed
from sphinx_docsjson.base.theme_files import INTERACTIVE_SCRIPT
from sphinx_docsjson.build import base_path
from sphinx_docsjson.components.html_elements import element
from sphinx_docsjson.components.renderers import Renderers, add_renderers
from sphinx_docsjson.navigation.toctrees import is_website
from sphinx_docsjson.pages.undrawn import UNDRAWN
from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.components.renderers import FormContext

MODULES: Final = "docsjson_interactive"
"""The key in the metadata of a page with such components: their modules by file name, where there
is Preact."""

FOLDER: Final = "components"
"""Where they are, below ``_static``."""

SCRIPT: Final = Path(__file__).with_name("interactive.js")


class interactive_component(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A component in its first state. ``data`` is what the script needs of it, ``templates`` are
    the components of the site that its code uses."""


class interactive_text(nodes.inline):  # noqa: N801 (docutils spells its nodes so)
    """The same in a line of text."""


class page_content(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """What the page wrote inside a tag; where ``hidden``, the first state does not show it. Books
    show it nevertheless."""


class page_text(nodes.inline):  # noqa: N801 (docutils spells its nodes so)
    """The same in a line of text."""


class component_template(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A component of the site, with marks where code puts texts and children."""


def add_nodes(app: Sphinx) -> None:
    """Register the nodes, and what becomes of them."""
    for kind, form in (
        (interactive_component, component_html),
        (interactive_text, component_html),
        (page_content, content_html),
        (page_text, content_html),
    ):
        add_renderers(app, kind, Renderers(html=form))
    template = Renderers(html=template_html, markdown=lambda _writer, _node: "")
    add_renderers(app, component_template, template)
    for event, turn, run, description in (
        ("builder-inited", Turn.AMONG, copy_scripts, "copy the Preact scripts"),
        (
            "env-get-outdated",
            Turn.AMONG,
            find_stale_pages,
            "find pages affected by added or removed Preact",
        ),
        ("doctree-read", Turn.AMONG, collect_files, "collect images in components"),
        ("env-updated", Turn.AFTER, report_missing, "report components that need Preact"),
        ("write-started", Turn.AMONG, write_modules, "write component modules"),
        ("html-page-context", Turn.LAST, load_scripts, "load the Preact scripts"),
    ):
        add_step(app, event, turn, run, description, when=always)


def component_html(node: nodes.Element, context: FormContext) -> list[nodes.Node]:
    """Return the element that the script takes over."""
    children = context.borrow_children(node.children)
    return [element(_tag(node), "dj-interactive", *children, **node["data"])]


def content_html(node: nodes.Element, context: FormContext) -> list[nodes.Node]:
    """Return the element whose content the script puts where the component wants it."""
    tag = "template" if node.get("is_folded") else _tag(node)
    children = context.borrow_children(node.children)
    return [element(tag, "dj-page-content", *children, data_number=str(node["number"]))]


def _tag(node: nodes.Element) -> str:
    return "span" if isinstance(node, nodes.inline) else "div"


def template_html(node: nodes.Element, context: FormContext) -> list[nodes.Node]:
    """Return a template."""
    children = context.borrow_children(node.children)
    return [element("template", "", *children, **node["data"])]


class InsertTemplates(SphinxPostTransform):
    """Put templates into pages of websites, before references in them are resolved."""

    default_priority = 1

    def run(self, **_options: Any) -> None:
        """Append them to the page, whose sections move examples aside, and fold what is hidden."""
        for node in list(self.document.findall(nodes.Element)):
            if isinstance(node, interactive_component | interactive_text):
                self.document.extend(each.deepcopy() for each in node["templates"])
            elif isinstance(node, page_content | page_text):
                node["is_folded"] = node["hidden"]


# The steps.


def runtime(app: Sphinx) -> Path | None:
    """Return the file with Preact, where the site has one."""
    file = Path(app.confdir, INTERACTIVE_SCRIPT)
    return file if file.is_file() else None


def of_site(app: Sphinx) -> Path | None:
    """Return the file with Preact, where the builder writes pages that can use it."""
    return runtime(app) if is_website(app.builder) else None


def copy_scripts(app: Sphinx) -> None:
    """Copy what draws components into the output."""
    if file := of_site(app):
        folder = Path(app.outdir, "_static")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / file.name)
        write_if_changed(folder / SCRIPT.name, SCRIPT.read_text(encoding="utf-8"))
        app.add_post_transform(InsertTemplates)


def collect_files(app: Sphinx, doctree: nodes.document) -> None:
    """Collect the pictures and downloads of templates, which no walk through the page meets."""
    for node in doctree.findall(nodes.Element):
        if isinstance(node, interactive_component | interactive_text):
            for template in node["templates"]:
                for collector in (ImageCollector(), DownloadFileCollector()):
                    collector.process_doc(app, template)


def find_stale_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages with such components when Preact came or went."""
    is_there = runtime(app) is not None
    before = getattr(env, MODULES, is_there)
    setattr(env, MODULES, is_there)
    if before == is_there:
        return []
    return [name for name, told in env.metadata.items() if MODULES in told or UNDRAWN in told]


def report_missing(app: Sphinx, env: BuildEnvironment) -> None:
    """Say once that the site has such components, and nothing that lets them answer."""
    pages = [name for name, told in env.metadata.items() if MODULES in told]
    if pages and app.builder.format == "html" and runtime(app) is None:
        warn(
            Warn.SNIPPET,
            f"components on {len(pages)} {'page' if len(pages) == 1 else 'pages'} need "
            f"{INTERACTIVE_SCRIPT} to respond to clicks or fetch data. Without it, they stay "
            "in their first state. `sphinx-docsjson init --interactive` adds the file.",
            location=pages[0],
        )


def write_modules(app: Sphinx, _builder: Any) -> None:
    """Write the modules of all pages, and remove those that no page needs any more."""
    folder = Path(app.outdir, "_static", FOLDER)
    wanted: dict[str, str] = {}
    if of_site(app):
        for metadata in app.env.metadata.values():
            wanted.update(metadata.get(MODULES) or {})
    for file in folder.glob("*.js"):
        if file.name not in wanted:
            file.unlink()
    for name, code in wanted.items():
        write_if_changed(folder / name, code)


def load_scripts(
    app: Sphinx, page: str, _template: str, _context: dict[str, Any], _doctree: Any
) -> None:
    """Load Preact and the script on a page with such components."""
    if app.env.metadata.get(page, {}).get(MODULES) and (file := of_site(app)):
        app.add_js_file(file.name, loading_method="defer", priority=600)
        told = {
            "data-ending": app.builder.get_target_uri("x").removeprefix("x"),
            "data-base": base_path(app.config),
        }
        app.add_js_file(SCRIPT.name, type="module", priority=610, **told)
