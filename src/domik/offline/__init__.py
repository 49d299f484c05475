"""Domik without a server: the same application in the browser's own Python (docs/offline.md)."""
