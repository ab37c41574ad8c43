"""What a house is asked and what it answers, over any transport: requests, their handlers, a table's messages."""
