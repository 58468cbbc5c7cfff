"""What people do: challenge, accept, play, undo, resign, cancel. Knows the store and the rules, not Discord."""
