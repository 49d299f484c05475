"""What is near the network: errors, limits, logs, numbers; nothing of a game."""
