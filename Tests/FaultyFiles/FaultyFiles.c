#include "FaultyFiles.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct faults {
  sqlite3_vfs files;
  sqlite3_vfs *plain;
  enum faulty_kind kind;
  int number;
  int count;
  // The file that uses up all the space, or NULL if none can be freed.
  char *reserve;
  int is_recording;
  int call_count;
  struct faulty_call **calls;
};

struct faulty_file {
  sqlite3_file base;
  struct faults *faults;
  sqlite3_file *plain;
  char *path;
};

static sqlite3_file *plain(sqlite3_file *file) {
  return ((struct faulty_file *)file)->plain;
}

// Records an operation on a file, if recording is on.
static void record(
    struct faults *faults, enum faulty_operation operation, const char *path, sqlite3_int64 offset,
    int count, const void *bytes) {
  if (!faults->is_recording || path == NULL) return;
  struct faulty_call *call = calloc(1, sizeof *call);
  void *copy = malloc((size_t)count + 1);
  size_t size = (size_t)(faults->call_count + 1) * sizeof *faults->calls;
  struct faulty_call **calls = realloc(faults->calls, size);
  if (call == NULL || copy == NULL || calls == NULL) abort();
  if (count > 0) memcpy(copy, bytes, (size_t)count);
  *call = (struct faulty_call){operation, strdup(path), offset, count, copy};
  faults->calls = calls;
  faults->calls[faults->call_count++] = call;
}

static void record_of(
    sqlite3_file *file, enum faulty_operation operation, sqlite3_int64 offset, int count,
    const void *bytes) {
  struct faulty_file *own = (struct faulty_file *)file;
  record(own->faults, operation, own->path, offset, count, bytes);
}

static int is_full(sqlite3_file *file) {
  return ((struct faulty_file *)file)->faults->kind == FAULTY_FULL;
}

// Returns 1 if the reserved space has been freed.
static int has_room(struct faults *faults) {
  return faults->reserve != NULL && access(faults->reserve, F_OK) != 0;
}

// Counts a call; returns 2 for the first failing call, 1 for a later one, and 0 if it succeeds.
static int fails(sqlite3_file *file) {
  struct faults *faults = ((struct faulty_file *)file)->faults;
  int number = faults->count++;
  if (faults->kind == FAULTY_NONE || faults->kind == FAULTY_UNSTEADY) return 0;
  if (number < faults->number || has_room(faults)) return 0;
  if (number == faults->number) return 2;
  return faults->kind != FAULTY_ONCE;
}

static int faulty_close(sqlite3_file *file) {
  int result = plain(file)->pMethods->xClose(plain(file));
  free(plain(file));
  free(((struct faulty_file *)file)->path);
  return result;
}

static int faulty_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return plain(file)->pMethods->xRead(plain(file), bytes, count, offset);
}

static int faulty_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int failing = fails(file);
  if (failing == 0) record_of(file, FAULTY_WRITTEN, offset, count, bytes);
  if (failing == 0) return plain(file)->pMethods->xWrite(plain(file), bytes, count, offset);
  if (failing == 2) plain(file)->pMethods->xWrite(plain(file), bytes, count / 2, offset);
  return is_full(file) ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (!is_full(file) && fails(file)) return SQLITE_IOERR_TRUNCATE;
  record_of(file, FAULTY_CUT, size, 0, NULL);
  return plain(file)->pMethods->xTruncate(plain(file), size);
}

static int faulty_sync(sqlite3_file *file, int flags) {
  if (!is_full(file) && fails(file)) return SQLITE_IOERR_FSYNC;
  record_of(file, FAULTY_SYNCHRONIZED, 0, 0, NULL);
  // Tests lose no power, and a real synchronization is slow.
  (void)flags;
  return SQLITE_OK;
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size) {
  return plain(file)->pMethods->xFileSize(plain(file), size);
}

static int faulty_lock(sqlite3_file *file, int level) {
  return plain(file)->pMethods->xLock(plain(file), level);
}

static int faulty_unlock(sqlite3_file *file, int level) {
  return plain(file)->pMethods->xUnlock(plain(file), level);
}

static int faulty_reserved(sqlite3_file *file, int *result) {
  return plain(file)->pMethods->xCheckReservedLock(plain(file), result);
}

static int faulty_control(sqlite3_file *file, int operation, void *argument) {
  return plain(file)->pMethods->xFileControl(plain(file), operation, argument);
}

static int faulty_sector(sqlite3_file *file) {
  return plain(file)->pMethods->xSectorSize(plain(file));
}

static int faulty_traits(sqlite3_file *file) {
  return plain(file)->pMethods->xDeviceCharacteristics(plain(file));
}

static int faulty_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
  struct faults *faults = ((struct faulty_file *)file)->faults;
  if (is_full(file) && faults->count >= faults->number && extend && !has_room(faults)) {
    int result = plain(file)->pMethods->xShmMap(plain(file), region, size, 0, memory);
    return result == SQLITE_OK && *memory == NULL ? SQLITE_IOERR_SHMSIZE : result;
  }
  return plain(file)->pMethods->xShmMap(plain(file), region, size, extend, memory);
}

static int faulty_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  struct faults *faults = ((struct faulty_file *)file)->faults;
  int is_read = flags == (SQLITE_SHM_LOCK | SQLITE_SHM_SHARED);
  if (faults->kind == FAULTY_UNSTEADY && is_read && faults->number > 0) {
    return faults->number-- % 2 == 0 ? SQLITE_READONLY_RECOVERY : SQLITE_READONLY_CANTINIT;
  }
  return plain(file)->pMethods->xShmLock(plain(file), offset, count, flags);
}

static void faulty_barrier(sqlite3_file *file) {
  plain(file)->pMethods->xShmBarrier(plain(file));
}

static int faulty_unmap(sqlite3_file *file, int is_deleted) {
  return plain(file)->pMethods->xShmUnmap(plain(file), is_deleted);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = faulty_close,
    .xRead = faulty_read,
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = faulty_size,
    .xLock = faulty_lock,
    .xUnlock = faulty_unlock,
    .xCheckReservedLock = faulty_reserved,
    .xFileControl = faulty_control,
    .xSectorSize = faulty_sector,
    .xDeviceCharacteristics = faulty_traits,
    .xShmMap = faulty_map,
    .xShmLock = faulty_shared_lock,
    .xShmBarrier = faulty_barrier,
    .xShmUnmap = faulty_unmap,
};

static int faulty_open(
    sqlite3_vfs *files, const char *name, sqlite3_file *file, int flags, int *answer) {
  struct faults *faults = files->pAppData;
  struct faulty_file *own = (struct faulty_file *)file;
  own->base.pMethods = NULL;
  own->faults = faults;
  own->plain = calloc(1, (size_t)faults->plain->szOsFile);
  if (own->plain == NULL) return SQLITE_NOMEM;
  int is_new = name != NULL && access(name, F_OK) != 0;
  int result = faults->plain->xOpen(faults->plain, name, own->plain, flags, answer);
  if (result == SQLITE_OK) {
    own->base.pMethods = &methods;
    own->path = name == NULL ? NULL : strdup(name);
    if (is_new) record_of(file, FAULTY_MADE, 0, 0, NULL);
  } else {
    free(own->plain);
  }
  return result;
}

static int faulty_delete(sqlite3_vfs *files, const char *name, int synchronizes) {
  struct faults *faults = files->pAppData;
  int result = faults->plain->xDelete(faults->plain, name, synchronizes);
  if (result == SQLITE_OK) record(faults, FAULTY_DELETED, name, 0, 0, NULL);
  return result;
}

int faulty_register(const char *name) {
  sqlite3_initialize();
  struct faults *faults = calloc(1, sizeof *faults);
  if (faults == NULL) return SQLITE_NOMEM;
  faults->plain = sqlite3_vfs_find(NULL);
  faults->files = *faults->plain;
  faults->files.pNext = NULL;
  faults->files.szOsFile = sizeof(struct faulty_file);
  faults->files.zName = strdup(name);
  faults->files.pAppData = faults;
  faults->files.xOpen = faulty_open;
  faults->files.xDelete = faulty_delete;
  return sqlite3_vfs_register(&faults->files, 0);
}

static struct faults *find(const char *name) {
  return sqlite3_vfs_find(name)->pAppData;
}

void faulty_arm(const char *name, enum faulty_kind kind, int number) {
  struct faults *faults = find(name);
  faults->kind = kind;
  faults->number = number;
  faults->count = 0;
}

void faulty_reserve(const char *name, const char *path) {
  struct faults *faults = find(name);
  free(faults->reserve);
  faults->reserve = strdup(path);
}

void faulty_record(const char *name) {
  find(name)->is_recording = 1;
}

int faulty_recorded(const char *name) {
  return find(name)->call_count;
}

const struct faulty_call *faulty_call_at(const char *name, int number) {
  return find(name)->calls[number];
}

int faulty_count(const char *name) {
  return find(name)->count;
}
