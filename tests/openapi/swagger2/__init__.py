"""Is Swagger 2.0 converted as the package ``swagger2openapi`` does, but for what is meant?"""
