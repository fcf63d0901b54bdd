-- What is the user's own. No scan changes or deletes any of it, and no deletion of an item cascades into it. Every row
-- belongs to a user.

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('admin', 'user')),
    created INTEGER NOT NULL
) STRICT;

-- Roots whose items a user does not see.
CREATE TABLE closed_roots (
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    root_id INTEGER NOT NULL REFERENCES roots ON DELETE CASCADE,
    PRIMARY KEY (user_id, root_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX closed_roots_root ON closed_roots (root_id);

-- What a user did with an item. An item with which the user did nothing has no row.
CREATE TABLE user_values (
    user_id INTEGER NOT NULL REFERENCES users,
    item_id INTEGER NOT NULL REFERENCES items DEFERRABLE,
    rating INTEGER CHECK (rating BETWEEN 0 AND 5),
    -- NULL for 0, so that an index has only what was played.
    play_count INTEGER CHECK (play_count > 0),
    skip_count INTEGER CHECK (skip_count > 0),
    last_played INTEGER,
    -- Seconds from the start of the item.
    bookmark_time REAL,
    -- When the user gave the item a star; NULL for an item without.
    favorite_date INTEGER,
    PRIMARY KEY (user_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_values_item ON user_values (item_id);
CREATE INDEX user_values_rating ON user_values (user_id, rating) WHERE rating IS NOT NULL;
CREATE INDEX user_values_play_count ON user_values (user_id, play_count) WHERE play_count IS NOT NULL;
CREATE INDEX user_values_last_played
    ON user_values (user_id, last_played) WHERE last_played IS NOT NULL;
CREATE INDEX user_values_favorite_date
    ON user_values (user_id, favorite_date) WHERE favorite_date IS NOT NULL;
CREATE INDEX user_values_bookmark_time
    ON user_values (user_id, bookmark_time) WHERE bookmark_time IS NOT NULL;

-- Each time that an item was played, whether to its end or not.
CREATE TABLE plays (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users,
    item_id INTEGER NOT NULL REFERENCES items DEFERRABLE,
    time INTEGER NOT NULL,
    -- The program that played it.
    player TEXT NOT NULL,
    is_finished INTEGER NOT NULL CHECK (is_finished IN (0, 1))
) STRICT;
CREATE INDEX plays_user ON plays (user_id, time);
CREATE INDEX plays_item ON plays (item_id);

CREATE TABLE playlists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users,
    uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    name_key TEXT NOT NULL,
    description TEXT,
    author TEXT,
    created INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    -- Increases with each edit, so that a program sees whether another has edited the list since it read it.
    revision INTEGER NOT NULL DEFAULT 0,
    -- Of a smart playlist: its rule in the language of --where, its order as --sort has it, and how much of it is
    -- listed. NULL for a playlist made by hand.
    rule TEXT,
    rule_order TEXT,
    rule_limit REAL,
    rule_limit_unit TEXT CHECK (rule_limit_unit IN ('items', 'seconds', 'bytes')),
    -- The file that the playlist was last read from, and when that file was changed, in nanoseconds.
    source BLOB,
    source_modified INTEGER,
    -- By which the file is found again after it was moved or renamed.
    source_inode INTEGER,
    source_sha256 BLOB,
    -- What that file called the playlist: another title in it renames the playlist. NULL if the user chose the name.
    source_name TEXT,
    -- 1 after the user has changed a playlist that was read from a file: the file no longer changes it.
    is_edited INTEGER NOT NULL DEFAULT 0 CHECK (is_edited IN (0, 1)),
    -- What else the file says of the playlist, as JSON.
    details TEXT,
    UNIQUE (user_id, uuid)
) STRICT;
CREATE INDEX playlists_name_key ON playlists (user_id, name_key);
CREATE INDEX playlists_name_folded ON playlists (user_id, name_folded);
CREATE UNIQUE INDEX playlists_source ON playlists (user_id, source) WHERE source IS NOT NULL;

-- Files that playlists were exported to: as long as their content is the same, they are not read as other playlists.
CREATE TABLE playlist_exports (
    id INTEGER PRIMARY KEY,
    playlist_id INTEGER NOT NULL REFERENCES playlists ON DELETE CASCADE,
    path BLOB NOT NULL,
    sha256 BLOB NOT NULL,
    UNIQUE (playlist_id, path)
) STRICT;

-- An entry is an item, or the text of an entry that no item was found for.
CREATE TABLE playlist_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    playlist_id INTEGER NOT NULL REFERENCES playlists ON DELETE CASCADE,
    -- Increases along the playlist; numbers may be left out.
    position INTEGER NOT NULL,
    item_id INTEGER REFERENCES items DEFERRABLE,
    -- The item that is meant while its file is gone and item_id is a copy of it.
    original_item_id INTEGER REFERENCES items DEFERRABLE,
    -- As in the file: a path byte by byte, or a URI.
    location BLOB,
    is_uri INTEGER NOT NULL DEFAULT 0 CHECK (is_uri IN (0, 1)),
    -- What a relative location is relative to.
    folder BLOB,
    title TEXT,
    artist TEXT,
    album TEXT,
    album_artist TEXT,
    genre TEXT,
    duration REAL,
    track_number INTEGER,
    start_time REAL,
    end_time REAL,
    musicbrainz_recording_id TEXT,
    -- What else the file says of the entry, as JSON.
    details TEXT
) STRICT;
CREATE INDEX playlist_entries_position ON playlist_entries (playlist_id, position, item_id);
CREATE INDEX playlist_entries_item ON playlist_entries (item_id, playlist_id);
CREATE INDEX playlist_entries_original
    ON playlist_entries (original_item_id) WHERE original_item_id IS NOT NULL;
CREATE INDEX playlist_entries_unresolved
    ON playlist_entries (playlist_id, position) WHERE item_id IS NULL;

-- The queue of each user, whatever plays it: the player, or a program of the service. A file that is gone, or was never in the library, keeps its place
-- by its path or URL.
CREATE TABLE queue_entries (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users,
    -- Place in the order of playing, from 0.
    position INTEGER NOT NULL,
    -- Place in the order in which entries were added, which is restored when shuffling is turned off.
    own_position INTEGER NOT NULL,
    -- What identifies the entry, wherever it is moved.
    number INTEGER NOT NULL DEFAULT 0,
    item_id INTEGER REFERENCES items ON DELETE SET NULL DEFERRABLE,
    path BLOB,
    url TEXT,
    -- What is known of an entry that is not in the library.
    title TEXT,
    artist TEXT,
    album_title TEXT,
    duration REAL,
    track_gain REAL,
    track_peak REAL,
    album_gain REAL,
    album_peak REAL,
    -- The part of the file that is played, in seconds.
    start_time REAL NOT NULL,
    end_time REAL,
    CHECK ((path IS NULL) <> (url IS NULL)),
    UNIQUE (user_id, position)
) STRICT;
CREATE INDEX queue_entries_item ON queue_entries (item_id) WHERE item_id IS NOT NULL;

CREATE TABLE queue_state (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users,
    current_position INTEGER,
    -- Seconds from the start of the current entry.
    time REAL NOT NULL,
    -- Whether what was heard of the current entry is among its plays already.
    is_counted INTEGER NOT NULL DEFAULT 0,
    repeat_mode TEXT NOT NULL CHECK (repeat_mode IN ('none', 'one', 'all')),
    shuffle_mode TEXT NOT NULL CHECK (shuffle_mode IN ('off', 'songs', 'albums')),
    -- Increases with each change of entries, so that a player sees that files of its queue were moved.
    revision INTEGER NOT NULL DEFAULT 0,
    -- When it was kept last, and by which program.
    changed INTEGER NOT NULL,
    changed_by TEXT NOT NULL
) STRICT;

-- Changes of a queue that the program which plays it is asked to make.
CREATE TABLE queue_edits (
    -- Never given again: a player may still be at a change that was taken back.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The program that asks.
    program TEXT NOT NULL,
    -- When it does not wait any longer.
    expires INTEGER NOT NULL,
    -- Whether the player is at it.
    is_taken INTEGER NOT NULL DEFAULT 0,
    -- Why it was not made, empty where it was; NULL until the player has answered.
    answer TEXT,
    -- The state of the player after an order, in JSON; NULL after changes of the queue.
    report TEXT,
    -- The change, or the order to the player, in JSON.
    edit TEXT NOT NULL
) STRICT;
CREATE INDEX queue_edits_user ON queue_edits (user_id);

-- The output devices that a user chose last, by the sound server's names; no rows for its default.
CREATE TABLE chosen_outputs (
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- From 0.
    position INTEGER NOT NULL,
    PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;
