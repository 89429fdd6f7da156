import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

project = "Pots"
extensions = ["sphinx.ext.autodoc", "sphinx_docsjson"]
docsjson_contents_decide = True
html_theme = "basic"
language = "de"
locale_dirs = ["locale"]
templates_path = ["_templates"]
html_static_path = ["_static"]
html_css_files = ["own.css"]
