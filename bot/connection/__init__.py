"""The connection to Discord: the client, who answers for which shards, and what Discord keeps of ours."""
