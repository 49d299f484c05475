"""Shell completion and the manual page, both made from the parsers: every command and option is in them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from domik.cli import COMMANDS
from domik.cli.parser import parser_of
from domik.language import LANGUAGES
from tests.cli.conftest import Domik


def options() -> set[str]:
    from domik.cli import words_of

    say = words_of(None, "en")
    return {word for name in COMMANDS for action in parser_of(name, say).actions() for word in action.option_strings}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_option_and_game(domik: Domik, shell: str, tmp_path: Path) -> None:
    script = domik("completion", shell).out
    assert {name for name in COMMANDS if name not in script} == set()
    assert {name for name in options() if name.lstrip("-") not in script} == set()
    assert "dream_home" in script
    if shutil.which(shell):
        file = tmp_path / "script"
        file.write_text(script, encoding="utf-8")
        checked = subprocess.run([shell, "-n", str(file)], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["lad"], "ladder"),
        (["sim", "dream"], "dream_home"),
        (["sim", "treehouse", "--ro"], "--rotate"),
        (["--ver"], ""),
    ],
)
def test_bash_completes(domik: Domik, typed: list[str], offered: str) -> None:
    script = domik("completion", "bash").out
    words = " ".join(f"'{word}'" for word in ["domik", *typed])
    asked = f'{script}\nCOMP_WORDS=({words}); COMP_CWORD={len(typed)}; _shtab_domik; echo "${{COMPREPLY[*]}}"'
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == offered


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shell_that_is_not_known_gets_a_sentence(domik: Domik, language: str) -> None:
    ran = domik("completion", "tcl", "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    assert "bash, zsh, fish" in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_page_has_everything(domik: Domik, language: str) -> None:
    page = domik("man", "--lang", language).out
    for name in COMMANDS:
        assert f".SS domik {name}\n" in page
    assert {name for name in options() - {"-h", "--help", "--lang"} if name.replace("-", "\\-") not in page} == set()
    assert not [line for line in page.splitlines() if line.startswith("'") or line.count("{")]
    if shutil.which("groff"):
        command = ["groff", "-man", "-Tutf8", "-K", "utf8", "-ww", "-z"]
        checked = subprocess.run(command, input=page, capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")
