"""The previous release on the tables of this one."""
