project = "Sundial"
html_baseurl = "https://sundial.example/docs/"

extensions = [
    "sphinx_docsjson",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
]
html_theme = "docsjson"

autodoc_member_order = "bysource"
