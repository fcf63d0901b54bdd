import Testing

/// Tests of libraries that `make test` runs on SQLite and on PostgreSQL.
@Suite enum OnBothDatabases {}
