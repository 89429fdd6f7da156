"""A project that is read in another language than it is written in."""

project = "Somebody"
author = "Somebody"
language = "de"
locale_dirs = ["locale"]
gettext_compact = False
gettext_uuid = False
html_theme = "sphinxdoc"
exclude_patterns = ["_build"]
