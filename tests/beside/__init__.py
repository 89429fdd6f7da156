"""Sphinx projects built without us, with us and in our theme, and what differs between them.

``tests.roots`` and ``tests.matrix`` choose the projects; here is what both do with one.
"""
