"""Sphinx projects built without us, with us and in our theme, and what differs between them.

``tests.matrix`` has the projects; here is what it does with one.
"""
