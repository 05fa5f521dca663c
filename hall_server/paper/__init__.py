"""Paper: what stands on each sheet, as values; ``drawing`` makes PDF of them."""
