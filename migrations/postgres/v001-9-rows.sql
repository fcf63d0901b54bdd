-- Rows that a library begins with: see those on SQLite.

INSERT INTO users (id, name, name_folded, role, created)
VALUES (1, 'owner', 'owner', 'admin', CAST(extract(epoch FROM now()) AS bigint));
SELECT setval('users_id_seq', 1);
