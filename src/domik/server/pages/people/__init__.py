"""Pages about people: their games, statistics, ratings, devices and public profiles."""
