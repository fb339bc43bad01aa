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
