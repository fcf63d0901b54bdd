-- How the users of the service prove who they are. Passwords and tokens are not here, but hashes of them; the secrets of
-- app passwords, which the server has to read, are encrypted with the key in the file beside the library.

CREATE TABLE passwords (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users ON DELETE CASCADE,
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
    -- Whether it may do all that the main password may: change users and passwords.
    administers INTEGER NOT NULL CHECK (administers IN (0, 1)),
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

-- What users have by the service alone: what they think of albums and artists.

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

-- What else is known of bookmarks, whose times are in user_values; the triggers keep both together.
CREATE TABLE bookmark_notes (
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    item_id INTEGER NOT NULL REFERENCES items ON DELETE CASCADE DEFERRABLE,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    comment TEXT,
    PRIMARY KEY (user_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bookmark_notes_item ON bookmark_notes (item_id);

-- What a user may not do, of what users may do.
CREATE TABLE denied_rights (
    user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

-- Stations of internet radio, which all users share.
CREATE TABLE radio_stations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    stream_url TEXT NOT NULL,
    home_page_url TEXT
) STRICT;

-- Podcasts that the service fetches by their feeds; all users share them.
CREATE TABLE feeds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL UNIQUE,
    -- What the feed says; NULL before it was first read.
    title TEXT,
    description TEXT,
    link TEXT,
    image_url TEXT,
    -- How the last look at the feed ended.
    status TEXT NOT NULL DEFAULT 'new'
        CHECK (status IN ('new', 'downloading', 'completed', 'error')),
    error TEXT,
    -- What the server gave for conditional requests.
    entity_tag TEXT,
    last_modified TEXT,
    created INTEGER NOT NULL,
    -- When the feed was last asked for; NULL for never.
    checked INTEGER
) STRICT;

CREATE TABLE feed_episodes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    feed_id INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
    -- What tells it from others of the feed: its guid, else its address.
    guid TEXT NOT NULL,
    title TEXT,
    description TEXT,
    url TEXT NOT NULL,
    mime_type TEXT,
    -- In bytes and in seconds, as the feed says.
    size INTEGER,
    duration REAL,
    date INTEGER,
    -- The look at the feed that last saw it.
    seen INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'new'
        CHECK (status IN ('new', 'downloading', 'completed', 'error', 'deleted', 'skipped')),
    error TEXT,
    -- The downloaded file, or the one that a download is to become.
    path BLOB,
    -- The entity tag, else the date, of a partly downloaded file: the download continues if it is the same.
    validator TEXT,
    -- The file as an item, once a scan has read it.
    item_id INTEGER REFERENCES items ON DELETE SET NULL DEFERRABLE,
    UNIQUE (feed_id, guid)
) STRICT;
CREATE INDEX feed_episodes_date ON feed_episodes (date);
CREATE INDEX feed_episodes_item ON feed_episodes (item_id) WHERE item_id IS NOT NULL;

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
    item_id INTEGER NOT NULL REFERENCES items ON DELETE CASCADE DEFERRABLE,
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

-- For programs that keep a copy of the library: each thing with its last change. A later change of the same thing
-- replaces the row, so that there are never more rows than things. New items have none: their ids are larger than all
-- before.
CREATE TABLE changes (
    -- In the order in which the changes were written. A program has everything up to one of them.
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    -- What changed: 0 an item, 1 whether an item is listed, 2 the items in a folder, 3 those of a root, 4 whether a root
    -- is closed to the user.
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
    -- The id of the item, the folder or the root. It may be gone.
    subject INTEGER NOT NULL,
    -- For whom it changed; 0 for all users. An item that moves between a root that is closed to a user and one that is
    -- not is listed or unlisted for that user alone.
    user_id INTEGER NOT NULL,
    -- Of an item that was deleted: where it was, so that users to whom the root is closed do not learn of it.
    root_id INTEGER,
    UNIQUE (kind, subject, user_id)
) STRICT;
-- Each folder with the users to whom it is closed. Of two places, those users see a difference to whom one is closed.
CREATE VIEW closed_folders AS
SELECT folders.id AS folder_id, user_id FROM folders JOIN closed_roots USING (root_id);
