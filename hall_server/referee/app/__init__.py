"""The app: its screens and keys, the desk that they look at, the robot and the laptop."""
