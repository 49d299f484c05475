"""Tables being played: their state in memory, commands, sessions and broadcasts."""
