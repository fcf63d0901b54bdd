-- The words of a row as the index has them: see the search tables on SQLite. A word that is longer than an index takes can only be
-- in a long text, which is taken apart more slowly.
CREATE FUNCTION search_document_of_long(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
    SELECT coalesce(array_to_tsvector(array_agg(DISTINCT left(word, 400))), '')
    FROM unnest(string_to_array(translate(words, E'\t\n', '  '), ' ')) AS words (word) WHERE word <> ''
);
CREATE FUNCTION search_document(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    CASE WHEN length(words) > 400 THEN search_document_of_long(words)
        ELSE array_to_tsvector(array_remove(string_to_array(translate(words, E'\t\n', '  '), ' '), '')) END;

CREATE TABLE search_items (
    rowid bigint PRIMARY KEY,
    words text COLLATE "C" NOT NULL,
    document tsvector GENERATED ALWAYS AS (search_document(words)) STORED
);
CREATE INDEX search_items_document ON search_items USING gin (document);

CREATE TABLE search_albums (
    rowid bigint PRIMARY KEY,
    words text COLLATE "C" NOT NULL,
    document tsvector GENERATED ALWAYS AS (search_document(words)) STORED
);
CREATE INDEX search_albums_document ON search_albums USING gin (document);

CREATE TABLE search_artists (
    rowid bigint PRIMARY KEY,
    words text COLLATE "C" NOT NULL,
    document tsvector GENERATED ALWAYS AS (search_document(words)) STORED
);
CREATE INDEX search_artists_document ON search_artists USING gin (document);

CREATE TABLE search_words (
    word text COLLATE "C" PRIMARY KEY
);

CREATE TABLE search_rules (
    version bigint NOT NULL
);
INSERT INTO search_rules (version) VALUES (0);
