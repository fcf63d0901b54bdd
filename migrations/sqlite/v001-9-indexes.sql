-- Indexes that SQLite has otherwise than PostgreSQL.

CREATE UNIQUE INDEX folders_path_key ON folders (root_id, path_key, path);
-- The key is made of the name, so that this is unique by folder and name, too.
CREATE UNIQUE INDEX files_name_key ON files (folder_id, name_key, name, displaced);
CREATE INDEX albums_album_artist_key ON albums (album_artist_key, year, title_key);
CREATE INDEX items_artist_key ON items (artist_key, id, media_type, is_missing);
CREATE INDEX items_album_artist_key
    ON items (
        album_artist_key, album_key, album_id, disc_number, track_number, place_key, id, media_type, is_missing
    );
CREATE INDEX items_album_key
    ON items (album_key, album_id, disc_number, track_number, place_key, id, media_type, is_missing);
CREATE INDEX items_genre_key ON items (genre_key, id, media_type, is_missing);
CREATE INDEX items_composer_key ON items (composer_key, id, media_type, is_missing)
    WHERE composer_key IS NOT NULL;
CREATE INDEX items_year ON items (year, id, media_type, is_missing);
CREATE INDEX items_release_date ON items (release_date, id, media_type, is_missing);
CREATE INDEX items_duration ON items (duration, id, media_type, is_missing);
-- Everything that is not music: little in most libraries. In the order of videos: show, season, episode.
CREATE INDEX items_other_than_music
    ON items (tv_show_key, season_number, episode_number, id, media_type, is_missing) WHERE media_type <> 1;
-- All other orders by what is short: one index is scanned and its first rows are kept. It begins with the id, so that
-- a scan of files appends to it.
CREATE INDEX items_narrow ON items (
    id, media_type, is_missing, is_superseded, file_size, track_number, track_count, disc_number, disc_count, year, release_date,
    original_date, duration, bit_rate, sample_rate, channel_count, bit_depth, codec, container, is_compilation,
    is_explicit, is_protected, beats_per_minute, season_number, episode_number, start_time, end_time, track_gain,
    track_peak, album_gain, album_peak, width, height, frame_rate, rotation, video_codec, artist_name_id,
    album_artist_name_id, podcast_id
);
CREATE INDEX items_album ON items (album_id, disc_number, track_number, place_key, id, media_type, is_missing);
-- Entries of playlists are found by it.
CREATE INDEX item_identifiers_recording ON item_identifiers (musicbrainz_recording_id COLLATE NOCASE)
    WHERE musicbrainz_recording_id IS NOT NULL;
