"""Games by the million: plan, simulation, tally, report."""
