"""A match in words: sentences, alt texts, cards, refusals, the options of commands."""
