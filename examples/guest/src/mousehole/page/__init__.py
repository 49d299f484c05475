"""Browser rendering of Mousehole."""
