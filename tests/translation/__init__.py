"""Catalogues filled by a machine, and sites built with them."""
