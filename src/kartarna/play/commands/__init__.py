"""What people ask of a table, as drafts of rows."""
