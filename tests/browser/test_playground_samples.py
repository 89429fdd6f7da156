"""What the page makes of a request while someone types is what the build made of it."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.openapi.content.playground import jsonable, playground_data
from sphinx_docsjson.ext.openapi.request.http import build_request
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES, language, sample_of
from sphinx_docsjson.site.model import Api
from tests.playground.support import SCRIPTS, initial, sampler_of, spec, typed

pytestmark = pytest.mark.browser

SPECS = ("museum.yaml", "scalar-galaxy.yaml", "redocly-cafe.yaml", "discord.json", "stripe.yaml")

MAKE_SAMPLES = """
({ cases, languages }) => cases.map(({ operation, values }) => {
  const request = buildRequest(operation, values);
  return languages.map((language) => sampleOf(request, language));
})
"""


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    for name in ("../shared/own", "request", "parameters", "bodies", "samples"):
        page.add_script_tag(path=SCRIPTS / f"{name}.js")
    yield page
    page.close()


def case(operation, specification, values):
    data = playground_data(
        operation,
        values,
        Api(),
        sampler=sampler_of(specification),
    )
    return {
        "operation": json.loads(json.dumps(data)),
        "values": {
            "server": values.server,
            "parameters": jsonable(values.parameters),
            "mediaType": values.media_type,
            "body": jsonable(values.body),
            "security": values.security,
            "credentials": values.credentials,
        },
    }


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("values_of", [initial, typed])
def test_samples_are_the_same_for_every_operation(page, shared, name, values_of):
    specification = spec(name)
    operations = specification.operations[:60]
    values = [values_of(specification, operation) for operation in operations]
    cases = [
        case(operation, specification, value)
        for operation, value in zip(operations, values, strict=True)
    ]

    in_page = page.evaluate(
        MAKE_SAMPLES, {"cases": cases, "languages": [language(name) for name in LANGUAGES]}
    )

    for operation, value, samples in zip(operations, values, in_page, strict=True):
        request = build_request(operation, value)
        assert samples == [sample_of(request, name).code for name in LANGUAGES], operation.key
