"""The demo: a whole hall on this machine, with robots at the tables. Real processes and disks."""
