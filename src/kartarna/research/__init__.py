"""Environments for research: the games as others' programs expect them. docs/research.md tells how to use them."""
