"""The tables of release 0.2.0. An empty database gets those of `bot.store.tables` instead, without any migration."""

revision = "0031"
down_revision = None
