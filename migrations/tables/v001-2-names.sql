-- What items are grouped by: artists, albums, genres and podcasts, and what their items add up to.
--
-- Rows that a scan has touched are marked as outdated, and brought up to date when a scan ends; a scan that was killed leaves that to
-- the next.

CREATE TABLE artists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    name_key TEXT NOT NULL,
    musicbrainz_id TEXT
) STRICT;
CREATE INDEX artists_name_key ON artists (name_key);
CREATE INDEX artists_name_folded ON artists (name_folded);

-- Every spelling of an artist's name in tags, with the MusicBrainz id that the tags have beside it ('' for none).
-- Credits point to spellings. Which spellings are one artist is decided after each scan, without changing credits.
CREATE TABLE artist_names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    sort_name TEXT,
    -- 1 where items that name only this artist have had several sort tags, or one and none.
    sort_names_differ INTEGER NOT NULL DEFAULT 0 CHECK (sort_names_differ IN (0, 1)),
    musicbrainz_id TEXT NOT NULL,
    artist_id INTEGER NOT NULL REFERENCES artists,
    -- 0 from when an item takes or loses the spelling until its artist is decided again.
    is_resolved INTEGER NOT NULL DEFAULT 0 CHECK (is_resolved IN (0, 1)),
    UNIQUE (name, musicbrainz_id)
) STRICT;
CREATE INDEX artist_names_unresolved ON artist_names (name_folded) WHERE is_resolved = 0;
CREATE INDEX artist_names_name_folded ON artist_names (name_folded);
CREATE INDEX artist_names_artist ON artist_names (artist_id);
CREATE INDEX artist_names_musicbrainz ON artist_names (musicbrainz_id) WHERE musicbrainz_id <> '';

-- What the items of each artist add up to, because counting them for each list would be slow. Like the totals of
-- genres they are changed by differences, in the transaction that changes the items.
CREATE TABLE artist_totals (
    artist_id INTEGER NOT NULL REFERENCES artists,
    role INTEGER NOT NULL,
    media_type INTEGER NOT NULL,
    item_count INTEGER NOT NULL,
    duration REAL NOT NULL,
    album_count INTEGER NOT NULL,
    -- 0 within a transaction, from when the first item goes until the next one is found.
    first_item_id INTEGER NOT NULL,
    PRIMARY KEY (artist_id, role, media_type)
) STRICT, WITHOUT ROWID;
CREATE INDEX artist_totals_without_first ON artist_totals (first_item_id) WHERE first_item_id = 0;

CREATE TABLE albums (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- What makes it one album: the MusicBrainz release id, or title and album artist, or title and folder; then the version,
    -- where there are several.
    identity TEXT NOT NULL UNIQUE,
    -- 0 from when a track is added, changed or removed until the columns below are computed again.
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
CREATE INDEX albums_year ON albums (year, title_key);

CREATE TABLE genres (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    name_key TEXT NOT NULL,
    -- 1 where items have had several spellings of it.
    has_spellings INTEGER NOT NULL DEFAULT 0 CHECK (has_spellings IN (0, 1)),
    -- 0 from when items take or lose one of several spellings until the most frequent is chosen again.
    is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1))
) STRICT;
CREATE INDEX genres_name_key ON genres (name_key);

-- What the items of each genre add up to.
CREATE TABLE genre_totals (
    genre_id INTEGER NOT NULL REFERENCES genres,
    media_type INTEGER NOT NULL,
    item_count INTEGER NOT NULL,
    duration REAL NOT NULL,
    album_count INTEGER NOT NULL,
    first_item_id INTEGER NOT NULL,
    PRIMARY KEY (genre_id, media_type)
) STRICT, WITHOUT ROWID;
CREATE INDEX genre_totals_without_first ON genre_totals (first_item_id) WHERE first_item_id = 0;

CREATE TABLE podcasts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    title_folded TEXT NOT NULL UNIQUE,
    title_key TEXT NOT NULL,
    has_spellings INTEGER NOT NULL DEFAULT 0 CHECK (has_spellings IN (0, 1)),
    is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1))
) STRICT;
CREATE INDEX podcasts_title_key ON podcasts (title_key);
