"""What anybody may see of the hall, as pages of plain values: for the lobby, phones and paper."""
