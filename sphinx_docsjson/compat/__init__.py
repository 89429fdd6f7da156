"""All use of private names of other packages: one function each, with reason and fallback.

Documented interfaces of a package are used where they are needed. Undocumented or private ones are
touched only in this package, and only if there is no other way. Such a function says why it is
needed, what is lost if a later release has moved it, and where that was requested or reported
upstream. What is lost is beauty or speed, never the build.

``tests/compat`` renames each of these things in the source of the package, as a later release
would, and builds a site with what is left.
"""
