"""What is near the wire: errors, limits, logs, numbers; nothing of a game."""
