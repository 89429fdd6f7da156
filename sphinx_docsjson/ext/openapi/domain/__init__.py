"""The Sphinx domain ``openapi``: the objects on pages, and the roles that link to them."""
