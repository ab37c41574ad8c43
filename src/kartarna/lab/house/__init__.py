"""What a changed option, deck or house rule does to a game (docs/lab.md)."""
