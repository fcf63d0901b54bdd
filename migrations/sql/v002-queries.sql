-- Every property can be filtered and sorted. The indexes that give an order end with the id, the kind and
-- whether the item is missing, so that a list is walked without reading the wide rows. What few files
-- have is indexed only where it is there: that costs a scan nothing.
--
-- folded and sort_key are functions of the program.

CREATE TABLE podcasts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    title_folded TEXT NOT NULL UNIQUE,
    title_key TEXT NOT NULL
) STRICT;
CREATE INDEX podcasts_title_key ON podcasts (title_key);

ALTER TABLE items ADD COLUMN album_folded TEXT;
-- The folded text to show where it is not the only name; else the name in artist_names says it. So with
-- artist_folded from now on.
ALTER TABLE items ADD COLUMN album_artist_folded TEXT;
ALTER TABLE items ADD COLUMN composer_folded TEXT;
ALTER TABLE items ADD COLUMN podcast_id INTEGER REFERENCES podcasts;
-- Of the file; here, so that items are sorted by it.
ALTER TABLE items ADD COLUMN file_size INTEGER NOT NULL DEFAULT 0;

INSERT INTO podcasts (title, title_folded, title_key)
SELECT min(name), folded(name), sort_key(min(name))
FROM (SELECT coalesce(podcast_title, album_title) AS name FROM items WHERE media_type & 1026 <> 0)
WHERE name IS NOT NULL GROUP BY folded(name);

UPDATE items SET
    album_folded = folded(album_title),
    artist_folded = CASE WHEN artists IS NULL THEN NULL ELSE artist_folded END,
    album_artist_folded = CASE WHEN album_artists IS NULL THEN NULL ELSE folded(album_artist) END,
    composer_folded = CASE WHEN composers IS NULL THEN NULL ELSE folded(composer) END,
    podcast_id = CASE WHEN media_type & 1026 = 0 THEN NULL ELSE (SELECT id FROM podcasts
        WHERE title_folded = folded(coalesce(podcast_title, album_title))) END,
    file_size = (SELECT size FROM files WHERE files.id = file_id);

DROP INDEX items_file;
DROP INDEX items_album;
DROP INDEX items_artist_folded;
DROP INDEX items_title_key;
DROP INDEX items_artist_key;
DROP INDEX items_album_key;
DROP INDEX items_album_artist_key;
DROP INDEX items_disc_number;
DROP INDEX items_track_number;
DROP INDEX items_composer_key;
DROP INDEX items_genre_key;
DROP INDEX items_year;
DROP INDEX items_release_date;
DROP INDEX items_duration;
DROP INDEX items_bit_rate;
DROP INDEX items_compilation;

-- What nearly every file has.
CREATE INDEX items_listed ON items (id, media_type, is_missing);
CREATE INDEX items_media_type ON items (media_type, id, is_missing);
CREATE INDEX items_file ON items (file_id, id, media_type, is_missing);
CREATE INDEX items_album
    ON items (album_id, disc_number, track_number, id, media_type, is_missing);
CREATE INDEX items_title_key ON items (title_key, id, media_type, is_missing);
CREATE INDEX items_artist_key ON items (artist_key, id, media_type, is_missing);
CREATE INDEX items_album_key
    ON items (album_key, disc_number, track_number, id, media_type, is_missing);
CREATE INDEX items_album_artist_key
    ON items (album_artist_key, album_key, disc_number, track_number, id, media_type, is_missing);
CREATE INDEX items_album_folded ON items (album_folded);
CREATE INDEX items_genre_key ON items (genre_key, id, media_type, is_missing);
CREATE INDEX items_track_number ON items (track_number, id, media_type, is_missing);
CREATE INDEX items_disc_number ON items (disc_number, id, media_type, is_missing);
CREATE INDEX items_year ON items (year, id, media_type, is_missing);
CREATE INDEX items_release_date ON items (release_date, id, media_type, is_missing);
CREATE INDEX items_duration ON items (duration, id, media_type, is_missing);
CREATE INDEX items_bit_rate ON items (bit_rate, id, media_type, is_missing);
CREATE INDEX items_sample_rate ON items (sample_rate, id, media_type, is_missing);
CREATE INDEX items_channel_count ON items (channel_count, id, media_type, is_missing);
CREATE INDEX items_codec ON items (codec COLLATE NOCASE, id, media_type, is_missing);
CREATE INDEX items_container ON items (container COLLATE NOCASE, id, media_type, is_missing);
CREATE INDEX items_file_size ON items (file_size, id, media_type, is_missing);

-- What only some files have.
CREATE INDEX items_artist_folded ON items (artist_folded) WHERE artist_folded IS NOT NULL;
CREATE INDEX items_album_artist_folded
    ON items (album_artist_folded) WHERE album_artist_folded IS NOT NULL;
CREATE INDEX items_composer_folded ON items (composer_folded) WHERE composer_folded IS NOT NULL;
CREATE INDEX items_composer_key ON items (composer_key) WHERE composer_key IS NOT NULL;
CREATE INDEX items_podcast ON items (podcast_id) WHERE podcast_id IS NOT NULL;
CREATE INDEX items_podcast_title
    ON items (podcast_title COLLATE NOCASE) WHERE podcast_title IS NOT NULL;
CREATE INDEX items_user_grouping
    ON items (user_grouping COLLATE NOCASE) WHERE user_grouping IS NOT NULL;
CREATE INDEX items_track_count ON items (track_count) WHERE track_count IS NOT NULL;
CREATE INDEX items_disc_count ON items (disc_count) WHERE disc_count IS NOT NULL;
CREATE INDEX items_disc_subtitle
    ON items (disc_subtitle COLLATE NOCASE) WHERE disc_subtitle IS NOT NULL;
CREATE INDEX items_original_date ON items (original_date) WHERE original_date IS NOT NULL;
CREATE INDEX items_compilation ON items (is_compilation) WHERE is_compilation IS NOT NULL;
CREATE INDEX items_explicit ON items (is_explicit) WHERE is_explicit IS NOT NULL;
CREATE INDEX items_beats_per_minute
    ON items (beats_per_minute) WHERE beats_per_minute IS NOT NULL;
CREATE INDEX items_comments
    ON items (substr(comments, 1, 64) COLLATE NOCASE) WHERE comments IS NOT NULL;
CREATE INDEX items_lyrics
    ON items (substr(lyrics, 1, 64) COLLATE NOCASE) WHERE lyrics IS NOT NULL;
CREATE INDEX items_bit_depth ON items (bit_depth) WHERE bit_depth IS NOT NULL;
CREATE INDEX items_start_time ON items (start_time) WHERE start_time IS NOT NULL;
CREATE INDEX items_end_time ON items (end_time) WHERE end_time IS NOT NULL;
CREATE INDEX items_track_gain ON items (track_gain) WHERE track_gain IS NOT NULL;
CREATE INDEX items_track_peak ON items (track_peak) WHERE track_peak IS NOT NULL;
CREATE INDEX items_album_gain ON items (album_gain) WHERE album_gain IS NOT NULL;
CREATE INDEX items_album_peak ON items (album_peak) WHERE album_peak IS NOT NULL;
CREATE INDEX items_isrc ON items (isrc COLLATE NOCASE) WHERE isrc IS NOT NULL;
CREATE INDEX items_musicbrainz_recording ON items (musicbrainz_recording_id COLLATE NOCASE)
    WHERE musicbrainz_recording_id IS NOT NULL;
CREATE INDEX items_musicbrainz_track ON items (musicbrainz_track_id COLLATE NOCASE)
    WHERE musicbrainz_track_id IS NOT NULL;
CREATE INDEX items_musicbrainz_album ON items (musicbrainz_album_id COLLATE NOCASE)
    WHERE musicbrainz_album_id IS NOT NULL;
CREATE INDEX items_musicbrainz_release_group ON items (musicbrainz_release_group_id COLLATE NOCASE)
    WHERE musicbrainz_release_group_id IS NOT NULL;
CREATE INDEX items_musicbrainz_artists ON items (musicbrainz_artist_ids COLLATE NOCASE)
    WHERE musicbrainz_artist_ids IS NOT NULL;
CREATE INDEX items_musicbrainz_album_artists ON items (musicbrainz_album_artist_ids COLLATE NOCASE)
    WHERE musicbrainz_album_artist_ids IS NOT NULL;
CREATE INDEX items_title_sort ON items (title_sort COLLATE NOCASE) WHERE title_sort IS NOT NULL;
CREATE INDEX items_artist_sort ON items (artist_sort COLLATE NOCASE) WHERE artist_sort IS NOT NULL;
CREATE INDEX items_album_sort ON items (album_sort COLLATE NOCASE) WHERE album_sort IS NOT NULL;
CREATE INDEX items_album_artist_sort
    ON items (album_artist_sort COLLATE NOCASE) WHERE album_artist_sort IS NOT NULL;
CREATE INDEX items_composer_sort
    ON items (composer_sort COLLATE NOCASE) WHERE composer_sort IS NOT NULL;
CREATE INDEX items_width ON items (width) WHERE width IS NOT NULL;
CREATE INDEX items_height ON items (height) WHERE height IS NOT NULL;
CREATE INDEX items_frame_rate ON items (frame_rate) WHERE frame_rate IS NOT NULL;
CREATE INDEX items_rotation ON items (rotation) WHERE rotation IS NOT NULL;
CREATE INDEX user_values_bookmark_time
    ON user_values (bookmark_time) WHERE bookmark_time IS NOT NULL;

-- Genres are few and each has a great part of all items: what they come to is counted when a scan ends.
-- 0 from when an item takes or leaves the genre until it is counted anew; so long, this is not asked.
ALTER TABLE genres ADD COLUMN is_current INTEGER NOT NULL DEFAULT 0 CHECK (is_current IN (0, 1));
CREATE INDEX genres_outdated ON genres (id) WHERE is_current = 0;
CREATE TABLE genre_totals (
    genre_id INTEGER NOT NULL REFERENCES genres,
    media_type INTEGER NOT NULL,
    item_count INTEGER NOT NULL,
    duration REAL NOT NULL,
    album_count INTEGER NOT NULL,
    first_item_id INTEGER NOT NULL,
    PRIMARY KEY (genre_id, media_type)
) STRICT, WITHOUT ROWID;

-- One row: when anything in the library was last changed, in seconds since 1970.
CREATE TABLE library (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    last_modified INTEGER NOT NULL
) STRICT;
INSERT INTO library VALUES (1, unixepoch());

-- The user's lists. Nothing that happens on disk changes or deletes a row of these.
CREATE TABLE playlists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    name_key TEXT NOT NULL,
    description TEXT,
    author TEXT,
    -- Seconds since 1970.
    created INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    -- What a smart playlist holds, in the language of --where; NULL for a list made by hand.
    rule TEXT
) STRICT;
CREATE INDEX playlists_name_key ON playlists (name_key);
CREATE INDEX playlists_name_folded ON playlists (name_folded);

CREATE TABLE playlist_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    playlist_id INTEGER NOT NULL REFERENCES playlists ON DELETE CASCADE,
    -- Counts up in the order of the list; numbers may be left out.
    position INTEGER NOT NULL,
    -- NULL for what the library does not hold.
    item_id INTEGER REFERENCES items
) STRICT;
CREATE INDEX playlist_entries_position ON playlist_entries (playlist_id, position, item_id);
CREATE INDEX playlist_entries_item ON playlist_entries (item_id, playlist_id);
