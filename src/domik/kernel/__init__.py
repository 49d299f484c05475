"""What every game shares: states and views, random numbers, search, records.

It depends on the standard library, librt and mypy_extensions only.
"""
