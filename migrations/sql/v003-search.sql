-- Full-text search. Words are made by the program: folded, and those of Chinese, Japanese and Korean text
-- one character and two characters long. What stands here is their text as the index reads it: a thing's
-- fields a line each, `+` before each word of the lines behind the first, which is what the thing is
-- called. Things that are not there have no row.
--
-- One character is the shortest prefix that is asked for; those of up to three, and the mark before them,
-- have an index of their own.

CREATE VIRTUAL TABLE search_items USING fts5 (
    words, tokenize = "ascii tokenchars '+'", detail = column, columnsize = 0, prefix = '1 2 3 4'
);
CREATE VIRTUAL TABLE search_albums USING fts5 (
    words, tokenize = "ascii tokenchars '+'", detail = column, columnsize = 0, prefix = '1 2 3 4'
);
CREATE VIRTUAL TABLE search_artists USING fts5 (
    words, tokenize = "ascii tokenchars '+'", detail = column, columnsize = 0, prefix = '1 2 3 4'
);

-- Words of four characters and more that items have, or had: what the beginning of a word may go on to.
CREATE TABLE search_words (
    word TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- By which version of the rules the words were made; 0 for none. The program makes all anew where it is
-- lower than its own.
CREATE TABLE search_rules (
    version INTEGER NOT NULL
) STRICT;
INSERT INTO search_rules (version) VALUES (0);
