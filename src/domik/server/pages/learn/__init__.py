"""Pages for learning: lessons, rules and puzzles."""
