-- What is on disk: roots, the folders below them, and the media files in these.
--
-- Paths and names are BLOBs, because on disk they are bytes. A column that ends in _key is a sort key: it is
-- compared byte by byte. One that ends in _folded has no case and no diacritics; filters compare it. Times of files are
-- nanoseconds since 1970, all other times are seconds since 1970.

CREATE TABLE roots (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path BLOB NOT NULL CONSTRAINT roots_path UNIQUE,
    path_key TEXT NOT NULL,
    -- What filters compare of paths is path_folded of the root and the folder, and name_folded, one after the other:
    -- these end with a slash.
    path_folded TEXT NOT NULL,
    -- The kind that the user gave the root; it overrides what the files say.
    kind TEXT CHECK (kind IN ('music', 'podcast', 'audiobook', 'video')),
    -- When the kind was last changed, in nanoseconds: files that were read before are read again.
    kind_given_at INTEGER NOT NULL DEFAULT 0,
    -- 0 when the last scan could not read the root, or found a root empty that was not empty before.
    is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
    -- 1 after `roots remove`; the items are hidden, and come back when the root is added again.
    is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
    -- The number of the file system on which the last scan found the folder; NULL if none did.
    folder_device INTEGER,
    -- The machine that scans the root; NULL for a library of one machine.
    host TEXT
) STRICT;
-- Orders by path go along this index and its two companions below.
CREATE UNIQUE INDEX roots_path_key ON roots (path_key, path);

CREATE TABLE folders (
    id INTEGER PRIMARY KEY,
    root_id INTEGER NOT NULL REFERENCES roots,
    -- Relative to the root; empty for the root itself.
    path BLOB NOT NULL,
    path_key TEXT NOT NULL,
    path_folded TEXT NOT NULL,
    UNIQUE (root_id, path)
) STRICT;

CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders DEFERRABLE INITIALLY DEFERRED, -- by triggers on PostgreSQL
    name BLOB NOT NULL,
    name_key TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    -- 0, or the file's own id when the file is gone and another file has its path now.
    displaced INTEGER NOT NULL DEFAULT 0,
    size INTEGER NOT NULL,
    -- When the content was changed.
    modified INTEGER NOT NULL,
    -- When anything about the file was changed (ctime); 0 for unknown, which makes the next scan read the file.
    changed INTEGER NOT NULL DEFAULT 0,
    -- When the .lrc file beside it was changed; 0 for none.
    lyrics_modified INTEGER NOT NULL DEFAULT 0,
    -- A hash of the cue sheets beside the file that may describe it; 0 for none.
    sheets_state INTEGER NOT NULL DEFAULT 0,
    -- The number of its file system: a hash of its UUID, serial number or source, else the number of the device, which is
    -- below 2^62; -1 for unknown.
    device INTEGER NOT NULL,
    -- The number of the file in its file system.
    inode INTEGER NOT NULL,
    -- The file system of the symbolic link by which the file, or a folder above it, is known; NULL without a link.
    link_device INTEGER,
    read_at INTEGER NOT NULL DEFAULT 0,
    -- A hash of the audio that does not depend on tags; NULL for unknown.
    signature INTEGER,
    is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing IN (0, 1)),
    -- When it was found gone, the same for all files that one scan found gone; NULL for one that is there, whose root was
    -- removed before, or in whose place a file of another disk is.
    gone_at INTEGER,
    -- The scan that found the file, or found another in its place, until that scan has compared its new files with
    -- those that have gone; NULL for a settled file. What a killed scan leaves, the next scan of the root takes over.
    scan_id INTEGER,
    -- Why the file could not be read, in words for the user; NULL for a file that was read.
    problem TEXT
) STRICT;
CREATE INDEX files_inode ON files (inode);
-- Copies of a file that has gone are looked for whenever a scan finds one.
CREATE INDEX files_signature ON files (signature) WHERE signature IS NOT NULL;
CREATE INDEX files_unsettled ON files (scan_id) WHERE scan_id IS NOT NULL;

-- What scans could not read, or not wholly. A scan reports what is new here, and what is not here any more.
CREATE TABLE problems (
    root_id INTEGER NOT NULL REFERENCES roots,
    -- Of a file or a folder, relative to the root; empty for the root itself.
    path BLOB NOT NULL,
    -- In words for the user.
    reason TEXT NOT NULL,
    -- When a scan first found it.
    found_at INTEGER NOT NULL,
    -- 1 when the user does not want to hear of it, as long as the reason stays the same.
    is_ignored INTEGER NOT NULL DEFAULT 0 CHECK (is_ignored IN (0, 1)),
    PRIMARY KEY (root_id, path)
) STRICT, WITHOUT ROWID;
