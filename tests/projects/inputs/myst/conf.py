"""A project that reads Markdown with MyST, in a theme of its own."""

project = "Somebody"
author = "Somebody"
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "substitution"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "basic"
latex_elements = {"papersize": "a4paper"}
