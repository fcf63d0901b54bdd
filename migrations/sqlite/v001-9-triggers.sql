-- What keeps rows together, and notes what has changed.

CREATE TRIGGER measured_loudness_new AFTER INSERT ON measured_loudness BEGIN
    UPDATE items SET track_gain = track_gain WHERE id = NEW.item_id;
END;
CREATE TRIGGER measured_loudness_gone AFTER DELETE ON measured_loudness BEGIN
    UPDATE items SET track_gain = NULL, track_peak = NULL
    WHERE id = OLD.item_id AND track_gain = OLD.track_gain AND track_peak = OLD.track_peak;
    UPDATE items SET album_gain = NULL, album_peak = NULL
    WHERE id = OLD.item_id AND album_gain = OLD.album_gain AND album_peak = OLD.album_peak;
END;
CREATE TRIGGER items_take_loudness AFTER UPDATE OF track_gain, album_gain, file_id ON items
WHEN (NEW.track_gain IS NULL OR NEW.album_gain IS NULL)
    AND EXISTS (SELECT 1 FROM measured_loudness WHERE item_id = NEW.id) BEGIN
    UPDATE items SET
        track_peak = CASE WHEN items.track_gain IS NULL THEN measured.track_peak ELSE items.track_peak END,
        track_gain = ifnull(items.track_gain, measured.track_gain),
        album_peak = CASE WHEN items.album_gain IS NULL THEN measured.album_peak ELSE items.album_peak END,
        album_gain = ifnull(items.album_gain, measured.album_gain)
    FROM measured_loudness AS measured JOIN files ON files.id = NEW.file_id
    WHERE items.id = NEW.id AND measured.item_id = NEW.id
        AND measured.sound = ifnull(files.signature, files.modified)
        AND measured.start_time IS NEW.start_time AND measured.end_time IS NEW.end_time;
END;

-- Deleting an item leaves its entries in their places, as text; those of a copy go back to the original, and a copy
-- takes over the entries of an original for good.
CREATE TRIGGER playlist_entries_keep_text BEFORE DELETE ON items BEGIN
    UPDATE playlist_entries SET original_item_id = NULL WHERE original_item_id = OLD.id;
    UPDATE playlist_entries SET item_id = original_item_id, original_item_id = NULL
        WHERE item_id = OLD.id AND original_item_id IS NOT NULL;
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
        musicbrainz_recording_id =
            (SELECT musicbrainz_recording_id FROM item_identifiers WHERE item_id = OLD.id)
    WHERE item_id = OLD.id;
END;
CREATE TRIGGER bookmark_notes_new AFTER INSERT ON user_values
WHEN NEW.bookmark_time IS NOT NULL BEGIN
    DELETE FROM bookmark_notes WHERE user_id = NEW.user_id AND item_id = NEW.item_id;
    INSERT INTO bookmark_notes (user_id, item_id, created, changed)
    VALUES (NEW.user_id, NEW.item_id, unixepoch(), unixepoch());
END;
CREATE TRIGGER bookmark_notes_set AFTER UPDATE OF bookmark_time ON user_values
WHEN NEW.bookmark_time IS NOT NULL AND NEW.bookmark_time IS NOT OLD.bookmark_time BEGIN
    UPDATE bookmark_notes SET changed = unixepoch()
    WHERE user_id = NEW.user_id AND item_id = NEW.item_id;
    INSERT INTO bookmark_notes (user_id, item_id, created, changed)
    SELECT NEW.user_id, NEW.item_id, unixepoch(), unixepoch() WHERE changes() = 0;
END;
CREATE TRIGGER bookmark_notes_gone AFTER UPDATE OF bookmark_time ON user_values
WHEN NEW.bookmark_time IS NULL AND OLD.bookmark_time IS NOT NULL BEGIN
    DELETE FROM bookmark_notes WHERE user_id = NEW.user_id AND item_id = NEW.item_id;
END;

-- Deleted and inserted, not replaced: the conflict clause of a statement that fires a trigger counts in it, too.
CREATE TRIGGER changes_item AFTER UPDATE ON items BEGIN
    DELETE FROM changes WHERE kind = 0 AND subject = NEW.id AND user_id = 0;
    INSERT INTO changes (kind, subject, user_id) VALUES (0, NEW.id, 0);
END;
CREATE TRIGGER changes_item_listed AFTER UPDATE OF is_missing ON items
WHEN OLD.is_missing <> NEW.is_missing BEGIN
    DELETE FROM changes WHERE kind = 1 AND subject = NEW.id AND user_id = 0;
    INSERT INTO changes (kind, subject, user_id) VALUES (1, NEW.id, 0);
END;
CREATE TRIGGER changes_item_deleted BEFORE DELETE ON items BEGIN
    DELETE FROM changes WHERE kind IN (0, 1) AND subject = OLD.id AND user_id = 0;
    INSERT INTO changes (kind, subject, user_id, root_id) VALUES (1, OLD.id, 0, (
        SELECT root_id FROM files JOIN folders ON folders.id = folder_id WHERE files.id = OLD.file_id
    ));
END;
CREATE TRIGGER changes_folder AFTER UPDATE ON folders BEGIN
    DELETE FROM changes WHERE kind = 2 AND subject = NEW.id AND user_id = 0;
    INSERT INTO changes (kind, subject, user_id) VALUES (2, NEW.id, 0);
END;
CREATE TRIGGER changes_folder_picture AFTER INSERT ON folder_artworks BEGIN
    DELETE FROM changes WHERE kind = 2 AND subject = NEW.folder_id AND user_id = 0;
    INSERT INTO changes (kind, subject, user_id) VALUES (2, NEW.folder_id, 0);
END;
CREATE TRIGGER changes_folder_picture_gone AFTER DELETE ON folder_artworks BEGIN
    DELETE FROM changes WHERE kind = 2 AND subject = OLD.folder_id AND user_id = 0;
    INSERT INTO changes (kind, subject, user_id) VALUES (2, OLD.folder_id, 0);
END;
CREATE TRIGGER changes_root AFTER UPDATE OF path, is_available ON roots
WHEN OLD.path <> NEW.path OR OLD.is_available <> NEW.is_available BEGIN
    DELETE FROM changes WHERE kind = 3 AND subject = NEW.id AND user_id = 0;
    INSERT INTO changes (kind, subject, user_id) VALUES (3, NEW.id, 0);
END;
CREATE TRIGGER changes_root_closed AFTER INSERT ON closed_roots BEGIN
    DELETE FROM changes WHERE kind = 4 AND subject = NEW.root_id AND user_id = NEW.user_id;
    INSERT INTO changes (kind, subject, user_id) VALUES (4, NEW.root_id, NEW.user_id);
END;
CREATE TRIGGER changes_root_opened AFTER DELETE ON closed_roots BEGIN
    DELETE FROM changes WHERE kind = 4 AND subject = OLD.root_id AND user_id = OLD.user_id;
    INSERT INTO changes (kind, subject, user_id) VALUES (4, OLD.root_id, OLD.user_id);
END;
CREATE TRIGGER changes_item_moved AFTER UPDATE OF file_id ON items WHEN OLD.file_id <> NEW.file_id BEGIN
    DELETE FROM changes WHERE kind = 1 AND subject = NEW.id AND user_id IN (
        SELECT user_id FROM files JOIN closed_folders USING (folder_id)
        WHERE files.id IN (OLD.file_id, NEW.file_id) GROUP BY user_id HAVING count(*) = 1);
    INSERT INTO changes (kind, subject, user_id)
    SELECT 1, NEW.id, user_id FROM files JOIN closed_folders USING (folder_id)
    WHERE files.id IN (OLD.file_id, NEW.file_id) GROUP BY user_id HAVING count(*) = 1;
END;
-- Whole folders move only when roots are added, moved or removed: for these users that is another set of open roots.
CREATE TRIGGER changes_folder_moved AFTER UPDATE OF root_id ON folders WHEN OLD.root_id <> NEW.root_id BEGIN
    DELETE FROM changes WHERE kind = 4 AND subject = NEW.root_id AND user_id IN (
        SELECT user_id FROM closed_roots WHERE root_id IN (OLD.root_id, NEW.root_id)
        GROUP BY user_id HAVING count(*) = 1);
    INSERT INTO changes (kind, subject, user_id)
    SELECT 4, NEW.root_id, user_id FROM closed_roots WHERE root_id IN (OLD.root_id, NEW.root_id)
    GROUP BY user_id HAVING count(*) = 1;
END;
CREATE TRIGGER changes_values AFTER UPDATE ON user_values BEGIN
    DELETE FROM changes WHERE kind = 0 AND subject = NEW.item_id AND user_id = NEW.user_id;
    INSERT INTO changes (kind, subject, user_id) VALUES (0, NEW.item_id, NEW.user_id);
END;
CREATE TRIGGER changes_values_new AFTER INSERT ON user_values BEGIN
    DELETE FROM changes WHERE kind = 0 AND subject = NEW.item_id AND user_id = NEW.user_id;
    INSERT INTO changes (kind, subject, user_id) VALUES (0, NEW.item_id, NEW.user_id);
END;
CREATE TRIGGER changes_values_gone AFTER DELETE ON user_values BEGIN
    DELETE FROM changes WHERE kind = 0 AND subject = OLD.item_id AND user_id = OLD.user_id;
    INSERT INTO changes (kind, subject, user_id) VALUES (0, OLD.item_id, OLD.user_id);
END;
