-- Every order has an index. A text that few files have has its sort key beside it where it is there; where it is
-- absent, both cost a row a byte, and the index nothing. Behind the key the short texts stand in their indexes,
-- too, so that a filter looks through those without reading rows.
--
-- sort_key and sort_name_key are functions of the program.

ALTER TABLE items ADD COLUMN title_sort_key TEXT;
ALTER TABLE items ADD COLUMN album_sort_key TEXT;
ALTER TABLE items ADD COLUMN artist_sort_key TEXT;
ALTER TABLE items ADD COLUMN album_artist_sort_key TEXT;
ALTER TABLE items ADD COLUMN composer_sort_key TEXT;
ALTER TABLE items ADD COLUMN disc_subtitle_key TEXT;
ALTER TABLE items ADD COLUMN podcast_title_key TEXT;
ALTER TABLE items ADD COLUMN tv_show_key TEXT;
ALTER TABLE items ADD COLUMN user_grouping_key TEXT;
-- Of how they begin.
ALTER TABLE items ADD COLUMN comments_key TEXT;
ALTER TABLE items ADD COLUMN lyrics_key TEXT;

DROP INDEX items_title_sort;
DROP INDEX items_album_sort;
DROP INDEX items_artist_sort;
DROP INDEX items_album_artist_sort;
DROP INDEX items_composer_sort;
DROP INDEX items_disc_subtitle;
DROP INDEX items_podcast_title;
DROP INDEX items_tv_show;
DROP INDEX items_user_grouping;
DROP INDEX items_comments;
DROP INDEX items_lyrics;

UPDATE items SET
    title_sort_key = sort_name_key(title_sort),
    album_sort_key = sort_name_key(album_sort),
    artist_sort_key = sort_name_key(artist_sort),
    album_artist_sort_key = sort_name_key(album_artist_sort),
    composer_sort_key = sort_name_key(composer_sort),
    disc_subtitle_key = sort_key(disc_subtitle),
    podcast_title_key = sort_key(podcast_title),
    tv_show_key = sort_key(tv_show),
    user_grouping_key = sort_key(user_grouping),
    comments_key = sort_key(substr(comments, 1, 64)),
    lyrics_key = sort_key(substr(lyrics, 1, 64))
WHERE coalesce(title_sort, album_sort, artist_sort, album_artist_sort, composer_sort, disc_subtitle,
    podcast_title, tv_show, user_grouping, comments, lyrics) IS NOT NULL;

CREATE INDEX items_title_sort
    ON items (title_sort_key, id, title_sort) WHERE title_sort_key IS NOT NULL;
CREATE INDEX items_album_sort
    ON items (album_sort_key, id, album_sort) WHERE album_sort_key IS NOT NULL;
CREATE INDEX items_artist_sort
    ON items (artist_sort_key, id, artist_sort) WHERE artist_sort_key IS NOT NULL;
CREATE INDEX items_album_artist_sort
    ON items (album_artist_sort_key, id, album_artist_sort) WHERE album_artist_sort_key IS NOT NULL;
CREATE INDEX items_composer_sort
    ON items (composer_sort_key, id, composer_sort) WHERE composer_sort_key IS NOT NULL;
CREATE INDEX items_disc_subtitle
    ON items (disc_subtitle_key, id, disc_subtitle) WHERE disc_subtitle_key IS NOT NULL;
CREATE INDEX items_podcast_title
    ON items (podcast_title_key, id, podcast_title) WHERE podcast_title_key IS NOT NULL;
CREATE INDEX items_tv_show ON items (tv_show_key, id, tv_show) WHERE tv_show_key IS NOT NULL;
CREATE INDEX items_user_grouping
    ON items (user_grouping_key, id, user_grouping) WHERE user_grouping_key IS NOT NULL;
CREATE INDEX items_comments ON items (comments_key) WHERE comments_key IS NOT NULL;
CREATE INDEX items_lyrics ON items (lyrics_key) WHERE lyrics_key IS NOT NULL;

-- Items in the order of their artists' ids are found by the credits; the few that have no artist, by this. Credits
-- do not tell who is an album artist by a tag.
CREATE INDEX items_without_artist ON items (artist_name_id) WHERE artist_name_id IS NULL;
CREATE INDEX items_album_artist_name ON items (album_artist_name_id);

-- 1 where the words of the title, or of the album's, do not tell all that it contains: of a long text some are left
-- out, or cut, and forms of letters that stand for others (Unicode's compatibility forms) are written as those.
ALTER TABLE items ADD COLUMN is_beside_words INTEGER GENERATED ALWAYS AS (
    length(title_folded) > 64 OR length(album_folded) > 64
    OR title GLOB '*[²-³¹Ĳ-ĳǄ-ǌ⁰-ₜ℀-ↈ①-⓿ㄱ-ㆎ㈀-㏿豈-﫿ﬀ-﷿ﹰ-￮𝐀-𝟿丽-𯨟]*' OR album_title GLOB '*[²-³¹Ĳ-ĳǄ-ǌ⁰-ₜ℀-ↈ①-⓿ㄱ-ㆎ㈀-㏿豈-﫿ﬀ-﷿ﹰ-￮𝐀-𝟿丽-𯨟]*'
) VIRTUAL;
CREATE INDEX items_beside_words ON items (id) WHERE is_beside_words = 1;

-- Composers are few among artists: who they are is found without a look at all.
CREATE INDEX credits_composers ON credits (name_id, item_id) WHERE role = 2;

-- A few artists have a great part of all items, such as various ones: what these come to is counted when a scan
-- ends, as for genres. There are no rows from when an item changes until they are counted anew.
CREATE TABLE artist_totals (
    artist_id INTEGER NOT NULL REFERENCES artists,
    role INTEGER NOT NULL,
    media_type INTEGER NOT NULL,
    item_count INTEGER NOT NULL,
    duration REAL NOT NULL,
    album_count INTEGER NOT NULL,
    first_item_id INTEGER NOT NULL,
    PRIMARY KEY (artist_id, role, media_type)
) STRICT, WITHOUT ROWID;
ALTER TABLE library ADD COLUMN has_artist_totals INTEGER NOT NULL DEFAULT 0
    CHECK (has_artist_totals IN (0, 1));
