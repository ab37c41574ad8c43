"""The ladder of levels: measured, tested, written as a page."""
