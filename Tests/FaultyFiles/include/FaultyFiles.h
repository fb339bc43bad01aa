#ifndef FAULTYFILES_H
#define FAULTYFILES_H

#include <sqlite3.h>

// A file system of SQLite that fails: each one has its own name and its own count of calls.

enum faulty_kind {
  FAULTY_NONE,
  // The n-th write, synchronization or truncation and all later ones fail.
  FAULTY_DEAD,
  // Only the n-th fails.
  FAULTY_ONCE,
  // The n-th write and all later ones find the disk full; half of the n-th is written. A shared
  // index can't be made longer then either.
  FAULTY_FULL,
};

// What was done to a file.
enum faulty_deed {
  // It was made, empty.
  FAULTY_MADE,
  FAULTY_WRITTEN,
  // It was cut or extended to the offset.
  FAULTY_CUT,
  FAULTY_SYNCHRONIZED,
  FAULTY_DELETED,
};

struct faulty_call {
  enum faulty_deed deed;
  const char *path;
  sqlite3_int64 offset;
  int count;
  const void *bytes;
};

// Registers a file system under a name that lives as long as the process does.
int faulty_register(const char *name);
// Counts from 0 anew; the call with this number fails.
void faulty_arm(const char *name, enum faulty_kind kind, int number);
// As long as there is a file at this path, the disk is full; without it there is room again.
void faulty_reserve(const char *name, const char *path);
// Keeps all that is done to files from now on.
void faulty_record(const char *name);
// How many deeds have been kept.
int faulty_recorded(const char *name);
// One of them, which stays as long as the process does.
const struct faulty_call *faulty_call_at(const char *name, int number);
// How many calls there have been since it was armed.
int faulty_count(const char *name);

#endif
