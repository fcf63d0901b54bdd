-- References of the rows that a scan writes by the thousand. For a foreign key PostgreSQL looks up each row by a query of its own,
-- which was a quarter of the server's work in a scan; these triggers look up all rows of a statement at once. That is as safe,
-- because one transaction at a time changes a library. They hold at the end of each statement, and not only of the transaction.

CREATE FUNCTION reference_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_broken boolean;
BEGIN
    -- Planned each time: a plan that is made while the tables are small reads them whole later.
    EXECUTE format('
        SELECT EXISTS (SELECT FROM new_rows WHERE %1$I IS NOT NULL
            AND NOT EXISTS (SELECT FROM %2$I.%3$I AS target WHERE target.id = new_rows.%1$I))',
        TG_ARGV[0], TG_TABLE_SCHEMA, TG_ARGV[1]) INTO is_broken;
    IF is_broken THEN
        RAISE foreign_key_violation USING
            MESSAGE = format('%s of %s refers to no row of %s', TG_ARGV[0], TG_TABLE_NAME, TG_ARGV[1]);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION referenced_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_broken boolean;
BEGIN
    EXECUTE format('
        SELECT EXISTS (SELECT FROM old_rows JOIN %I.%I AS source ON source.%I = old_rows.id)',
        TG_TABLE_SCHEMA, TG_ARGV[0], TG_ARGV[1]) INTO is_broken;
    IF is_broken THEN
        RAISE foreign_key_violation USING
            MESSAGE = format('%s of %s refers to a deleted row of %s', TG_ARGV[1], TG_ARGV[0], TG_TABLE_NAME);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION referenced_deleted_with_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('
        DELETE FROM %I.%I AS source USING old_rows WHERE source.%I = old_rows.id',
        TG_TABLE_SCHEMA, TG_ARGV[0], TG_ARGV[1]);
    RETURN NULL;
END $$;

DO $$
DECLARE
    source text;
    reference text;
    target text;
    deletion text;
    event text;
BEGIN
    FOR source, reference, target, deletion IN VALUES
        ('files', 'folder_id', 'folders', 'referenced_deleted'),
        ('items', 'file_id', 'files', 'referenced_deleted'),
        ('items', 'album_id', 'albums', 'referenced_deleted'),
        ('item_identifiers', 'item_id', 'items', 'referenced_deleted_with_sources'),
        ('item_texts', 'item_id', 'items', 'referenced_deleted_with_sources'),
        ('item_details', 'item_id', 'items', 'referenced_deleted_with_sources'),
        ('item_tags', 'item_id', 'items', 'referenced_deleted_with_sources'),
        ('credits', 'item_id', 'items', 'referenced_deleted'),
        ('credits', 'name_id', 'artist_names', 'referenced_deleted'),
        ('item_genres', 'item_id', 'items', 'referenced_deleted'),
        ('item_genres', 'genre_id', 'genres', 'referenced_deleted')
    LOOP
        FOREACH event IN ARRAY ARRAY['INSERT', 'UPDATE'] LOOP
            EXECUTE format('
                CREATE TRIGGER %I AFTER %s ON %I REFERENCING NEW TABLE AS new_rows
                FOR EACH STATEMENT EXECUTE FUNCTION reference_written(%L, %L)',
                lower(concat_ws('_', source, reference, event)), event, source, reference, target);
        END LOOP;
        EXECUTE format('
            CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
            FOR EACH STATEMENT EXECUTE FUNCTION %I(%L, %L)',
            concat_ws('_', target, 'deleted', source, reference), target, deletion, source, reference);
    END LOOP;
END $$;
