"""Files that the hall writes and reads: text and bytes from values, and values from them."""
