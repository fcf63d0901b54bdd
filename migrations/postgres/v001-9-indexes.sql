-- Indexes that PostgreSQL has otherwise than SQLite: it has no NULL at the beginning unless it is asked, and its keys may be too long.

CREATE INDEX folders_path_key ON folders (root_id, path_key);
-- Keys may be longer than an index takes.
CREATE UNIQUE INDEX files_name ON files (folder_id, name, displaced);
-- PostgreSQL finds NULL at one end of an index only, and lists of albums have them last in both directions.
CREATE INDEX albums_album_artist_key ON albums (album_artist_key, year NULLS FIRST, title_key);
CREATE INDEX albums_album_artist_key_descending ON albums (album_artist_key NULLS FIRST, year NULLS FIRST, title_key);
CREATE INDEX albums_year_descending ON albums (year NULLS FIRST, title_key);
CREATE INDEX items_artist_key ON items (artist_key NULLS FIRST, id, media_type, is_missing);
CREATE INDEX items_album_artist_key ON items (album_artist_key NULLS FIRST, album_key NULLS FIRST, album_id NULLS
    FIRST, disc_number NULLS FIRST, track_number NULLS FIRST, place_key NULLS FIRST, id, media_type, is_missing);
CREATE INDEX items_album_key ON items (album_key NULLS FIRST, album_id NULLS FIRST, disc_number NULLS FIRST,
    track_number NULLS FIRST, place_key NULLS FIRST, id, media_type, is_missing);
CREATE INDEX items_genre_key ON items (genre_key NULLS FIRST, id, media_type, is_missing);
CREATE INDEX items_composer_key ON items (composer_key NULLS FIRST, id, media_type, is_missing) WHERE composer_key IS NOT NULL;
CREATE INDEX items_year ON items (year NULLS FIRST, id, media_type, is_missing);
CREATE INDEX items_release_date ON items (release_date NULLS FIRST, id, media_type, is_missing);
CREATE INDEX items_duration ON items (duration NULLS FIRST, id, media_type, is_missing);
CREATE INDEX items_other_than_music ON items (tv_show_key NULLS FIRST, season_number NULLS FIRST, episode_number
    NULLS FIRST, id, media_type, is_missing) WHERE media_type <> 1;
CREATE INDEX items_album ON items (album_id NULLS FIRST, disc_number NULLS FIRST, track_number NULLS FIRST,
    place_key NULLS FIRST, id, media_type, is_missing);
CREATE INDEX item_identifiers_recording ON item_identifiers (lower(musicbrainz_recording_id))
    WHERE musicbrainz_recording_id IS NOT NULL;
