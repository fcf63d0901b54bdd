-- What keeps rows together, and notes what has changed. Triggers of whole statements, where SQLite has those of rows: a scan changes
-- thousands of rows with each.

CREATE FUNCTION seconds_now() RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT CAST(floor(extract(epoch FROM clock_timestamp())) AS bigint)
$$;

-- Measured loudness.

CREATE FUNCTION measured_loudness_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE items SET track_gain = track_gain WHERE id = NEW.item_id;
    RETURN NULL;
END $$;
CREATE TRIGGER measured_loudness_new AFTER INSERT ON measured_loudness
    FOR EACH ROW EXECUTE FUNCTION measured_loudness_new();

CREATE FUNCTION measured_loudness_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE items SET track_gain = NULL, track_peak = NULL
    WHERE id = OLD.item_id AND track_gain = OLD.track_gain AND track_peak = OLD.track_peak;
    UPDATE items SET album_gain = NULL, album_peak = NULL
    WHERE id = OLD.item_id AND album_gain = OLD.album_gain AND album_peak = OLD.album_peak;
    RETURN NULL;
END $$;
CREATE TRIGGER measured_loudness_gone AFTER DELETE ON measured_loudness
    FOR EACH ROW EXECUTE FUNCTION measured_loudness_gone();

CREATE FUNCTION items_take_loudness() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE items SET
        track_peak = CASE WHEN items.track_gain IS NULL THEN measured.track_peak ELSE items.track_peak END,
        track_gain = coalesce(items.track_gain, measured.track_gain),
        album_peak = CASE WHEN items.album_gain IS NULL THEN measured.album_peak ELSE items.album_peak END,
        album_gain = coalesce(items.album_gain, measured.album_gain)
    FROM measured_loudness AS measured, files
    WHERE items.id = NEW.id AND measured.item_id = NEW.id AND files.id = NEW.file_id
        AND measured.sound = coalesce(files.signature, files.modified)
        AND measured.start_time IS NOT DISTINCT FROM NEW.start_time
        AND measured.end_time IS NOT DISTINCT FROM NEW.end_time
        -- What has taken it over already ends here.
        AND (items.track_gain IS NULL
                AND (measured.track_gain, measured.track_peak) IS DISTINCT FROM (items.track_gain, items.track_peak)
            OR items.album_gain IS NULL
                AND (measured.album_gain, measured.album_peak) IS DISTINCT FROM (items.album_gain, items.album_peak));
    RETURN NULL;
END $$;
CREATE TRIGGER items_take_loudness AFTER UPDATE OF track_gain, album_gain, file_id ON items
    FOR EACH ROW WHEN (NEW.track_gain IS NULL OR NEW.album_gain IS NULL) EXECUTE FUNCTION items_take_loudness();

-- Entries of playlists outlive their items.

CREATE FUNCTION playlist_entries_keep_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE playlist_entries SET original_item_id = NULL WHERE original_item_id = OLD.id;
    UPDATE playlist_entries SET item_id = original_item_id, original_item_id = NULL
        WHERE item_id = OLD.id AND original_item_id IS NOT NULL;
    UPDATE playlist_entries SET
        item_id = NULL,
        is_uri = 0,
        folder = NULL,
        location = (SELECT rtrim(roots.path, '\x2f'::bytea) || '\x2f'::bytea
                || CASE WHEN folders.path = ''::bytea THEN ''::bytea ELSE folders.path || '\x2f'::bytea END
                || files.name
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
    RETURN OLD;
END $$;
CREATE TRIGGER playlist_entries_keep_text BEFORE DELETE ON items
    FOR EACH ROW EXECUTE FUNCTION playlist_entries_keep_text();

-- Bookmarks, and what else is known of them.

CREATE FUNCTION bookmark_notes_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.bookmark_time IS NULL THEN
        DELETE FROM bookmark_notes WHERE user_id = NEW.user_id AND item_id = NEW.item_id;
    ELSE
        INSERT INTO bookmark_notes (user_id, item_id, created, changed)
        VALUES (NEW.user_id, NEW.item_id, seconds_now(), seconds_now())
        ON CONFLICT (user_id, item_id) DO UPDATE SET changed = excluded.changed;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION bookmark_notes_begin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM bookmark_notes WHERE user_id = NEW.user_id AND item_id = NEW.item_id;
    INSERT INTO bookmark_notes (user_id, item_id, created, changed)
    VALUES (NEW.user_id, NEW.item_id, seconds_now(), seconds_now());
    RETURN NULL;
END $$;
CREATE TRIGGER bookmark_notes_new AFTER INSERT ON user_values
    FOR EACH ROW WHEN (NEW.bookmark_time IS NOT NULL) EXECUTE FUNCTION bookmark_notes_begin();
CREATE TRIGGER bookmark_notes_set AFTER UPDATE OF bookmark_time ON user_values
    FOR EACH ROW WHEN (NEW.bookmark_time IS DISTINCT FROM OLD.bookmark_time) EXECUTE FUNCTION bookmark_notes_follow();

-- What has changed. Deleted and inserted anew, so that the number is the latest.

CREATE FUNCTION note_changes(new_kind bigint, subjects bigint[], new_user bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM changes WHERE kind = new_kind AND user_id = new_user AND subject = ANY (subjects);
    INSERT INTO changes (kind, subject, user_id)
    SELECT new_kind, id, new_user FROM (SELECT DISTINCT unnest(subjects) AS id ORDER BY id) AS changed;
END $$;

CREATE FUNCTION changes_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(0, array(SELECT id FROM new_rows), 0);
    PERFORM note_changes(1, array(SELECT new_rows.id FROM new_rows JOIN old_rows USING (id)
        WHERE new_rows.is_missing <> old_rows.is_missing), 0);
    -- Of two places, those users see a difference to whom one is closed.
    PERFORM note_changes(1, array_agg(id), user_id) FROM (
        SELECT moved.id, closed.user_id
        FROM (SELECT new_rows.id, old_rows.file_id AS old_file, new_rows.file_id AS new_file
            FROM new_rows JOIN old_rows USING (id) WHERE new_rows.file_id <> old_rows.file_id) AS moved
        JOIN files ON files.id IN (moved.old_file, moved.new_file)
        JOIN closed_folders AS closed USING (folder_id)
        GROUP BY moved.id, closed.user_id HAVING count(*) = 1) AS differences
    GROUP BY user_id;
    RETURN NULL;
END $$;
CREATE TRIGGER changes_items AFTER UPDATE ON items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_items();

CREATE FUNCTION changes_item_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM changes WHERE kind IN (0, 1) AND subject = OLD.id AND user_id = 0;
    INSERT INTO changes (kind, subject, user_id, root_id) VALUES (1, OLD.id, 0, (
        SELECT root_id FROM files JOIN folders ON folders.id = folder_id WHERE files.id = OLD.file_id));
    RETURN OLD;
END $$;
CREATE TRIGGER changes_item_deleted BEFORE DELETE ON items FOR EACH ROW EXECUTE FUNCTION changes_item_deleted();

CREATE FUNCTION changes_folders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(2, array(SELECT id FROM new_rows), 0);
    -- Whole folders move only when roots are added, moved or removed: for these users that is another set of open roots.
    PERFORM note_changes(4, array_agg(root_id), user_id) FROM (
        SELECT moved.new_root AS root_id, closed.user_id
        FROM (SELECT DISTINCT new_rows.root_id AS new_root, old_rows.root_id AS old_root
            FROM new_rows JOIN old_rows USING (id) WHERE new_rows.root_id <> old_rows.root_id) AS moved
        JOIN closed_roots AS closed ON closed.root_id IN (moved.old_root, moved.new_root)
        GROUP BY moved.new_root, moved.old_root, closed.user_id HAVING count(*) = 1) AS differences
    GROUP BY user_id;
    RETURN NULL;
END $$;
CREATE TRIGGER changes_folders AFTER UPDATE ON folders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_folders();

CREATE FUNCTION changes_folder_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(2, array(SELECT folder_id FROM changed_rows), 0);
    RETURN NULL;
END $$;
CREATE TRIGGER changes_folder_picture AFTER INSERT ON folder_artworks REFERENCING NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_folder_pictures();
CREATE TRIGGER changes_folder_picture_gone AFTER DELETE ON folder_artworks REFERENCING OLD TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_folder_pictures();

CREATE FUNCTION changes_root() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(3, ARRAY[NEW.id], 0);
    RETURN NULL;
END $$;
CREATE TRIGGER changes_root AFTER UPDATE OF path, is_available ON roots
    FOR EACH ROW WHEN (OLD.path <> NEW.path OR OLD.is_available <> NEW.is_available) EXECUTE FUNCTION changes_root();

CREATE FUNCTION changes_closed_roots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(4, array_agg(root_id), user_id) FROM changed_rows GROUP BY user_id;
    RETURN NULL;
END $$;
CREATE TRIGGER changes_root_closed AFTER INSERT ON closed_roots REFERENCING NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_closed_roots();
CREATE TRIGGER changes_root_opened AFTER DELETE ON closed_roots REFERENCING OLD TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_closed_roots();

CREATE FUNCTION changes_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_changes(0, array_agg(item_id), user_id) FROM changed_rows GROUP BY user_id;
    RETURN NULL;
END $$;
CREATE TRIGGER changes_values AFTER UPDATE ON user_values REFERENCING NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_values();
CREATE TRIGGER changes_values_new AFTER INSERT ON user_values REFERENCING NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_values();
CREATE TRIGGER changes_values_gone AFTER DELETE ON user_values REFERENCING OLD TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_values();

-- Tokens of another library are not those of this one.
ALTER SEQUENCE changes_sequence_seq RENAME TO changes_id_seq;
SELECT setval('changes_id_seq', CAST(random() * 1000000000000 AS bigint) + 1);
