"""A release: what is built from a clean copy installs and satisfies packagers; the shell parts of workflows run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.tools.test_versions import PROJECT, WORKFLOWS

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://code.example/domik"
PUBLISHING = {
    "DOMIK_REPOSITORY": REPOSITORY,
    "DOMIK_CONTACT": "domik@code.example",
    "DOMIK_COMPILE": "0",
    "DOMIK_FONTS": "0",
}
NOTHING: dict[str, str] = {}
RELEASE: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the workflows' shell is bash")


def run(*words: str, cwd: Path = ROOT, env: Mapping[str, str] = NOTHING) -> str:
    """What a command says that goes well."""
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with sdist and wheel, built from files that git knows; the wheel is built from the sdist."""
    copy = tmp_path_factory.mktemp("clean")
    for name in ("README.md", "CHANGELOG.md", "LICENSE", "MANIFEST.in", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, copy)
    hidden = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "*.egg-info", "font")
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, copy / name, ignore=hidden)
    run(sys.executable, "-m", "build", "--no-isolation", cwd=copy, env=PUBLISHING)
    return copy / "dist"


def test_a_package_satisfies_the_tools_of_packagers(distributions: Path) -> None:
    files = sorted(map(str, distributions.iterdir()))
    wheel, sources = sorted(files, key=lambda name: name.endswith(".tar.gz"))
    scripts = Path(sys.executable).parent
    assert "WARNING" not in run(sys.executable, "-m", "twine", "check", "--strict", *files)
    run(str(scripts / "check-wheel-contents"), wheel)
    run(str(scripts / "validate-pyproject"), str(ROOT / "pyproject.toml"))
    assert "Final rating: 10/10" in run(str(scripts / "pyroma"), "--min", "10", sources, env=PUBLISHING)


def metadata(distributions: Path) -> str:
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return packed.read(name).decode()


def test_a_pure_wheel_does_not_require_the_runtime_of_the_compiler(distributions: Path) -> None:
    text = metadata(distributions)
    assert "Requires-Dist: starlette>=" in text
    assert "librt" not in text


def test_a_page_on_an_index_shows_pictures_and_leads_home(distributions: Path) -> None:
    text = metadata(distributions)
    assert f"Project-URL: Homepage, {REPOSITORY}" in text
    assert f"]({REPOSITORY}/raw/v{PROJECT_VERSION}/docs/pictures/" in text
    assert f"]({REPOSITORY}/blob/v{PROJECT_VERSION}/docs/" in text
    assert "](docs/" not in text


def test_sources_are_packed_without_the_compiler(distributions: Path, tmp_path: Path) -> None:
    """`python -m build` as it is typed: what packs the sources gets an environment without mypy."""
    (sources,) = distributions.glob("*.tar.gz")
    with tarfile.open(sources) as packed:
        packed.extractall(tmp_path, filter="data")
    (copy,) = tmp_path.iterdir()
    absent = tmp_path / "absent"
    absent.mkdir()
    absent.joinpath("mypy.py").write_text("raise ModuleNotFoundError('mypy')\n", encoding="utf-8")
    environment = {"PYTHONPATH": str(absent), "DOMIK_COMPILE": "1", "DOMIK_FONTS": "0"}
    run(
        sys.executable, "-m", "build", "--sdist", "--no-isolation", "--skip-dependency-check", cwd=copy, env=environment
    )
    assert sorted(path.name for path in (copy / "dist").iterdir()) == [sources.name]


def test_the_sources_install_by_themselves(distributions: Path, tmp_path: Path) -> None:
    (sources,) = distributions.glob("*.tar.gz")
    with tarfile.open(sources) as packed:
        names = packed.getnames()
    assert any(name.endswith("tools/backend.py") for name in names)
    assert not any("/tests/" in name or name.endswith((".so", ".c")) for name in names)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-deps")
    run(*pip, "--no-build-isolation", "--target", str(tmp_path), str(sources), env=PUBLISHING)
    domik = str(tmp_path / "bin" / "domik")
    assert (
        run(domik, "--version", cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})
        == f"domik {PROJECT_VERSION} (pure Python)\n"
    )
    told = run(domik, "rules", "treehouse", "TH-33", "--lang", "pl", cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    assert told.startswith("TH-33")


def read_version() -> str:
    return run(sys.executable, "tools/release_notes.py", "--version").strip()


PROJECT_VERSION = read_version()


def test_the_extra_all_has_everything_but_the_tools_of_developers() -> None:
    extras = PROJECT["optional-dependencies"]
    ours = {"all", "baselines", "bench", "test", "lint", "docs", "release"}
    (whole,) = extras["all"]
    assert set(whole.removeprefix("domik[").removesuffix("]").split(",")) == set(extras) - ours


# ---- workflows ------------------------------------------------------------------------------------------------------


def test_workflows_are_what_github_reads_and_give_nothing_away() -> None:
    """GitHub's own schema, and zizmor, which looks for holes in workflows."""
    scripts = Path(sys.executable).parent
    names = list(map(str, WORKFLOWS))
    run(str(scripts / "check-jsonschema"), "--builtin-schema", "vendor.github-workflows", *names)
    run(str(scripts / "zizmor"), "--offline", "--no-progress", "--min-severity", "medium", str(ROOT / ".github"))


def shell_of(job: str, *contained: str) -> str:
    """The shell commands of the one step that has these words."""
    (found,) = (
        step["run"]
        for step in RELEASE["jobs"][job]["steps"]
        if "run" in step and all(word in step["run"] for word in contained)
    )
    return str(found)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.stem))
def test_the_shell_of_workflows_parses(path: Path) -> None:
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
        for step in job.get("steps", ()):
            if "run" in step:
                run("bash", "-n", "-c", step["run"])


def test_a_tag_must_be_the_version_and_have_notes(tmp_path: Path) -> None:
    shell = shell_of("tag", "GITHUB_REF_NAME").replace("notes.md", str(tmp_path / "notes.md"))
    run("bash", "-e", "-c", shell, env={"GITHUB_REF_NAME": f"v{PROJECT_VERSION}"})
    notes = (tmp_path / "notes.md").read_text(encoding="utf-8")
    assert notes.startswith(("- ", "### "))
    assert "\n## " not in notes
    wrong = ["bash", "-e", "-c", shell]
    assert subprocess.run(wrong, cwd=ROOT, env=os.environ | {"GITHUB_REF_NAME": "v9.9.9"}, check=False).returncode != 0


def test_a_version_without_notes_is_not_released() -> None:
    done = subprocess.run(
        [sys.executable, "tools/release_notes.py", "9.9.9"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "CHANGELOG.md has nothing on 9.9.9\n")


def test_a_pure_wheel_among_the_compiled_ones_is_found(tmp_path: Path) -> None:
    shell = shell_of("compiled", "none-any")
    (tmp_path / "wheelhouse").mkdir()
    (tmp_path / "wheelhouse" / "domik-1-cp311-cp311-win_amd64.whl").touch()
    run("bash", "-c", shell, cwd=tmp_path)
    (tmp_path / "wheelhouse" / "domik-1-py3-none-any.whl").touch()
    assert subprocess.run(["bash", "-c", shell], cwd=tmp_path, check=False).returncode == 1


def test_what_is_audited_can_be_listed(tmp_path: Path) -> None:
    listing = [line for line in shell_of("audit", "versions.py").splitlines() if "versions.py" in line]
    for line in listing:
        target = line.rpartition("> ")[2]
        run("bash", "-e", "-c", line.replace(target, str(tmp_path / target)))
        assert "starlette" in (tmp_path / target).read_text(encoding="utf-8")
    assert len(listing) == 2


def test_nothing_is_published_before_everything_was_tried() -> None:
    publish = RELEASE["jobs"]["publish"]
    assert set(publish["needs"]) == set(RELEASE["jobs"]) - {"publish", "image"}
    assert publish["permissions"]["id-token"] == "write"
    assert "tag" in publish["if"]
