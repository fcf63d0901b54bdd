-- A file that a cue sheet takes apart holds several items: its own, which is hidden meanwhile, and one for each
-- track. Items of tracks have a start_time, a file's own has none.

-- Stands for the cue sheets beside the file that may be about it, and for how they were when it was read; 0 where
-- there are none.
ALTER TABLE files ADD COLUMN sheets_state INTEGER NOT NULL DEFAULT 0;

-- The track's number in the sheet, 0 for what is hidden before the first; NULL for the file's own item.
ALTER TABLE items ADD COLUMN sheet_track INTEGER;
-- 1 of the file's own item while its tracks stand for it, and of tracks that the sheet has no more: is_missing is
-- 1, too, but nothing is gone, and all comes back with the sheet, or without it.
ALTER TABLE items ADD COLUMN is_superseded INTEGER NOT NULL DEFAULT 0 CHECK (is_superseded IN (0, 1));
