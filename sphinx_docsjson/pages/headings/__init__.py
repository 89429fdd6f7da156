"""Headings, titles and the ids that links use."""
