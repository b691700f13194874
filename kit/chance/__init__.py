"""The mathematics of the kit: exact distributions, counting, intervals, Markov chains. It knows no game.

Exact values are `fractions.Fraction`; a probability is a fraction from 0 to 1. What is estimated from games has an interval.
"""
