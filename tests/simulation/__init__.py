"""A hall in virtual time: the product's own nodes, protocol, store and fold, and a bad network.

``python -m tests.simulation --seed N [--bug NAME]`` plays one hall again, as it was.
"""
