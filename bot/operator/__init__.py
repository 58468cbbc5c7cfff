"""What the operator asks for: to run the bot, look it through, copy it, forget somebody."""
