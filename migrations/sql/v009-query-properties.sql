-- Paths are put in order as people read them: folder by folder, numbers by their value, without case and
-- accents. What is equal so is told apart by its bytes.
--
-- path_key is a function of the program.

ALTER TABLE roots ADD COLUMN path_key TEXT NOT NULL DEFAULT '';
ALTER TABLE folders ADD COLUMN path_key TEXT NOT NULL DEFAULT '';
ALTER TABLE files ADD COLUMN name_key TEXT NOT NULL DEFAULT '';

UPDATE roots SET path_key = path_key(path);
UPDATE folders SET path_key = path_key(path);
UPDATE files SET name_key = path_key(name);

CREATE UNIQUE INDEX roots_path_key ON roots (path_key, path);
CREATE UNIQUE INDEX folders_path_key ON folders (root_id, path_key, path);
CREATE UNIQUE INDEX files_name_key ON files (folder_id, name_key, name, displaced);

-- Whether the pictures or the sound are encrypted; NULL where nothing says so.
ALTER TABLE items ADD COLUMN is_protected INTEGER CHECK (is_protected IN (0, 1));
CREATE INDEX items_protected ON items (is_protected) WHERE is_protected IS NOT NULL;
