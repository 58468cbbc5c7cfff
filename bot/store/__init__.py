"""Storage: tables, migrations, queries. Every row lives here; nothing here knows Discord or plays by the rules."""
