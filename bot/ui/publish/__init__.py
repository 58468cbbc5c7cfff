"""Public messages: boards, offers, challenges, and who is told of them."""
