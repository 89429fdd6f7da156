"""Parses the text of a page into tokens and constants. Imports neither Sphinx nor docutils."""
