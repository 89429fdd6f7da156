"""Our own site needs no setting but the extension, and the tables that are made from the code."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

extensions = [
    "sphinx_docsjson",
    "docsjson_reference",
    "component_reference",
    "field_pictures",
    "format_table",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]

docsjson_conventions = "all"

# Editors read it where `sphinx-docsjson init` says that it is.
html_extra_path = ["../sphinx_docsjson/site/schema.json"]
epub_exclude_files = ["schema.json"]

# The gallery of components shows the examples of an endpoint on a page that is none, and the
# kitchen sink shows pictures as Sphinx writes them. The host says where the site is read, and the
# page of all fields is as long as there are fields.
suppress_warnings = [
    "docsjson.example-place",
    "docsjson.image-frame",
    "docsjson.agent-markdown-link-portability",
    "docsjson.agent-page-size-markdown",
]

# What the made-up objects of the kitchen sink and of the Python page are made of.
nitpick_ignore = [
    ("py:class", "collections.abc.Callable"),
    ("py:class", "optional"),
    ("py:class", "T"),
    ("c:identifier", "size_t"),
    ("cpp:identifier", "Container"),
    ("cpp:identifier", "Full"),
    ("js:class", "string"),
    ("js:class", "number"),
    ("js:class", "RangeError"),
]
