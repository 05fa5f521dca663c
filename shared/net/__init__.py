"""ZeroMQ, CURVE and invites. The one place that opens sockets."""
