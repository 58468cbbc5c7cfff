"""Public messages: boards, offers, challenges, and who is notified of them."""
