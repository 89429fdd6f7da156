"""Links, images and files that a page names, as nodes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docutils import nodes
from myst_parser.mdit_to_docutils.base import token_line

from sphinx_docsjson.anchors import give_id
from sphinx_docsjson.build import base_path, build_of
from sphinx_docsjson.components.forms.html_elements import style_class
from sphinx_docsjson.files.awaited_files import find_or_await
from sphinx_docsjson.files.extra_files import find_extra_file
from sphinx_docsjson.files.named_files import find_file, is_file, meant_files, near_file
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.mdx.markup.html_attributes import LENGTH, classes_of, style_of
from sphinx_docsjson.pages.rendering.renderer_base import RendererBase
from sphinx_docsjson.references import reference_to
from sphinx_docsjson.text.near_names import did_you_mean
from sphinx_docsjson.urls import below_base, is_external, safe_source, why_refused
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markdown_it.tree import SyntaxTreeNode


class Targets(RendererBase):
    """The part of the renderer that makes links and images."""

    # -- links ----------------------------------------------------------------------------

    def render_link(self, token: SyntaxTreeNode) -> None:
        """Render a Markdown link as MyST does; one that no file can be called is text."""
        before = len(self.current_node)
        href = str(token.attrs.get("href", ""))
        if below_base(href, self._base()) and (found := self.find_file(href)):
            token.attrs["href"] = f"/{found}"
        try:
            super().render_link(token)
        except (OSError, ValueError):  # MyST asks the disk for a name that is too long or has NUL
            del self.current_node[before:]
            message = f"no page or file {str(token.attrGet('href'))!r}; the link is text only."
            warn(Warn.LINK, message, location=self.place(token_line(token, 0)))
            self.render_children(token)

    def link(self, href: str, children: Sequence[nodes.Node], line: int) -> list[nodes.Node]:
        """Return a link to *href* around *children*; only *children* when it must not be one."""
        if not href.strip():
            return list(children)
        node = reference_to(href, *children, docname=self.sphinx_env.docname)
        if node is None:
            message = f"the link to {href!r} is left out: {why_refused(href)}."
            warn(Warn.URL, message, location=self.place(line))
            return list(children)
        node.source, node.line = self.document["source"], line
        if isinstance(node, nodes.reference) and not any(True for _ in node.findall(nodes.image)):
            node["classes"].append("external")
        return [node]

    # -- images ---------------------------------------------------------------------------

    def render_image(self, token: SyntaxTreeNode) -> None:
        """Render a Markdown image; a path may also be meant from the root of the site."""
        super().render_image(token)
        image = self.current_node.children[-1]
        if isinstance(image, nodes.image) and not is_external(image["uri"]):
            page = Path(self.sphinx_env.doc2path(self.sphinx_env.docname))
            path = unquote(image["uri"])
            rooted = path.startswith("/")
            there = is_file(
                (Path(self.sphinx_env.srcdir) if rooted else page.parent) / path.lstrip("/")
            )
            found = None if there else self.find_file(image["uri"])
            if found is not None:
                image["uri"] = "/" + found
            elif not there and self._tells_of_images(image["uri"]):
                line = token_line(token, 0)
                self.current_node.remove(image)
                self.current_node += self.image({"src": image["uri"], "alt": image["alt"]}, line)

    def _tells_of_images(self, uri: str) -> bool:
        """Whether an image of a page in Markdown that is not there is told in our words.

        In our theme only; where Sphinx chooses among formats, or is asked to be quiet, it is not.
        """
        config = self.sphinx_env.config
        quiet = {"image", "image.*", "image.not_readable"} & set(config.suppress_warnings)
        ours = build_of(config) is not None and has_our_theme(config)
        return ours and not quiet and not uri.endswith("*")

    def image(self, attributes: Mapping[str, str], line: int) -> list[nodes.Node]:
        """Return the image that ``<img>`` or ``![](…)`` describes.

        A file that is not there costs a warning, and the text of the image stands in its place.
        """
        source = attributes.get("src", "").strip()
        alt = attributes.get("alt", "")
        target = safe_source(source, picture=True)
        if target is None:
            message = f"the image {source!r} is left out: write a file or an https:// address."
            warn(Warn.URL, message, location=self.place(line))
        if not target:
            return [nodes.Text(alt)] if alt else []
        if not is_external(target):
            found = find_or_await(self.sphinx_env, target, self._source_path(), self._base())
            if found is None:
                message = f"the image {source!r} does not exist; its text is shown instead."
                message += self.similar_file(target)
                warn(Warn.IMAGE, message, location=self.place(line))
                return [nodes.emphasis("", alt)] if alt else []
            target = "/" + found
        node = nodes.image(uri=target, alt=alt)
        node.source, node.line = self.document["source"], line
        node["classes"].extend(classes_of(attributes))
        if "noZoom" in attributes or "nozoom" in attributes:
            node["classes"].append("dj-no-zoom")
        if title := attributes.get("title"):
            node["title"] = title
        self._size(node, attributes)
        if align := attributes.get("align"):
            node["classes"].append(f"dj-align-{nodes.make_id(align)}")
        if identifier := attributes.get("id"):
            self.name_target(node, identifier)
        return [node]

    def _size(self, node: nodes.image, attributes: Mapping[str, str]) -> None:
        style = style_of(attributes)
        for key in ("width", "height"):
            value = (style.pop(key, "") or attributes.get(key, "")).strip()
            if LENGTH.fullmatch(value) and not value.endswith(("vw", "vh", "ch", "rem")):
                node[key] = value
        if style and (css_class := self.style_class(style)):
            node["classes"].append(css_class)

    # -- files ----------------------------------------------------------------------------

    def find_file(self, target: str) -> str | None:
        """Return the path below the source directory of the file *target*, or ``None``."""
        return find_file(self.sphinx_env, target, self._source_path(), self._base())

    def _source_path(self) -> str:
        """Return the path of the text being rendered, below the source directory."""
        source = Path(self.document["source"])
        root = Path(self.sphinx_env.srcdir)
        if source.is_relative_to(root):
            return source.relative_to(root).as_posix()
        return self.sphinx_env.docname

    def _base(self) -> str:
        return base_path(self.sphinx_env.config)

    def similar_file(self, target: str) -> str:
        """Return the question whether another file is meant, in a message about *target*."""
        root = Path(self.sphinx_env.srcdir)
        meant = meant_files(target, self._source_path(), self._base())
        found = next((near for path in meant if (near := near_file(root, path))), None)
        return did_you_mean(f"/{found}" if found else None)

    def static_file(self, target: str) -> str | None:
        """Make the file *target* part of the output and return its name among the downloads."""
        env = self.sphinx_env
        found = find_or_await(env, target, self._source_path(), self._base())
        if found is None:
            return None
        env.note_dependency(str(Path(env.srcdir) / found))
        return str(env.dlfiles.add_file(env.docname, found))

    def extra_address(self, target: str) -> str | None:
        """Return where the output has *target*, when it is an extra file, from its root."""
        build = build_of(self.sphinx_env.config)
        if build is None or is_external(target):
            return None
        for path in meant_files(target, self._source_path(), self._base()):
            found = find_extra_file(Path(build.builder.confdir), self.sphinx_env.config, path)
            if found is not None:
                return found[0]
        return None

    # -- styles and ids -------------------------------------------------------------------

    def style_class(self, style: Mapping[str, str]) -> str:
        """Return the class for *style* and remember its rule for the site's style sheet."""
        return style_class(self.sphinx_env, style)

    def name_target(self, node: nodes.Element, identifier: str) -> None:
        """Make *identifier* an id of *node* unless the page has it already."""
        identifier = _as_id(identifier)
        if identifier and identifier not in self.document.ids:
            give_id(self.document, node, identifier)

    def is_named(self, identifier: str) -> bool:
        """Whether a node of the page has the id *identifier*, or there is none to have."""
        identifier = _as_id(identifier)
        return not identifier or identifier in self.document.ids


def _as_id(identifier: str) -> str:
    return identifier.strip().replace(" ", "-")
