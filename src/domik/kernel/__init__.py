"""What every game shares: seats, views, luck, records. Needs the standard library, librt and mypy_extensions only."""
