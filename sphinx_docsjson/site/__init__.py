"""Reads ``docs.json`` into a :class:`~sphinx_docsjson.site.model.Site`. Imports no Sphinx."""
