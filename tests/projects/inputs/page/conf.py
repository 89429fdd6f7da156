"""A project of one page, which needs no toctree."""

project = "Somebody"
author = "Somebody"
html_theme = "nature"
