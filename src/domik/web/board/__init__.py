"""What the boards of all games are built of: elements, shared parts, and the memo."""
