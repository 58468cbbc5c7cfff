"""Storage: tables, migrations, queries. Every row lives here; nothing here knows Discord or the rules."""
