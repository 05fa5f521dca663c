"""Real hosts: a switch and machines as network namespaces, cables that are pulled, lines that lose.

``python -m tests.field`` plays every scenario and prints how long things took.
"""
