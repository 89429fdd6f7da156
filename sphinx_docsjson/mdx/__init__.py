"""The text of a page → tokens and constants. Pure: neither Sphinx nor docutils."""
