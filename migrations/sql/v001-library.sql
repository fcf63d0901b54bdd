-- The library: what was found on disk, what the files say, and what the user did with it.
--
-- Facts (everything but user_values) can be read again from the files. Rows of user_values are the
-- user's own: nothing cascades into them.
-- Paths and names are BLOBs, because on disk they are bytes. Texts are NFC. Columns that end in _key
-- are sort keys, in _folded are what comparing uses. Lists in one TEXT are separated by U+001F; they
-- are only for showing, filters use the join tables.

CREATE TABLE roots (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path BLOB NOT NULL UNIQUE,
    -- What its files are, whatever they say themselves.
    kind TEXT CHECK (kind IN ('music', 'podcast', 'audiobook', 'video')),
    -- 0 when the last look failed, or found a folder suddenly empty.
    is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
    -- 1 after the user took the root away; its items are hidden and come back with it.
    is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1))
) STRICT;

CREATE TABLE folders (
    id INTEGER PRIMARY KEY,
    root_id INTEGER NOT NULL REFERENCES roots,
    -- Below the root; empty for the root itself.
    path BLOB NOT NULL,
    UNIQUE (root_id, path)
) STRICT;

CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders,
    name BLOB NOT NULL,
    size INTEGER NOT NULL,
    -- Nanoseconds since 1970, of the file.
    modified INTEGER NOT NULL,
    -- Nanoseconds since 1970, of the .lrc file beside it; 0 where there is none.
    lyrics_modified INTEGER NOT NULL DEFAULT 0,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
    -- Why it cannot be read, in words for the user; NULL for a file that can.
    problem TEXT,
    UNIQUE (folder_id, name)
) STRICT;
CREATE INDEX files_inode ON files (inode);

CREATE TABLE artists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    name_key TEXT NOT NULL,
    musicbrainz_id TEXT
) STRICT;
CREATE INDEX artists_name_key ON artists (name_key);
CREATE INDEX artists_name_folded ON artists (name_folded);

-- Every spelling of an artist that tags use, with the MusicBrainz id beside it ('' where there is
-- none). Which spellings are one artist is decided after each scan and costs no change of credits.
CREATE TABLE artist_names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    sort_name TEXT,
    musicbrainz_id TEXT NOT NULL,
    artist_id INTEGER NOT NULL REFERENCES artists,
    -- 0 from when an item takes or leaves the spelling until it is decided anew who it is. The end of a
    -- scan does that; after a scan that was killed, the end of the next.
    is_resolved INTEGER NOT NULL DEFAULT 0 CHECK (is_resolved IN (0, 1)),
    UNIQUE (name, musicbrainz_id)
) STRICT;
CREATE INDEX artist_names_unresolved ON artist_names (name_folded) WHERE is_resolved = 0;
CREATE INDEX artist_names_name_folded ON artist_names (name_folded);
CREATE INDEX artist_names_artist ON artist_names (artist_id);
CREATE INDEX artist_names_musicbrainz ON artist_names (musicbrainz_id) WHERE musicbrainz_id <> '';

CREATE TABLE genres (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    name_key TEXT NOT NULL
) STRICT;
CREATE INDEX genres_name_key ON genres (name_key);

CREATE TABLE albums (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- What makes it one album: release id, or title and album artist, or title and folder.
    identity TEXT NOT NULL UNIQUE,
    -- 0 from when a track comes, changes or goes until the rest, which comes from the tracks, is made anew.
    -- The end of a scan does that; after a scan that was killed, the end of the next.
    is_current INTEGER NOT NULL DEFAULT 0 CHECK (is_current IN (0, 1)),
    title TEXT NOT NULL,
    title_folded TEXT NOT NULL,
    title_key TEXT NOT NULL,
    album_artist TEXT,
    album_artist_key TEXT,
    year INTEGER,
    is_compilation INTEGER NOT NULL DEFAULT 0 CHECK (is_compilation IN (0, 1)),
    musicbrainz_id TEXT
) STRICT;
CREATE INDEX albums_outdated ON albums (id) WHERE is_current = 0;
CREATE INDEX albums_title_key ON albums (title_key);
CREATE INDEX albums_title_folded ON albums (title_folded);
CREATE INDEX albums_album_artist_key ON albums (album_artist_key, year, title_key);
CREATE INDEX albums_year ON albums (year, title_key);

CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL REFERENCES files,
    is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
    -- MPMediaType's bits.
    media_type INTEGER NOT NULL,
    start_time REAL,
    end_time REAL,
    title TEXT,
    title_folded TEXT,
    -- The file's name stands in where there is no title.
    title_key TEXT NOT NULL,
    title_sort TEXT,
    album_id INTEGER REFERENCES albums,
    album_title TEXT,
    album_key TEXT,
    album_sort TEXT,
    artist TEXT,
    artist_folded TEXT,
    artist_key TEXT,
    artist_sort TEXT,
    artist_name_id INTEGER REFERENCES artist_names,
    -- NULL where the text to show is the only one; so with the other lists.
    artists TEXT,
    album_artist TEXT,
    -- Of the artist where there is no album artist.
    album_artist_key TEXT,
    album_artist_sort TEXT,
    album_artist_name_id INTEGER REFERENCES artist_names,
    album_artists TEXT,
    composer TEXT,
    composer_key TEXT,
    composer_sort TEXT,
    composers TEXT,
    genres TEXT,
    genre_key TEXT,
    track_number INTEGER,
    track_count INTEGER,
    disc_number INTEGER,
    disc_count INTEGER,
    disc_subtitle TEXT,
    year INTEGER,
    release_date TEXT,
    original_date TEXT,
    is_compilation INTEGER CHECK (is_compilation IN (0, 1)),
    is_explicit INTEGER CHECK (is_explicit IN (0, 1)),
    beats_per_minute INTEGER,
    isrc TEXT,
    podcast_title TEXT,
    user_grouping TEXT,
    duration REAL,
    bit_rate INTEGER,
    sample_rate INTEGER,
    channel_count INTEGER,
    bit_depth INTEGER,
    codec TEXT,
    container TEXT,
    width INTEGER,
    height INTEGER,
    frame_rate REAL,
    rotation INTEGER,
    track_gain REAL,
    track_peak REAL,
    album_gain REAL,
    album_peak REAL,
    musicbrainz_recording_id TEXT,
    musicbrainz_track_id TEXT,
    musicbrainz_album_id TEXT,
    musicbrainz_release_group_id TEXT,
    musicbrainz_artist_ids TEXT,
    musicbrainz_album_artist_ids TEXT,
    comments TEXT,
    lyrics TEXT
) STRICT;
CREATE INDEX items_file ON items (file_id);
CREATE INDEX items_album ON items (album_id, disc_number, track_number);
CREATE INDEX items_title_folded ON items (title_folded);
CREATE INDEX items_artist_folded ON items (artist_folded);
CREATE INDEX items_title_key ON items (title_key);
CREATE INDEX items_artist_key ON items (artist_key);
CREATE INDEX items_album_key ON items (album_key, disc_number, track_number);
CREATE INDEX items_album_artist_key
    ON items (album_artist_key, album_key, disc_number, track_number);
CREATE INDEX items_disc_number ON items (disc_number);
CREATE INDEX items_track_number ON items (track_number);
CREATE INDEX items_composer_key ON items (composer_key);
CREATE INDEX items_genre_key ON items (genre_key);
CREATE INDEX items_year ON items (year);
CREATE INDEX items_release_date ON items (release_date);
CREATE INDEX items_duration ON items (duration);
CREATE INDEX items_bit_rate ON items (bit_rate);
CREATE INDEX items_compilation ON items (is_compilation);
CREATE INDEX items_missing ON items (is_missing) WHERE is_missing = 1;

CREATE TABLE credits (
    item_id INTEGER NOT NULL REFERENCES items,
    -- 0 artist, 1 album artist (the artist, where no tag names one), 2 composer.
    role INTEGER NOT NULL CHECK (role IN (0, 1, 2)),
    position INTEGER NOT NULL,
    name_id INTEGER NOT NULL REFERENCES artist_names,
    PRIMARY KEY (item_id, role, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX credits_name ON credits (name_id, role, item_id);

CREATE TABLE item_genres (
    item_id INTEGER NOT NULL REFERENCES items,
    position INTEGER NOT NULL,
    genre_id INTEGER NOT NULL REFERENCES genres,
    PRIMARY KEY (item_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_genres_genre ON item_genres (genre_id, item_id);

CREATE TABLE chapters (
    item_id INTEGER NOT NULL REFERENCES items,
    position INTEGER NOT NULL,
    start_time REAL NOT NULL,
    end_time REAL,
    title TEXT,
    PRIMARY KEY (item_id, position)
) STRICT, WITHOUT ROWID;

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
    item_id INTEGER NOT NULL REFERENCES items,
    position INTEGER NOT NULL,
    -- What the picture shows: ID3v2.4's numbers.
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 20),
    artwork_id INTEGER NOT NULL REFERENCES artworks,
    PRIMARY KEY (item_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_artworks_artwork ON item_artworks (artwork_id);

-- Picture files that stand for all items in their folder, and in its disc folders.
CREATE TABLE folder_artworks (
    folder_id INTEGER NOT NULL REFERENCES folders,
    name BLOB NOT NULL,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    -- The preferred picture has the lowest.
    position INTEGER NOT NULL,
    -- NULL for a file that is no picture.
    artwork_id INTEGER REFERENCES artworks,
    PRIMARY KEY (folder_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX folder_artworks_artwork ON folder_artworks (artwork_id);

CREATE TABLE user_values (
    item_id INTEGER PRIMARY KEY REFERENCES items,
    -- Seconds since 1970.
    date_added INTEGER NOT NULL,
    rating INTEGER CHECK (rating BETWEEN 0 AND 5),
    play_count INTEGER NOT NULL DEFAULT 0 CHECK (play_count >= 0),
    skip_count INTEGER NOT NULL DEFAULT 0 CHECK (skip_count >= 0),
    last_played INTEGER,
    bookmark_time REAL
) STRICT;
CREATE INDEX user_values_date_added ON user_values (date_added);
CREATE INDEX user_values_rating ON user_values (rating);
CREATE INDEX user_values_play_count ON user_values (play_count);
CREATE INDEX user_values_skip_count ON user_values (skip_count);
CREATE INDEX user_values_last_played ON user_values (last_played);
