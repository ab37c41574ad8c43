"""A thin client in Python for a Kartárna server."""
