#include "CSQLite.h"

#include <string.h>

sqlite3_destructor_type chimp_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

int chimp_sqlite_switch(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, NULL);
}

int chimp_sqlite_has_moved(sqlite3 *database) {
  int has_moved = 0;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  return has_moved;
}

// The size that SQLite maps the index in.
enum { index_region = 32768 };

int chimp_sqlite_log_index(sqlite3 *database, void *bytes, int count) {
  sqlite3_file *file = NULL, *log = NULL;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  // Without an open log, asking for the index would make one.
  if (file == NULL || file->pMethods == NULL || log == NULL || log->pMethods == NULL) return 0;
  if (file->pMethods->iVersion < 2 || file->pMethods->xShmMap == NULL) return 0;
  void volatile *index = NULL;
  int result = file->pMethods->xShmMap(file, 0, index_region, 0, &index);
  if (result != SQLITE_OK || index == NULL) return 0;
  file->pMethods->xShmBarrier(file);
  memcpy(bytes, (const void *)index, (size_t)count);
  return 1;
}

void chimp_sqlite_file_start(sqlite3 *database, void *bytes, int count) {
  memset(bytes, 0, (size_t)count);
  sqlite3_file *file = NULL;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (file != NULL && file->pMethods != NULL) file->pMethods->xRead(file, bytes, count, 0);
}

int chimp_sqlite_read_start(
    const char *file_system, const char *path, void *bytes, int count, sqlite3_int64 *size) {
  memset(bytes, 0, (size_t)count);
  *size = 0;
  int result = sqlite3_initialize();
  if (result != SQLITE_OK) return result;
  sqlite3_vfs *files = sqlite3_vfs_find(file_system);
  if (files == NULL) return SQLITE_CANTOPEN;
  const char *name = sqlite3_create_filename(path, "", "", 0, NULL);
  sqlite3_file *file = sqlite3_malloc(files->szOsFile);
  if (name == NULL || file == NULL) return SQLITE_NOMEM;
  memset(file, 0, (size_t)files->szOsFile);
  int answer = 0;
  result = files->xOpen(files, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &answer);
  if (result == SQLITE_OK) {
    result = file->pMethods->xRead(file, bytes, count, 0);
    if (result == SQLITE_IOERR_SHORT_READ) result = SQLITE_OK;
    if (result == SQLITE_OK) result = file->pMethods->xFileSize(file, size);
  }
  if (file->pMethods != NULL) file->pMethods->xClose(file);
  sqlite3_free(file);
  sqlite3_free_filename((char *)name);
  return result;
}
