"""The rules of the hall as plain values: no clock, no chance, no files, no sockets."""
