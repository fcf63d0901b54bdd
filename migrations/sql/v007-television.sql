-- What an episode of television belongs to, and how its pictures are coded. Only some files have these: as
-- long as they are absent they cost a row a few bytes, and the indexes nothing.

ALTER TABLE items ADD COLUMN tv_show TEXT;
ALTER TABLE items ADD COLUMN season_number INTEGER;
ALTER TABLE items ADD COLUMN episode_number INTEGER;
ALTER TABLE items ADD COLUMN episode_id TEXT;
ALTER TABLE items ADD COLUMN video_codec TEXT;

CREATE INDEX items_tv_show ON items (tv_show COLLATE NOCASE) WHERE tv_show IS NOT NULL;
CREATE INDEX items_season_number ON items (season_number) WHERE season_number IS NOT NULL;
CREATE INDEX items_episode_number ON items (episode_number) WHERE episode_number IS NOT NULL;
CREATE INDEX items_episode_id ON items (episode_id COLLATE NOCASE) WHERE episode_id IS NOT NULL;
CREATE INDEX items_video_codec ON items (video_codec COLLATE NOCASE) WHERE video_codec IS NOT NULL;

-- Videos that are known are read again by the next scan: of these nobody has looked at all yet. Their kinds
-- are 1 << 8 and more.
UPDATE files SET changed = 0
WHERE id IN (SELECT file_id FROM items WHERE media_type & 65280 <> 0) AND problem IS NULL;
