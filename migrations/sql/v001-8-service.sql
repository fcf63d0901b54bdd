-- How the users of the service prove who they are. Passwords and tokens are not here, but hashes of them; the secrets of
-- app passwords, which the server has to read, are encrypted with the key in the file beside the library.

CREATE TABLE passwords (
    user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    -- scrypt: its parameters, salt and key.
    hash TEXT NOT NULL
) STRICT;

CREATE TABLE app_passwords (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    label TEXT NOT NULL,
    -- SHA-256 of the secret, by which it is found where it is sent as it is.
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    -- The secret in AES-GCM: nonce, text and tag.
    sealed BLOB NOT NULL,
    created INTEGER NOT NULL,
    last_used INTEGER
) STRICT;
CREATE INDEX app_passwords_user ON app_passwords (user_id);

-- Logins of browsers.
CREATE TABLE sessions (
    -- SHA-256 of the token in the cookie.
    digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions (user_id);

-- What users have by the service alone: what they think of albums and artists, and the queue that their programs keep.

CREATE TABLE album_values (
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    album_id INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
    rating INTEGER CHECK (rating BETWEEN 1 AND 5),
    favorite_date INTEGER,
    PRIMARY KEY (user_id, album_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX album_values_album ON album_values (album_id);

CREATE TABLE artist_values (
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    artist_id INTEGER NOT NULL REFERENCES artists ON DELETE CASCADE,
    rating INTEGER CHECK (rating BETWEEN 1 AND 5),
    favorite_date INTEGER,
    PRIMARY KEY (user_id, artist_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX artist_values_artist ON artist_values (artist_id);

-- The queue of a user's programs; the player's own is another, with modes and files from outside the library.
CREATE TABLE program_queues (
    user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    -- The place of the current entry, from 0.
    current_position INTEGER,
    -- Milliseconds from the start of the current entry.
    time INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    -- The program that kept it.
    changed_by TEXT NOT NULL
) STRICT;

CREATE TABLE program_queue_entries (
    user_id INTEGER NOT NULL REFERENCES program_queues ON DELETE CASCADE,
    position INTEGER NOT NULL,
    item_id INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    PRIMARY KEY (user_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX program_queue_entries_item ON program_queue_entries (item_id);

-- Stations of internet radio, which all users share.
CREATE TABLE radio_stations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    stream_url TEXT NOT NULL,
    home_page_url TEXT
) STRICT;

-- Items that a user shows to others, who need no password for them.
CREATE TABLE shares (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The end of its URL, which is known only to those to whom the user gave it.
    token TEXT NOT NULL UNIQUE,
    description TEXT,
    created INTEGER NOT NULL,
    -- NULL for a share that does not expire.
    expires INTEGER,
    last_visited INTEGER,
    visit_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX shares_user ON shares (user_id);

CREATE TABLE share_entries (
    share_id INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
    position INTEGER NOT NULL,
    item_id INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    PRIMARY KEY (share_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX share_entries_item ON share_entries (item_id);

-- What users write to all others.
CREATE TABLE chat_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    -- Milliseconds since 1970.
    time INTEGER NOT NULL,
    message TEXT NOT NULL
) STRICT;
CREATE INDEX chat_messages_user ON chat_messages (user_id);
