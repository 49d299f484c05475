"""The companion: counting a game that lies on a real table (docs/companion.md)."""
