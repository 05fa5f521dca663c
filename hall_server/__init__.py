"""The hall's own side: setting up, serving, pairing, the referee dashboard, what machines play."""
