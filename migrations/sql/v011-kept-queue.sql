-- The kept queue is changed by commands while a player plays it. An entry has a number of its own, so that both
-- mean the same one wherever it is by then; the revision changes with the entries and the modes, so that each sees
-- what the other changed. What is known of an item that is not in the library is kept with it.

ALTER TABLE queue_entries ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE queue_entries SET number = position + 1;

ALTER TABLE queue_entries ADD COLUMN artist TEXT;
ALTER TABLE queue_entries ADD COLUMN album_title TEXT;
-- In seconds.
ALTER TABLE queue_entries ADD COLUMN duration REAL;
-- ReplayGain: gains in dB, peaks linear.
ALTER TABLE queue_entries ADD COLUMN track_gain REAL;
ALTER TABLE queue_entries ADD COLUMN track_peak REAL;
ALTER TABLE queue_entries ADD COLUMN album_gain REAL;
ALTER TABLE queue_entries ADD COLUMN album_peak REAL;

ALTER TABLE queue_state ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
