"""The domain ``openapi`` of Sphinx: the objects of pages, and what a name in a text means."""
