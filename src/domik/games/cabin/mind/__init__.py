"""What a player thinks: advice, first thoughts, reasons."""
