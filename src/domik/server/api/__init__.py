"""The JSON door: tables, bots, challenges and events for programs."""
