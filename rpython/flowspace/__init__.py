"""What the flow space needs at run time."""
