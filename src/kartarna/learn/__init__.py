"""Courses: a game learnt by playing, step by step. Knows no particular game."""
