"""Texts, files and nodes: what every room may ask, and what knows none of them."""
