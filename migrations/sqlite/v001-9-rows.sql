-- Rows that a library begins with.

-- The owner, who is meant where no user is named.
INSERT INTO users (id, name, name_folded, role, created)
VALUES (1, 'owner', 'owner', 'admin', unixepoch());
-- Tokens of another library are not those of this one.
INSERT INTO sqlite_sequence (name, seq) VALUES ('changes', abs(random() % 1000000000000));
