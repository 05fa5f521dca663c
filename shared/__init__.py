"""What all nodes of a hall share."""
