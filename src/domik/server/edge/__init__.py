"""The edge of the server: how it listens, and the middleware that every request and live socket passes.

docs/decisions/0040 says what is held here and what only a proxy or the network can hold.
"""
