"""The public functions and classes for features and for packages that extend a site.

Sphinx's own functions come first: ``app.connect``, ``app.add_node``, ``app.add_config_value``,
``app.add_post_transform``. These are for what only we have. ``docs/extend/index.md`` shows each.

A package calls them in its ``setup()``, after :func:`load`. Commands are entry points of the
group ``sphinx_docsjson.commands``, since no application runs when one is looked up.
"""

from sphinx_docsjson import generated_documents, load
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.domain import add_component
from sphinx_docsjson.components.html_elements import element
from sphinx_docsjson.components.registry import Attribute, Component, Content, InlineTag
from sphinx_docsjson.components.renderers import Renderers
from sphinx_docsjson.configuration import add_field, field_value
from sphinx_docsjson.html.page_assets import add_script, add_style, has_node
from sphinx_docsjson.outputs.page_outputs import add_page_files, add_page_output
from sphinx_docsjson.steps import Turn, add_step, always, with_site, with_theme

__all__ = [
    "Attribute",
    "Component",
    "ComponentDirective",
    "Content",
    "InlineTag",
    "Renderers",
    "Turn",
    "add_component",
    "add_field",
    "add_page_files",
    "add_page_output",
    "add_script",
    "add_step",
    "add_style",
    "always",
    "element",
    "field_value",
    "generated_documents",
    "has_node",
    "load",
    "with_site",
    "with_theme",
]
