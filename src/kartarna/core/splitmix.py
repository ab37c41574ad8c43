"""The constants of SplitMix64 (core/rng.py). Compiled code gets them from splitmix.pxd."""

STEP = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB
