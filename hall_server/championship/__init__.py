"""Many halls, one championship: each hall's log goes up in segments, headquarters folds them."""
