"""The mathematics of the kit: exact distributions, counting, intervals, Markov chains. It knows no game.

Exact values are `fractions.Fraction`; a probability is a fraction from 0 to 1. What is estimated from games has an interval.
A wrong argument is a ValueError (no number at all: TypeError) that names the argument, its range and the value given.

Sources: "Feller" is W. Feller, "An Introduction to Probability Theory and Its Applications", volume 1, third edition (1968).
"""
