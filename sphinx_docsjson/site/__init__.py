"""``docs.json`` → :class:`~sphinx_docsjson.site.model.Site`. Pure Python, no Sphinx."""
