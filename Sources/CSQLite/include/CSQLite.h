#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stdint.h>

// SQLite: its configuration takes varying arguments, and some constants are casts.

// The code for a write into a file that is no longer at its path.
enum { CHIMP_SQLITE_MOVED = SQLITE_READONLY_DBMOVED };

// The code where there is no room for the index of the write-ahead log.
enum { CHIMP_SQLITE_NO_INDEX = SQLITE_IOERR_SHMSIZE };

// Tells SQLite to copy what is bound.
sqlite3_destructor_type chimp_sqlite_transient(void);

// Switches one of the connection's options on or off.
int chimp_sqlite_switch(sqlite3 *database, int option, int is_on);

// Has a block say, by how often it was asked, whether to wait for a busy file; it is kept until the
// handler is freed, after the connection.
struct chimp_busy_handler;
struct chimp_busy_handler *chimp_sqlite_set_busy_handler(
    sqlite3 *database, int (^goes_on)(int count));
void chimp_sqlite_free_busy_handler(struct chimp_busy_handler *handler);

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

// Copies the beginning of the index that all users of the write-ahead log share; answers 0 where
// there is none.
int chimp_sqlite_log_index(sqlite3 *database, void *bytes, int count);

// Goes on with the checksum of a log, from place to end: a multiple of eight bytes.
uint64_t chimp_sqlite_log_checksum(
    const uint8_t *bytes, int place, int end, int is_big_endian, uint64_t start);

// From now on a process goes on when somebody cuts the index of a log that it uses, and counts how
// often it had to.
void chimp_sqlite_guard_index(void);
int chimp_sqlite_index_fault_count(void);

// Copies bytes of the file as it is on the disk; missing ones are zero.
void chimp_sqlite_file_bytes(sqlite3 *database, sqlite3_int64 place, void *bytes, int count);

// Reads the beginning of a file the way SQLite does: closing a descriptor of our own would drop
// the locks that other connections of the process hold on the file. Missing bytes are zero.
int chimp_sqlite_read_start(
    const char *file_system, const char *path, void *bytes, int count, sqlite3_int64 *size);

#endif
