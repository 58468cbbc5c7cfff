"""What a click costs, in two checkouts."""
