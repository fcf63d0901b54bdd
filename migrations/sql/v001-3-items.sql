-- What the files say. All of it can be read again from the files.
--
-- A file has one item, or one for each track of its cue sheet. Texts are NFC. Lists in one column are separated
-- by U+001F; they are only shown, filters use the join tables. Short columns that lists show come first, long texts
-- last, so that SQLite reads a row without its overflow pages.

CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL REFERENCES files,
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
    album_id INTEGER REFERENCES albums,
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
    track_count INTEGER,
    disc_number INTEGER,
    disc_count INTEGER,
    disc_subtitle TEXT,
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
    isrc TEXT,
    podcast_id INTEGER REFERENCES podcasts,
    podcast_title TEXT,
    podcast_title_key TEXT,
    tv_show TEXT,
    tv_show_key TEXT,
    season_number INTEGER,
    episode_number INTEGER,
    episode_id TEXT,
    user_grouping TEXT,
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
    title_sort_key TEXT,
    album_sort TEXT,
    album_sort_key TEXT,
    artist_sort TEXT,
    artist_sort_key TEXT,
    album_artist_sort TEXT,
    album_artist_sort_key TEXT,
    composer_sort TEXT,
    composer_sort_key TEXT,
    musicbrainz_recording_id TEXT,
    musicbrainz_track_id TEXT,
    musicbrainz_album_id TEXT,
    musicbrainz_release_group_id TEXT,
    musicbrainz_artist_ids TEXT,
    musicbrainz_album_artist_ids TEXT,
    -- Keys of how the texts below begin.
    comments_key TEXT,
    lyrics_key TEXT,
    comments TEXT,
    lyrics TEXT,
    -- 1 where the words in the search index do not show all that the title, or the album's title, contains: long texts
    -- are cut there, and compatibility forms of Unicode are written as the letters that they stand for.
    is_beside_words INTEGER GENERATED ALWAYS AS (
        length(title_folded) > 64 OR length(album_folded) > 64
        OR title GLOB '*[²-³¹Ĳ-ĳǄ-ǌ⁰-ₜ℀-ↈ①-⓿ㄱ-ㆎ㈀-㏿豈-﫿ﬀ-﷿ﹰ-￮𝐀-𝟿丽-𯨟]*'
        OR album_title GLOB '*[²-³¹Ĳ-ĳǄ-ǌ⁰-ₜ℀-ↈ①-⓿ㄱ-ㆎ㈀-㏿豈-﫿ﬀ-﷿ﹰ-￮𝐀-𝟿丽-𯨟]*'
    ) VIRTUAL
) STRICT;

-- The orders that people use.
CREATE INDEX items_listed ON items (id, media_type, is_missing);
CREATE INDEX items_media_type ON items (media_type, id, is_missing);
CREATE INDEX items_file ON items (file_id, id, media_type, is_missing);
CREATE INDEX items_album ON items (album_id, disc_number, track_number, id, media_type, is_missing);
CREATE INDEX items_title_key ON items (title_key, id, media_type, is_missing);
CREATE INDEX items_artist_key ON items (artist_key, id, media_type, is_missing);
CREATE INDEX items_album_key ON items (album_key, disc_number, track_number, id, media_type, is_missing);
CREATE INDEX items_album_artist_key
    ON items (album_artist_key, album_key, disc_number, track_number, id, media_type, is_missing);
CREATE INDEX items_genre_key ON items (genre_key, id, media_type, is_missing);
CREATE INDEX items_year ON items (year, id, media_type, is_missing);
CREATE INDEX items_release_date ON items (release_date, id, media_type, is_missing);
CREATE INDEX items_duration ON items (duration, id, media_type, is_missing);
CREATE INDEX items_date_added ON items (date_added, id, media_type, is_missing);
CREATE INDEX items_composer_key ON items (composer_key) WHERE composer_key IS NOT NULL;

-- Filters by text.
CREATE INDEX items_title_folded ON items (title_folded);
CREATE INDEX items_album_folded ON items (album_folded);
CREATE INDEX items_artist_folded ON items (artist_folded) WHERE artist_folded IS NOT NULL;
CREATE INDEX items_album_artist_folded ON items (album_artist_folded) WHERE album_artist_folded IS NOT NULL;
CREATE INDEX items_composer_folded ON items (composer_folded) WHERE composer_folded IS NOT NULL;

-- Rows of a kind, or in a state.
CREATE INDEX items_missing ON items (is_missing) WHERE is_missing = 1;
CREATE INDEX items_podcast ON items (podcast_id) WHERE podcast_id IS NOT NULL;
CREATE INDEX items_without_artist ON items (artist_name_id) WHERE artist_name_id IS NULL;
CREATE INDEX items_album_artist_name ON items (album_artist_name_id);
CREATE INDEX items_beside_words ON items (id) WHERE is_beside_words = 1;

-- Other orders, of what nearly every file has.
CREATE INDEX items_track_number ON items (track_number, id, media_type, is_missing);
CREATE INDEX items_disc_number ON items (disc_number, id, media_type, is_missing);
CREATE INDEX items_bit_rate ON items (bit_rate, id, media_type, is_missing);
CREATE INDEX items_sample_rate ON items (sample_rate, id, media_type, is_missing);
CREATE INDEX items_channel_count ON items (channel_count, id, media_type, is_missing);
CREATE INDEX items_codec ON items (codec COLLATE NOCASE, id, media_type, is_missing);
CREATE INDEX items_container ON items (container COLLATE NOCASE, id, media_type, is_missing);
CREATE INDEX items_file_size ON items (file_size, id, media_type, is_missing);

-- Other orders, of what only some files have: items without the value have no entry.
CREATE INDEX items_track_count ON items (track_count) WHERE track_count IS NOT NULL;
CREATE INDEX items_disc_count ON items (disc_count) WHERE disc_count IS NOT NULL;
CREATE INDEX items_original_date ON items (original_date) WHERE original_date IS NOT NULL;
CREATE INDEX items_compilation ON items (is_compilation) WHERE is_compilation IS NOT NULL;
CREATE INDEX items_explicit ON items (is_explicit) WHERE is_explicit IS NOT NULL;
CREATE INDEX items_beats_per_minute ON items (beats_per_minute) WHERE beats_per_minute IS NOT NULL;
CREATE INDEX items_bit_depth ON items (bit_depth) WHERE bit_depth IS NOT NULL;
CREATE INDEX items_start_time ON items (start_time) WHERE start_time IS NOT NULL;
CREATE INDEX items_end_time ON items (end_time) WHERE end_time IS NOT NULL;
CREATE INDEX items_track_gain ON items (track_gain) WHERE track_gain IS NOT NULL;
CREATE INDEX items_track_peak ON items (track_peak) WHERE track_peak IS NOT NULL;
CREATE INDEX items_album_gain ON items (album_gain) WHERE album_gain IS NOT NULL;
CREATE INDEX items_album_peak ON items (album_peak) WHERE album_peak IS NOT NULL;
CREATE INDEX items_isrc ON items (isrc COLLATE NOCASE) WHERE isrc IS NOT NULL;
CREATE INDEX items_musicbrainz_recording
    ON items (musicbrainz_recording_id COLLATE NOCASE) WHERE musicbrainz_recording_id IS NOT NULL;
CREATE INDEX items_musicbrainz_track
    ON items (musicbrainz_track_id COLLATE NOCASE) WHERE musicbrainz_track_id IS NOT NULL;
CREATE INDEX items_musicbrainz_album
    ON items (musicbrainz_album_id COLLATE NOCASE) WHERE musicbrainz_album_id IS NOT NULL;
CREATE INDEX items_musicbrainz_release_group
    ON items (musicbrainz_release_group_id COLLATE NOCASE) WHERE musicbrainz_release_group_id IS NOT NULL;
CREATE INDEX items_musicbrainz_artists
    ON items (musicbrainz_artist_ids COLLATE NOCASE) WHERE musicbrainz_artist_ids IS NOT NULL;
CREATE INDEX items_musicbrainz_album_artists
    ON items (musicbrainz_album_artist_ids COLLATE NOCASE) WHERE musicbrainz_album_artist_ids IS NOT NULL;
CREATE INDEX items_width ON items (width) WHERE width IS NOT NULL;
CREATE INDEX items_height ON items (height) WHERE height IS NOT NULL;
CREATE INDEX items_frame_rate ON items (frame_rate) WHERE frame_rate IS NOT NULL;
CREATE INDEX items_rotation ON items (rotation) WHERE rotation IS NOT NULL;
CREATE INDEX items_season_number ON items (season_number) WHERE season_number IS NOT NULL;
CREATE INDEX items_episode_number ON items (episode_number) WHERE episode_number IS NOT NULL;
CREATE INDEX items_episode_id ON items (episode_id COLLATE NOCASE) WHERE episode_id IS NOT NULL;
CREATE INDEX items_video_codec ON items (video_codec COLLATE NOCASE) WHERE video_codec IS NOT NULL;
CREATE INDEX items_protected ON items (is_protected) WHERE is_protected IS NOT NULL;
CREATE INDEX items_title_sort ON items (title_sort_key, id, title_sort) WHERE title_sort_key IS NOT NULL;
CREATE INDEX items_album_sort ON items (album_sort_key, id, album_sort) WHERE album_sort_key IS NOT NULL;
CREATE INDEX items_artist_sort ON items (artist_sort_key, id, artist_sort) WHERE artist_sort_key IS NOT NULL;
CREATE INDEX items_album_artist_sort
    ON items (album_artist_sort_key, id, album_artist_sort) WHERE album_artist_sort_key IS NOT NULL;
CREATE INDEX items_composer_sort
    ON items (composer_sort_key, id, composer_sort) WHERE composer_sort_key IS NOT NULL;
CREATE INDEX items_disc_subtitle
    ON items (disc_subtitle_key, id, disc_subtitle) WHERE disc_subtitle_key IS NOT NULL;
CREATE INDEX items_podcast_title
    ON items (podcast_title_key, id, podcast_title) WHERE podcast_title_key IS NOT NULL;
CREATE INDEX items_tv_show ON items (tv_show_key, id, tv_show) WHERE tv_show_key IS NOT NULL;
CREATE INDEX items_user_grouping
    ON items (user_grouping_key, id, user_grouping) WHERE user_grouping_key IS NOT NULL;
CREATE INDEX items_comments ON items (comments_key) WHERE comments_key IS NOT NULL;
CREATE INDEX items_lyrics ON items (lyrics_key) WHERE lyrics_key IS NOT NULL;

CREATE TABLE credits (
    item_id INTEGER NOT NULL REFERENCES items,
    -- 0 artist, 1 album artist (the artist where no tag names an album artist), 2 composer.
    role INTEGER NOT NULL CHECK (role IN (0, 1, 2)),
    position INTEGER NOT NULL,
    name_id INTEGER NOT NULL REFERENCES artist_names,
    PRIMARY KEY (item_id, role, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX credits_name ON credits (name_id, role, item_id);
CREATE INDEX credits_composers ON credits (name_id, item_id) WHERE role = 2;

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
