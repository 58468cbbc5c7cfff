"""Alembic's entry point: it runs inside the program, on the connection that `bot.store.backend.schema` passes in."""

from alembic import context

from bot.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transaction_per_migration=True
)
with context.begin_transaction():
    context.run_migrations()
