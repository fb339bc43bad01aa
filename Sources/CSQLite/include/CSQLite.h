#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// The parts of SQLite that Swift can't use: variadic functions and constants with casts.

// The error code of a write into a file that is no longer at its path.
enum { CHIMP_SQLITE_MOVED = SQLITE_READONLY_DBMOVED };

// The error code for an index of the write-ahead log that has no room.
enum { CHIMP_SQLITE_NO_INDEX = SQLITE_IOERR_SHMSIZE };

// The error codes of a reader without write permission that reads in the middle of a commit.
enum {
  CHIMP_SQLITE_UNSTEADY_HEADER = SQLITE_READONLY_RECOVERY,
  CHIMP_SQLITE_UNSTEADY_MARKS = SQLITE_READONLY_CANTINIT,
};

// Returns the destructor constant that makes SQLite copy a bound value.
sqlite3_destructor_type chimp_sqlite_transient(void);

// Sets a boolean option of the connection; returns SQLite's error code.
int chimp_sqlite_switch(sqlite3 *database, int option, int is_on);

// A value of a row: its type with the number, or with the bytes of a text or a blob. The bytes are
// valid until the next step.
struct chimp_sqlite_value {
  int type;
  int count;
  sqlite3_int64 number;
  double real;
  const void *bytes;
};
struct chimp_sqlite_value chimp_sqlite_column(sqlite3_stmt *statement, int column);

// Returns 0 if the header of the open file says that it has no write-ahead log. It is read by SQLite's
// own descriptor, because closing another one would drop the locks of this process.
int chimp_sqlite_uses_log(sqlite3 *database);

// Returns 1 if the open file is no longer the one at its path.
int chimp_sqlite_has_moved(sqlite3 *database);

#endif
