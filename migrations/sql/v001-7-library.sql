-- One row about the library itself.

CREATE TABLE library (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- When anything in the library was last changed.
    last_modified INTEGER NOT NULL,
    -- SHA-256 of the schema's text, in hexadecimal: a library of another schema is refused.
    schema_sha256 TEXT NOT NULL,
    -- 0 from when an item changes until artist_totals are counted again.
    has_artist_totals INTEGER NOT NULL DEFAULT 0 CHECK (has_artist_totals IN (0, 1))
) STRICT;
