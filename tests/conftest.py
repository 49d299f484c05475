"""What holds for every test."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# These tests are about our own games, whatever guests are installed beside them; tests/guest invites one.
os.environ["DOMIK_GUESTS"] = "0"

# A busy machine is no fault of the code: an example may take its time.
settings.register_profile("domik", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("domik")
