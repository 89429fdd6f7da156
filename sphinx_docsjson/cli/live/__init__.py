"""``sphinx-docsjson serve``: a site that is built while it is read.

Two processes. One serves files and watches sources (``site_server``, ``changes``); it starts the
other, which keeps a Sphinx application and builds (``building``), and is started anew when code
changed. They talk in lines of JSON (``build_process``).
"""
