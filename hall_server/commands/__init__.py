"""The commands of ``hall-server``, one file each: options in, words out. They decide nothing."""
