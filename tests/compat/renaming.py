"""Renames something private in the source of a package, as a later release of it would.

``python -m tests.compat.renaming TOUCH … -- ARGUMENTS`` runs ``sphinx-build ARGUMENTS`` with
packages in which the named things have other names, wherever the packages themselves use them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType
from typing import Any

PACKAGES = frozenset(
    {"docutils", "markdown_it", "myst_parser", "pygments", "sphinx", "sphinx_design"}
)


@dataclass(frozen=True, kw_only=True)
class Touch:
    """Something private that we touch.

    :param old: what stands for it in the source of the packages, as an expression.
    :param new: what stands there in the later release.
    :param module: the only module in which it is replaced; without it all.
    """

    old: str
    new: str
    module: str = ""


def _name(name: str) -> Touch:
    return Touch(old=rf"(?<!\\)\b{name}\b", new=f"renamed_{name.strip('_')}")


def _attribute(of: str, name: str) -> Touch:
    return Touch(old=rf"\b({of})\.{name}\b", new=rf"\1.renamed_{name}")


TOUCHES = {
    # Sphinx
    "raw_config": _name("_raw_config"),
    "post_transforms": _attribute("self|registry", "post_transforms"),
    "translation_handlers": _name("translation_handlers"),
    "source_parsers": _name("source_parsers"),
    "math_renderers": _name("html_inline_math_renderers"),
    "themes": _attribute("self|registry", "html_themes"),
    "translator_class": _name("get_translator_class"),
    "project": Touch(
        old="class Project:",
        new="class Project:\n    def __setattr__(self, name, value):\n"
        "        if name == '__class__':\n            raise TypeError(name)\n"
        "        object.__setattr__(self, name, value)\n",
        module="sphinx.project",
    ),
    "toctree_collector": _name("TocTreeCollector"),
    "doctree_cache": _name("_pickled_doctree_cache"),
    "namespace": Touch(old="NAMESPACE = 'sphinx'", new="NAMESPACE = 'renamed'"),
    "render_partial": _name("render_partial"),
    "document_toc": _name("document_toc"),
    "relations": _attribute("self|builder", "relations"),
    "templates": _attribute("self|builder", "templates"),
    "highlighter": _attribute("self|builder", "highlighter"),
    "indexer": _attribute("self|builder", "indexer"),
    "msg_origin": _name("MsgOrigin"),
    "build_content": _name("build_content"),
    "hypertarget": _name("hypertarget"),
    "in_title": _name("in_title"),
    "no_latex_floats": _name("no_latex_floats"),
    # docutils
    "directives": _name("_directives"),
    "roles": _name("_roles"),
    "role_registry": _name("_role_registry"),
    "tex2mathml": _name("tex2mathml"),
    "source_and_line": _name("get_source_and_line"),
    # MyST
    "make_document": _name("make_document"),
    "render_initialise": _name("_render_initialise"),
    "level_to_section": _name("_level_to_section"),
    "heading_offset": _name("_heading_offset"),
    "heading_slugs": _name("_heading_slugs"),
    "root_node": Touch(old='"temp_root_node"', new='"renamed_root"'),
    "intersphinx": _name("_resolve_myst_ref_intersphinx"),
    "std_label": _name("_std_label_in_doc"),
    "resolve_any": _name("resolve_myst_ref_any"),
    "myst_slugs": _name("myst_slugs"),
    "myst_config": Touch(old=r"\.myst_config\b", new=".renamed_config"),
    "setup_sphinx": _name("setup_sphinx"),
    "setup_done": _name("_SETUP_DONE_ATTR"),
}


class Later(SourceFileLoader):
    """Loads a module of a later release."""

    touches: tuple[Touch, ...] = ()

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of the module; one that does not change is loaded as ever."""
        text = old = self.get_source(fullname)
        for touch in self.touches:
            if touch.module in ("", fullname):
                text = re.sub(touch.old, touch.new, text)
        return super().get_code(fullname) if text == old else compile(text, self.path, "exec")


class LaterPackages(MetaPathFinder):
    """Finds the modules of the packages, and lets :class:`Later` load them."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Return the specification of a module of the packages; of others nothing."""
        if fullname.partition(".")[0] not in PACKAGES:
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is not None and type(found.loader) is SourceFileLoader:
            found.loader = Later(found.loader.name, found.loader.path)
        return found


def main(arguments: list[str]) -> int:
    """Build with the packages of later releases; return the exit code."""
    split = arguments.index("--")
    Later.touches = tuple(TOUCHES[name] for name in arguments[:split])
    sys.meta_path.insert(0, LaterPackages())
    from sphinx.cmd.build import main as build

    return build(arguments[split + 1 :])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
