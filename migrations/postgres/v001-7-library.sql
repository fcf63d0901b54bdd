CREATE TABLE library (
    id bigint PRIMARY KEY CHECK (id = 1),
    schema_sha256 text COLLATE "C" NOT NULL,
    last_modified bigint NOT NULL
);
