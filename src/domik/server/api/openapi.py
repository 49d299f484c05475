"""Build the OpenAPI document of the JSON API from the msgspec types of requests and responses."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik import __version__
from domik.server.api.schemas import Problem

REF_TEMPLATE = "#/components/schemas/{name}"
EVENTS = "text/event-stream"
NUMBER = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
OPEN, MAY, MUST = "", "may", "must"  # whether a bearer key is ignored, optional or required
ERROR_WORDS = {400: "bad", 401: "no_key", 403: "wrong_key", 404: "none", 409: "not_now", 413: "long", 429: "fast"}
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Operation:
    """One API operation; `name` is also the key of its description in the word files."""

    name: str
    method: str
    path: str
    endpoint: Endpoint
    gives: Any
    takes: Any = None
    status: int = 200
    key: str = OPEN
    media: str = "application/json"
    query: tuple[str, ...] = ()
    wrong: tuple[int, ...] = ()
    illegal: Any = None  # body type of a 409 that is not a `Problem`


def build_document(operations: Sequence[Operation], say: Callable[[str], str], public_url: str = "") -> dict[str, Any]:
    """Build the whole document; `say` looks up a text by key in the reader's language."""
    types = {one for op in operations for one in (op.gives, op.takes, op.illegal) if one is not None} | {Problem}
    ordered = sorted(types, key=lambda one: one.__name__)
    _, components = msgspec.json.schema_components(ordered, ref_template=REF_TEMPLATE)
    paths: dict[str, Any] = {}
    for op in operations:
        paths.setdefault(op.path, {})[op.method.lower()] = operation_object(op, say)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Domik", "version": __version__, "description": say("about")},
        "servers": [{"url": public_url or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": say("key")}},
        },
    }


def operation_object(op: Operation, say: Callable[[str], str]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", op.path)
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "schema": NUMBER, "description": say(f"query_{name}")}
        for name in op.query
    ]
    found: dict[str, Any] = {
        "operationId": op.name,
        "summary": say(op.name),
        "parameters": parameters,
        "responses": response_objects(op, say),
    }
    if op.takes is not None:
        found["requestBody"] = {"required": bool(has_required_fields(op.takes)), "content": body_content(op.takes)}
    if op.key:
        found["security"] = [{"key": []}] if op.key == MUST else [{}, {"key": []}]
    return found


def has_required_fields(kind: Any) -> bool:
    """Whether a request body may not be left out."""
    return any(field.required for field in msgspec.structs.fields(kind))


def body_content(kind: Any, media: str = "application/json") -> dict[str, Any]:
    return {media: {"schema": {"$ref": REF_TEMPLATE.format(name=kind.__name__)}}}


def response_objects(op: Operation, say: Callable[[str], str]) -> dict[str, Any]:
    """OpenAPI Responses Object: the success response and every error the operation can return."""
    schema: dict[str, Any] = body_content(op.gives, op.media)
    if op.media == EVENTS:
        schema = {EVENTS: {"schema": {"type": "string"}}}
    found: dict[str, Any] = {str(op.status): {"description": say("fine"), "content": schema}}
    keys = (401, 403) if op.key == MUST else (403,) if op.key == MAY else ()
    paths = (404,) if "{" in op.path else ()
    bodies = (400, 413) if op.takes is not None or op.query else ()
    for status in sorted({*keys, *paths, *bodies, 429, *op.wrong}):
        kind = op.illegal if status == 409 and op.illegal is not None else Problem
        found[str(status)] = {"description": say(ERROR_WORDS[status]), "content": body_content(kind)}
    found["default"] = {"description": say("default"), "content": body_content(Problem)}
    return found
