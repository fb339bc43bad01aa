#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLite: its configuration takes varying arguments, and some constants are casts.

// The code for a write into a file that is no longer at its path.
enum { CHIMP_SQLITE_MOVED = SQLITE_READONLY_DBMOVED };

// Tells SQLite to copy what is bound.
sqlite3_destructor_type chimp_sqlite_transient(void);

// Switches one of the connection's options on or off.
int chimp_sqlite_switch(sqlite3 *database, int option, int is_on);

// Answers 1 if the file is no longer the one that its path names, 0 if it is.
int chimp_sqlite_has_moved(sqlite3 *database);

// Reads the beginning of a file the way SQLite does: closing a descriptor of our own would drop
// the locks that other connections of the process hold on the file. Missing bytes are zero.
int chimp_sqlite_read_start(
    const char *file_system, const char *path, void *bytes, int count, sqlite3_int64 *size);

#endif
