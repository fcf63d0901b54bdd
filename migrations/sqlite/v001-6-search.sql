-- Full-text search. The program makes the words: folded, and of Chinese, Japanese and Korean text one character and
-- two characters long. A row is the text of one item, album or artist as the index reads it: a line for each field,
-- the first is its name; words in the lines after the first begin with `+`. What is missing has no row.
--
-- The shortest prefix that is searched for is one character. Prefixes of up to three characters, and the `+` before
-- them, have an index of their own. Queries ask for single words of the one column, so the index only lists rows.

CREATE VIRTUAL TABLE search_items USING fts5 (
    words, tokenize = "ascii tokenchars '+'", detail = none, columnsize = 0, prefix = '1 2 3 4'
);
CREATE VIRTUAL TABLE search_albums USING fts5 (
    words, tokenize = "ascii tokenchars '+'", detail = none, columnsize = 0, prefix = '1 2 3 4'
);
CREATE VIRTUAL TABLE search_artists USING fts5 (
    words, tokenize = "ascii tokenchars '+'", detail = none, columnsize = 0, prefix = '1 2 3 4'
);

-- Words of four characters and more that items have, or had: completions for the beginning of a word.
CREATE TABLE search_words (
    word TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- The version of the rules by which the words were made; 0 for none. The program makes all words again where it is
-- lower than its own.
CREATE TABLE search_rules (
    version INTEGER NOT NULL
) STRICT;
INSERT INTO search_rules (version) VALUES (0);
