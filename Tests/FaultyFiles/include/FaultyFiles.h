#ifndef FAULTYFILES_H
#define FAULTYFILES_H

#include <sqlite3.h>

// An SQLite file system with fault injection; each one has its own name and counts its own calls.

enum faulty_kind {
  FAULTY_NONE,
  // The n-th write, synchronization or truncation and all later ones fail.
  FAULTY_DEAD,
  // Only the n-th one fails.
  FAULTY_ONCE,
  // The disk is full at the n-th write and all later ones; half of the n-th is written. The shared
  // index can't be extended then either.
  FAULTY_FULL,
  // The next n reads of the shared index fail as if another process changed it meanwhile; writes
  // succeed.
  FAULTY_UNSTEADY,
};

// An operation on a file.
enum faulty_operation {
  // An empty file was created.
  FAULTY_MADE,
  FAULTY_WRITTEN,
  // The file was truncated or extended to the offset.
  FAULTY_CUT,
  FAULTY_SYNCHRONIZED,
  FAULTY_DELETED,
};

struct faulty_call {
  enum faulty_operation operation;
  const char *path;
  sqlite3_int64 offset;
  int count;
  const void *bytes;
};

// Registers a file system with a name, which must live as long as the process.
int faulty_register(const char *name);
// Restarts the count at 0; the call with this number fails.
void faulty_arm(const char *name, enum faulty_kind kind, int number);
// The disk is full as long as a file exists at this path; without it there is space again.
void faulty_reserve(const char *name, const char *path);
// Starts to record all operations on files.
void faulty_record(const char *name);
// Returns the number of recorded operations.
int faulty_recorded(const char *name);
// Returns a recorded operation, which lives as long as the process.
const struct faulty_call *faulty_call_at(const char *name, int number);
// Returns the number of calls since the file system was armed.
int faulty_count(const char *name);

#endif
