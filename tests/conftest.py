"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A busy machine is no fault of the code: an example may take its time.
settings.register_profile("domik", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("domik")
