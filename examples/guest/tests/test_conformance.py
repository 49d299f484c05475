"""Mousehole, tested as every game of Domik is."""

from __future__ import annotations

import pytest

import hooks
from domik.testing import Conformance, Subject
from mousehole import TITLE


class TestConformance(Conformance):
    @pytest.fixture
    def game(self) -> Subject:
        return Subject(TITLE, hooks)
