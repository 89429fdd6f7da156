"""An OpenAPI file that says something in every place where it can."""

from __future__ import annotations

from tests._support.inputs import input_text

SPEC = input_text(__file__, "api.yaml")

SITE = """{
  "name": "Site",
  "api": {"openapi": "api.yaml"},
  "navigation": {"tabs": [
    {"tab": "Docs", "pages": ["index", "written", "schema"]},
    {"tab": "API", "openapi": "api.yaml"}
  ]}
}"""

FILES = {
    "docs.json": SITE,
    "api.yaml": SPEC,
    "index.md": "# Start\n",
    "written.mdx": "---\nopenapi: GET /plants/{id}\n---\n\norigWritten <b>origBold</b>.\n",
    "schema.md": '---\ntitle: origSchemaPage\nopenapi-schema: "api.yaml Plant"\n---\n',
}
