"""All use of private names of other packages: one function each, with reason and fallback.

What a package documents is used where it is needed. What it does not document, or says to be its
own, is touched in this room only, and only where there is no other way. Such a function says why
it is needed, what is lost where a later release has moved the thing, and where that was asked for
or reported upstream. What is lost is beauty or speed, never the build.

``tests/compat`` renames each of these things in the source of the package, as a later release
would, and builds a site with what is left.
"""
