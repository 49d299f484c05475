"""The JSON door keeps what its OpenAPI document promises: schemathesis asks every operation, rightly and wrongly."""

from __future__ import annotations

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

from domik.server.api.openapi import EVENTS
from domik.server.api.routes import OPERATIONS
from domik.server.app import routes
from tests.server.api.test_api import begun
from tests.server.api.test_bots_door import registered
from tests.server.host import Host
from tests.waiting import PATIENCE

EXAMPLES = int(os.environ.get("DOMIK_SWEEP", "5"))
CHECKS = [
    *(not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance),
    negative_data_rejection,
]
RIGHT, WRONG = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
ASKED = [operation for operation in OPERATIONS if operation.media != EVENTS]  # a stream has no end to wait for


@pytest.fixture(scope="module")
def keys(host: Host) -> dict[str, list[str]]:
    """Tables and keys that are good for something, so that not everything ends with 404."""
    table, (one, _) = begun(host)
    bot, other = registered(host, "Tester"), registered(host, "Rival")
    challenge = other.post("/api/challenges", json={"to": "Tester", "game": "treehouse"}).json()["id"]
    secrets = [client.headers["authorization"] for client in (one, bot, other)]
    return {"ids": [table, challenge], "keys": secrets}


@pytest.fixture(scope="module")
def schema(host: Host) -> Any:
    return schemathesis.openapi.from_url(f"{host.origin}/api/openapi.json")


CASES = [(one, RIGHT) for one in ASKED] + [(one, WRONG) for one in ASKED if one.takes is not None or one.query]


@pytest.mark.parametrize(("operation", "mode"), CASES, ids=[f"{one.name}-{mode.value}" for one, mode in CASES])
def test_the_document_is_kept(
    host: Host, schema: Any, keys: dict[str, list[str]], operation: Any, mode: GenerationMode
) -> None:
    promised = schema[operation.path][operation.method]
    errors = host.rooms.services.metrics.errors

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=promised.as_strategy(generation_mode=mode), at=st.integers(0, 3), key=st.integers(0, 4))
    def asked(case: Any, at: int, key: int) -> None:
        waits = operation.name == "look" and mode is WRONG  # where only a header is wrong, it would wait for news
        if "{id}" in operation.path and at < len(keys["ids"]) and not waits:
            case.path_parameters = {"id": keys["ids"][at]}
        if key < len(keys["keys"]):
            case.headers = {**(case.headers or {}), "Authorization": keys["keys"][key]}
        if operation.name == "look" and mode is RIGHT:
            case.query = {}  # it would wait for something to happen
        if operation.name in ("close", "decline"):
            case.headers = {}  # not in the middle of everything
        case.call_and_validate(base_url=host.origin, checks=CHECKS, timeout=PATIENCE)

    asked()
    assert host.rooms.services.metrics.errors == errors


def test_every_address_is_in_the_document(host: Host) -> None:
    document = host.person().get("/api/openapi.json").json()
    paths = [one.path for one in routes() if isinstance(one, Route)]
    found = {path for path in paths if path.startswith("/api/")} - {"/api/openapi.json"}
    assert found == set(document["paths"])
    assert document["openapi"].startswith("3.1")
