"""Hints that explain, and a coach that asks before a costly decision (docs/hints.md). Knows no particular game."""
