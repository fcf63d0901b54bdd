-- What a file is known by when it has moved, and which of the files that came are not compared yet with those
-- that went.
--
-- The table of files is made anew, because a path may have belonged to a file that is gone and belong to
-- another one now; each of them keeps its row.

CREATE TABLE new_files (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders,
    name BLOB NOT NULL,
    -- Its own number, of a file that is gone and whose path another one has taken; else 0.
    displaced INTEGER NOT NULL DEFAULT 0,
    size INTEGER NOT NULL,
    -- Nanoseconds since 1970, of the content.
    modified INTEGER NOT NULL,
    -- Nanoseconds since 1970, of anything about the file; 0 where nobody looked.
    changed INTEGER NOT NULL DEFAULT 0,
    -- Nanoseconds since 1970, of the .lrc file beside it; 0 where there is none.
    lyrics_modified INTEGER NOT NULL DEFAULT 0,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    -- Nanoseconds since 1970: when it was last read.
    read_at INTEGER NOT NULL DEFAULT 0,
    -- What its audio is known by, whatever its tags; NULL where nobody knows.
    signature INTEGER,
    is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
    -- 0 from when the file comes, or another takes its path, until it has been compared with those that went.
    -- The end of a scan does that; after a scan that was killed, the end of the next.
    is_settled INTEGER NOT NULL DEFAULT 1 CHECK (is_settled IN (0, 1)),
    -- Why it cannot be read, in words for the user; NULL for a file that can.
    problem TEXT,
    UNIQUE (folder_id, name, displaced)
) STRICT;

INSERT INTO new_files
    (id, folder_id, name, size, modified, lyrics_modified, device, inode, is_missing, problem)
SELECT id, folder_id, name, size, modified, lyrics_modified, device, inode, is_missing, problem
FROM files;

DROP TABLE files;
ALTER TABLE new_files RENAME TO files;
CREATE INDEX files_inode ON files (inode);
CREATE INDEX files_unsettled ON files (id) WHERE is_settled = 0;

-- Nanoseconds since 1970: when the kind was last given; files that were read before are read again.
ALTER TABLE roots ADD COLUMN kind_given_at INTEGER NOT NULL DEFAULT 0;
