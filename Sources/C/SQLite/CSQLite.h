#ifndef PHONOLITH_CSQLITE_H
#define PHONOLITH_CSQLITE_H

#include <sqlite3.h>

/// Makes SQLite count no memory (sqlite.org/c3ref/c_config_covering_index_scan.html, SQLITE_CONFIG_MEMSTATUS): it counts
/// under one lock for the whole process, which readers on several threads wait for. To be called before SQLite is used.
static inline void phonolith_sqlite_count_no_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// Takes a text in double quotes for a name, never for a text (sqlite.org/quirks.html, 8).
static inline void phonolith_sqlite_refuse_quoted_texts(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

#endif
