"""What somebody has played: games, statistics, ratings, what others may read of it."""
