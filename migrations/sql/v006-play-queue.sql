-- The player's queue outlives the player: what is in it, which entry is current, and where in it one is.
-- It is the user's own; a file that is gone, or that was never in the library, keeps its place by its path.

CREATE TABLE queue_entries (
    -- Place in the order of playing, from 0.
    position     INTEGER PRIMARY KEY,
    -- Place in the order in which they were put in, which comes back when the queue is no longer mixed.
    own_position INTEGER NOT NULL,
    item_id      INTEGER REFERENCES items (id) ON DELETE SET NULL,
    path         BLOB,
    url          TEXT,
    title        TEXT,
    -- The part of the file that is played, in seconds.
    start_time   REAL NOT NULL,
    end_time     REAL,
    CHECK ((path IS NULL) <> (url IS NULL))
) STRICT;

CREATE INDEX queue_entries_item ON queue_entries (item_id) WHERE item_id IS NOT NULL;

CREATE TABLE queue_state (
    id               INTEGER PRIMARY KEY CHECK (id = 1),
    current_position INTEGER,
    -- In seconds from the beginning of the current entry.
    time             REAL NOT NULL,
    repeat_mode      TEXT NOT NULL CHECK (repeat_mode IN ('none', 'one', 'all')),
    shuffle_mode     TEXT NOT NULL CHECK (shuffle_mode IN ('off', 'songs', 'albums'))
) STRICT;
