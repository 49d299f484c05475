"""Reviews of finished games, computed in the background, and exercises made from them."""
