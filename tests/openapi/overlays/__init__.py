"""Do overlays change a description as the Overlay Specification says?"""
