"""How a database works: connections, transactions, the schema, and what is different between SQLite and PostgreSQL."""
