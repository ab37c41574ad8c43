"""Figures and standings as tables of text."""
