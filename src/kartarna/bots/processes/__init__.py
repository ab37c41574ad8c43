"""Bots in processes of their own: those that others wrote, and ours where they would block."""
