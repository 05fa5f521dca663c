"""The SQLite replica: log, projections, journal, snapshots. The one place that writes SQL."""
