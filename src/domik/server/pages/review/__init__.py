"""Reviews of finished games, made aside, and the exercises that come of them."""
