-- One row about the library itself.

CREATE TABLE library (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    -- SHA-256 of the schema's text, in hexadecimal: a library of another schema is refused.
    schema_sha256 TEXT NOT NULL,
    -- When anything in the library was last changed.
    last_modified INTEGER NOT NULL
) STRICT;
