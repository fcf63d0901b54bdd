-- What playlist files say is kept beside the items that it stands for: an entry that nobody finds keeps its
-- text, and one whose item is deleted gets it back.

-- The file that the list was last read from, and its time of change then, in nanoseconds since 1970.
ALTER TABLE playlists ADD COLUMN source BLOB;
ALTER TABLE playlists ADD COLUMN source_modified INTEGER;
-- 1 after the user changed a list that was read from a file: the file does not change it any more.
ALTER TABLE playlists ADD COLUMN is_edited INTEGER NOT NULL DEFAULT 0 CHECK (is_edited IN (0, 1));
-- What else the file says of the list, as JSON.
ALTER TABLE playlists ADD COLUMN details TEXT;
-- Of a smart playlist: its order as --sort has it, and how much of it there is.
ALTER TABLE playlists ADD COLUMN rule_order TEXT;
ALTER TABLE playlists ADD COLUMN rule_limit REAL;
ALTER TABLE playlists ADD COLUMN rule_limit_unit TEXT
    CHECK (rule_limit_unit IN ('items', 'seconds', 'bytes'));
CREATE UNIQUE INDEX playlists_source ON playlists (source) WHERE source IS NOT NULL;

-- As the file has it: a path byte by byte, or a URI.
ALTER TABLE playlist_entries ADD COLUMN location BLOB;
ALTER TABLE playlist_entries ADD COLUMN is_uri INTEGER NOT NULL DEFAULT 0 CHECK (is_uri IN (0, 1));
-- What a relative location is relative to.
ALTER TABLE playlist_entries ADD COLUMN folder BLOB;
ALTER TABLE playlist_entries ADD COLUMN title TEXT;
ALTER TABLE playlist_entries ADD COLUMN artist TEXT;
ALTER TABLE playlist_entries ADD COLUMN album TEXT;
ALTER TABLE playlist_entries ADD COLUMN album_artist TEXT;
ALTER TABLE playlist_entries ADD COLUMN genre TEXT;
ALTER TABLE playlist_entries ADD COLUMN duration REAL;
ALTER TABLE playlist_entries ADD COLUMN track_number INTEGER;
ALTER TABLE playlist_entries ADD COLUMN start_time REAL;
ALTER TABLE playlist_entries ADD COLUMN end_time REAL;
ALTER TABLE playlist_entries ADD COLUMN musicbrainz_recording_id TEXT;
-- What else the file says of the entry, as JSON.
ALTER TABLE playlist_entries ADD COLUMN details TEXT;
CREATE INDEX playlist_entries_unresolved
    ON playlist_entries (playlist_id, position) WHERE item_id IS NULL;

-- Whoever deletes an item leaves its entries in their places, as text.
CREATE TRIGGER playlist_entries_keep_text BEFORE DELETE ON items BEGIN
    UPDATE playlist_entries SET
        item_id = NULL,
        is_uri = 0,
        folder = NULL,
        location = (SELECT cast(rtrim(cast(roots.path AS TEXT), '/') || '/'
                || CASE WHEN folders.path = x'' THEN '' ELSE cast(folders.path AS TEXT) || '/' END
                || cast(files.name AS TEXT) AS BLOB)
            FROM files JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id
            WHERE files.id = OLD.file_id),
        title = OLD.title,
        artist = OLD.artist,
        album = OLD.album_title,
        album_artist = OLD.album_artist,
        duration = OLD.duration,
        track_number = OLD.track_number,
        start_time = OLD.start_time,
        end_time = OLD.end_time,
        musicbrainz_recording_id = OLD.musicbrainz_recording_id
    WHERE item_id = OLD.id;
END;
