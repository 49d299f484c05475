"""Learning a game: lessons that lie beside their games as data and are played through the real engine."""
