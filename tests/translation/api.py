"""An OpenAPI file that says something in every place where it can."""

SPEC = """\
openapi: 3.1.0
info:
  title: origApi
  version: "1"
  description: origApiWords
servers:
  - url: https://{region}.example.org
    description: origServer
    variables:
      region: {default: eu, enum: [eu, us], description: origRegion}
  - url: https://test.example.org
    description: origTestServer
tags:
  - name: origTag
    description: origTagWords
paths:
  /plants/{id}:
    get:
      tags: [origTag]
      operationId: getPlant
      summary: origSummary of `id`
      description: |
        origFirst with *origEm*, <id> and {braces}.

        origSecond [origLink](https://example.org/).

        - origItem

        | origHead |
        | --- |
        | origCell |
      security:
        - key: []
        - login: [read]
      externalDocs: {url: https://example.org/docs, description: origMore}
      parameters:
        - {name: id, in: path, required: true, description: origId, schema: {type: string}}
        - name: kind
          in: query
          description: origKind
          schema:
            type: string
            enum: [tree, herb]
            x-enumDescriptions: {tree: origTree, herb: origHerb}
      responses:
        "200":
          description: origFound
          headers:
            X-Rate: {description: origRate, schema: {type: integer}}
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Plant"}
              examples:
                small: {summary: origSmall, description: origSmallWords, value: {name: fern}}
                large: {summary: origLarge, value: {name: oak}}
          links:
            again: {operationId: getPlant, description: origAgain}
        "404":
          description: origMissing
  /plants:
    post:
      tags: [origTag]
      summary: origCreate
      requestBody:
        description: origBody
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Plant"}
            examples:
              one: {summary: origRequest, value: {name: fern}}
      callbacks:
        grown:
          "{$request.body#/url}":
            post:
              summary: origCallback
              description: origGrown
              requestBody:
                description: origGrownBody
                content:
                  application/json:
                    schema: {type: object, properties: {size: {type: integer, description: origSize}}}
              responses:
                "200": {description: origThanks}
      responses:
        "201": {description: origCreated}
webhooks:
  frost:
    post:
      summary: origFrost
      description: origFrostWords
      responses:
        "200": {description: origFrostSeen}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: origKey}
    login:
      type: oauth2
      description: origLogin
      flows:
        clientCredentials:
          tokenUrl: https://example.org/token
          scopes: {read: origScope}
  schemas:
    Plant:
      type: object
      description: origPlant
      properties:
        name: {type: string, description: "origName\\n\\norigNameMore", default: fern}
        parent: {$ref: "#/components/schemas/Plant"}
        leaf:
          oneOf:
            - {title: Needle, type: object, description: origNeedle, properties: {length: {type: number, description: origLength}}}
            - {title: Blade, type: object, description: origBlade, properties: {width: {type: number, description: origWidth}}}
"""  # noqa: E501

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
