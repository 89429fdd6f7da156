"""``sphinx-docsjson lsp``: a language server for the pages of a site and its ``docs.json``."""
