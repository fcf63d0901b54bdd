#ifndef PHONOLITH_CSQLITE_H
#define PHONOLITH_CSQLITE_H

#include <sqlite3.h>

/// Makes SQLite count no memory (sqlite.org/c3ref/c_config_covering_index_scan.html, SQLITE_CONFIG_MEMSTATUS): it counts
/// under one lock for the whole process, which readers on several threads wait for. To be called before SQLite is used.
static inline void phonolith_sqlite_count_no_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
