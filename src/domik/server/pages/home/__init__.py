"""The home page and the administration page."""
