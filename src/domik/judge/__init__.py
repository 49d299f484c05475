"""The one evaluation of moves that hints, reviews, exercises, puzzles and lessons ask; only their budgets differ."""
