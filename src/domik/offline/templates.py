"""The templates of the pages as modules, which packing has made of them: no browser parses a template."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from jinja2 import ModuleLoader

from domik.server.rendering.templates import environment

FOLDER = "templates"  # of domik.web: in a packed Domik the modules lie there instead


def compile_into(folder: str) -> None:
    """Write every template as a module; called by compile.mjs, in the Python that will import them."""
    environment.compile_templates(folder, zip=None, ignore_errors=False)


def use_compiled_templates() -> None:
    """Let templates be loaded from their modules, where they are packed; to be called before the first is loaded."""
    folder = Path(str(files("domik.web").joinpath(FOLDER)))
    if any(folder.glob("tmpl_*.pyc")):
        environment.loader = ModuleLoader(folder)
