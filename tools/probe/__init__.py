"""The probe: what we believe of Discord, tried out on the real one in the operator's test server."""
