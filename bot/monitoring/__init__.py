"""How the bot is, for the operator: `/live`, `/ready` and `/metrics`."""
