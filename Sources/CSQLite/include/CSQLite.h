#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLite: its configuration takes varying arguments, and some constants are casts.

// The code for a write into a file that is no longer at its path.
enum { CHIMP_SQLITE_MOVED = SQLITE_READONLY_DBMOVED };

// The code where there is no room for the index of the write-ahead log.
enum { CHIMP_SQLITE_NO_INDEX = SQLITE_IOERR_SHMSIZE };

// Tells SQLite to copy what is bound.
sqlite3_destructor_type chimp_sqlite_transient(void);

// Switches one of the connection's options on or off.
int chimp_sqlite_switch(sqlite3 *database, int option, int is_on);

// A value of a row: its type, and the number or the text; of a text with a NUL in it there is none.
struct chimp_sqlite_value {
  int type;
  sqlite3_int64 number;
  double real;
  const char *text;
};
struct chimp_sqlite_value chimp_sqlite_column(sqlite3_stmt *statement, int column);

// Copies the bytes of a value of a row.
void chimp_sqlite_column_bytes(sqlite3_stmt *statement, int column, void *bytes, int count);

// Answers 1 if the file is no longer the one that its path names, 0 if it is.
int chimp_sqlite_has_moved(sqlite3 *database);

#endif
