"""What is told of a run: figures, report, charts, thresholds, comparison."""
