"""Files in and out of the hall: text and bytes made from values, and values read from them."""
