-- What the files say. All of it can be read again from the files.
--
-- A file has one item, or one for each track of its cue sheet. Texts are NFC. Lists in one column are separated
-- by U+001F; they are only shown, filters use the join tables.
--
-- The foreign keys of the tables that a scan fills are checked at the end of a transaction: with immediate checks
-- SQLite copies each page that a statement of many rows changes, to undo that statement alone.

CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL REFERENCES files DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
    -- 1 of a file's own item while the tracks of a cue sheet replace it, and of tracks that the sheet no longer has.
    -- is_missing is 1, too, but nothing is gone.
    is_superseded INTEGER NOT NULL DEFAULT 0 CHECK (is_superseded IN (0, 1)),
    -- The bits of MPMediaType.
    media_type INTEGER NOT NULL,
    -- Of the file; here, so that items can be sorted by it.
    file_size INTEGER NOT NULL DEFAULT 0,
    -- When a scan first found it.
    date_added INTEGER NOT NULL,
    -- The track's number in the cue sheet, 0 for sound before the first track; NULL for the file's own item.
    sheet_track INTEGER,
    -- The part of the file that a track of a cue sheet is, in seconds.
    start_time REAL,
    end_time REAL,
    title TEXT,
    title_folded TEXT,
    -- Of the file's name where there is no title.
    title_key TEXT NOT NULL,
    album_id INTEGER REFERENCES albums DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    album_title TEXT,
    album_folded TEXT,
    album_key TEXT,
    -- The first credited artist and album artist; they are in credits as well, whose foreign key guards them.
    artist_name_id INTEGER,
    album_artist_name_id INTEGER,
    -- The texts to show. A list is NULL where its only entry is the text to show; the folded text is NULL where
    -- artist_names has it.
    artist TEXT,
    artist_folded TEXT,
    artist_key TEXT,
    artists TEXT,
    album_artist TEXT,
    album_artist_folded TEXT,
    -- Of the artist where there is no album artist.
    album_artist_key TEXT,
    album_artists TEXT,
    composer TEXT,
    composer_folded TEXT,
    composer_key TEXT,
    composers TEXT,
    genres TEXT,
    genre_key TEXT,
    track_number INTEGER,
    -- Of the path below the root, where there is no album or no track number, and where a track of the album has the
    -- same disc and track number: these come in the order of their names.
    place_key TEXT,
    track_count INTEGER,
    disc_number INTEGER,
    disc_count INTEGER,
    disc_subtitle TEXT,
    disc_subtitle_folded TEXT,
    disc_subtitle_key TEXT,
    -- The year of release_date.
    year INTEGER,
    release_date TEXT,
    original_date TEXT,
    is_compilation INTEGER CHECK (is_compilation IN (0, 1)),
    is_explicit INTEGER CHECK (is_explicit IN (0, 1)),
    -- Whether the file is encrypted; NULL where the file does not say.
    is_protected INTEGER CHECK (is_protected IN (0, 1)),
    beats_per_minute INTEGER,
    podcast_id INTEGER REFERENCES podcasts DEFERRABLE INITIALLY DEFERRED,
    podcast_title TEXT,
    podcast_title_folded TEXT,
    podcast_title_key TEXT,
    tv_show TEXT,
    tv_show_folded TEXT,
    tv_show_key TEXT,
    season_number INTEGER,
    episode_number INTEGER,
    user_grouping TEXT,
    user_grouping_folded TEXT,
    user_grouping_key TEXT,
    duration REAL,
    bit_rate INTEGER,
    sample_rate INTEGER,
    channel_count INTEGER,
    bit_depth INTEGER,
    codec TEXT,
    container TEXT,
    video_codec TEXT,
    width INTEGER,
    height INTEGER,
    frame_rate REAL,
    rotation INTEGER,
    track_gain REAL,
    track_peak REAL,
    album_gain REAL,
    album_peak REAL,
    title_sort TEXT,
    title_sort_folded TEXT,
    title_sort_key TEXT,
    album_sort TEXT,
    album_sort_folded TEXT,
    album_sort_key TEXT,
    artist_sort TEXT,
    artist_sort_folded TEXT,
    artist_sort_key TEXT,
    album_artist_sort TEXT,
    album_artist_sort_folded TEXT,
    album_artist_sort_key TEXT,
    composer_sort TEXT,
    composer_sort_folded TEXT,
    composer_sort_key TEXT
) STRICT;

-- The orders that people use. Each ends with what every list checks, so that the wide rows are not read.
CREATE INDEX items_title_key ON items (title_key, id, media_type, is_missing);
CREATE INDEX items_date_added ON items (date_added, id, media_type, is_missing);

-- Filters, and foreign keys. The folded texts of most items are in artist_names.
CREATE INDEX items_file ON items (file_id, id, media_type, is_missing);
CREATE INDEX items_title_folded ON items (title_folded);
CREATE INDEX items_album_folded ON items (album_folded);
CREATE INDEX items_artist_folded ON items (artist_folded) WHERE artist_folded IS NOT NULL;
CREATE INDEX items_album_artist_folded
    ON items (album_artist_folded) WHERE album_artist_folded IS NOT NULL;
CREATE INDEX items_composer_folded ON items (composer_folded) WHERE composer_folded IS NOT NULL;
CREATE INDEX items_podcast ON items (podcast_id) WHERE podcast_id IS NOT NULL;
CREATE INDEX items_compilation ON items (id) WHERE is_compilation = 1;

CREATE INDEX items_missing ON items (id) WHERE is_missing = 1;

-- What lists do not need of an item; an item that has none of it has no row.
CREATE TABLE item_identifiers (
    item_id INTEGER NOT NULL PRIMARY KEY REFERENCES items ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    isrc TEXT,
    episode_id TEXT,
    musicbrainz_recording_id TEXT,
    musicbrainz_track_id TEXT,
    musicbrainz_album_id TEXT,
    musicbrainz_release_group_id TEXT,
    musicbrainz_artist_ids TEXT,
    musicbrainz_album_artist_ids TEXT
) STRICT;

-- Long texts; so likewise. The keys are of how they begin.
CREATE TABLE item_texts (
    item_id INTEGER NOT NULL PRIMARY KEY REFERENCES items ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    comments_key TEXT,
    lyrics_key TEXT,
    comments TEXT,
    comments_folded TEXT,
    lyrics TEXT,
    lyrics_folded TEXT,
    -- As LRC, one text for each language, with U+001E between them.
    timed_lyrics TEXT
) STRICT;

-- What rarer tags say; so likewise.
CREATE TABLE item_details (
    item_id INTEGER NOT NULL PRIMARY KEY REFERENCES items ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    ensemble TEXT, ensemble_folded TEXT, ensemble_key TEXT,
    work TEXT, work_folded TEXT, work_key TEXT,
    opus TEXT, opus_folded TEXT, opus_key TEXT,
    movement TEXT, movement_folded TEXT, movement_key TEXT,
    movement_number INTEGER,
    movement_count INTEGER,
    label TEXT, label_folded TEXT, label_key TEXT,
    catalog_number TEXT, barcode TEXT,
    media TEXT, release_type TEXT,
    release_status TEXT, release_country TEXT,
    language TEXT,
    mood TEXT, mood_folded TEXT, mood_key TEXT,
    initial_key TEXT,
    energy INTEGER,
    encoder TEXT,
    -- Of each U+001E, the role, U+001F, the name, U+001F, the instrument.
    credits TEXT,
    -- With folded names and no instruments; NULL where lower(credits) is that.
    credits_folded TEXT
) STRICT;

-- Tags without a column, written as credits are; so likewise.
CREATE TABLE item_tags (
    item_id INTEGER NOT NULL PRIMARY KEY REFERENCES items ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    tags TEXT NOT NULL,
    tags_folded TEXT
) STRICT;

-- The loudness of items whose files do not say it, as it was measured; in the units of the columns of items, which take
-- it over as long as the sound is the same.
CREATE TABLE measured_loudness (
    item_id INTEGER NOT NULL PRIMARY KEY REFERENCES items ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    -- What was measured: the file's signature, else when it was modified, and the part of the file.
    sound INTEGER NOT NULL,
    start_time REAL,
    end_time REAL,
    -- NULL for silence, and for items without an album.
    track_gain REAL,
    track_peak REAL NOT NULL,
    album_gain REAL,
    album_peak REAL
) STRICT;

CREATE TABLE credits (
    item_id INTEGER NOT NULL REFERENCES items DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    -- 0 artist, 1 album artist (the artist where no tag names an album artist), 2 composer.
    role INTEGER NOT NULL CHECK (role IN (0, 1, 2)),
    position INTEGER NOT NULL,
    name_id INTEGER NOT NULL REFERENCES artist_names DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    PRIMARY KEY (item_id, role, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX credits_name ON credits (name_id, role, item_id);
CREATE INDEX credits_composers ON credits (name_id, item_id) WHERE role = 2;

CREATE TABLE item_genres (
    item_id INTEGER NOT NULL REFERENCES items DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    position INTEGER NOT NULL,
    genre_id INTEGER NOT NULL REFERENCES genres DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    PRIMARY KEY (item_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_genres_genre ON item_genres (genre_id, item_id);

CREATE TABLE chapters (
    item_id INTEGER NOT NULL REFERENCES items DEFERRABLE INITIALLY DEFERRED,
    position INTEGER NOT NULL,
    start_time REAL NOT NULL,
    end_time REAL,
    title TEXT,
    PRIMARY KEY (item_id, position)
) STRICT, WITHOUT ROWID;
