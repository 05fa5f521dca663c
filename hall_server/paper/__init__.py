"""Paper: the contents of each sheet, as values; ``drawing`` makes PDF of them."""
