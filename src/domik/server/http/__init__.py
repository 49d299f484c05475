"""Plain HTTP: errors, limits, logs, metrics and URLs; nothing in here knows about games."""
