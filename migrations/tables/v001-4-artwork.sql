-- Pictures: each once, by its content, and where it was found.

CREATE TABLE artworks (
    id INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
    mime_type TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    -- Last, so that the columns before it are read without it.
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE item_artworks (
    item_id INTEGER NOT NULL REFERENCES items DEFERRABLE INITIALLY DEFERRED,
    position INTEGER NOT NULL,
    -- What the picture shows: the picture types of ID3v2.4.
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 20),
    artwork_id INTEGER NOT NULL REFERENCES artworks DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (item_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_artworks_artwork ON item_artworks (artwork_id);

-- Picture files that belong to all items in their folder, and in the disc folders below it.
CREATE TABLE folder_artworks (
    folder_id INTEGER NOT NULL REFERENCES folders DEFERRABLE INITIALLY DEFERRED,
    name BLOB NOT NULL,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    -- When anything about the file was changed; 0 if unknown.
    changed INTEGER NOT NULL,
    -- The preferred picture has the lowest.
    position INTEGER NOT NULL,
    -- NULL for a file that is not a picture.
    artwork_id INTEGER REFERENCES artworks DEFERRABLE INITIALLY DEFERRED,
    -- Why such a file cannot be shown.
    problem TEXT,
    PRIMARY KEY (folder_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX folder_artworks_artwork ON folder_artworks (artwork_id);
