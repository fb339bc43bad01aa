#include "CSQLite.h"

#include <stddef.h>

// The statistics are not used, and would take two locks for each allocation.
__attribute__((constructor)) static void count_no_memory(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

sqlite3_destructor_type chimp_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

int chimp_sqlite_switch(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, NULL);
}

struct chimp_sqlite_value chimp_sqlite_column(sqlite3_stmt *statement, int column) {
  // Found once, because each accessor would search it again. The connection has only one thread.
  sqlite3_value *found = sqlite3_column_value(statement, column);
  struct chimp_sqlite_value value = {.type = sqlite3_value_type(found)};
  switch (value.type) {
    case SQLITE_INTEGER: value.number = sqlite3_value_int64(found); break;
    case SQLITE_FLOAT: value.real = sqlite3_value_double(found); break;
    case SQLITE_TEXT: value.bytes = sqlite3_value_text(found); break;
    case SQLITE_BLOB: value.bytes = sqlite3_value_blob(found); break;
    default: break;
  }
  if (value.bytes != NULL) value.count = sqlite3_value_bytes(found);
  return value;
}

int chimp_sqlite_uses_log(sqlite3 *database) {
  // The version that is needed to write the file, by SQLite's file format.
  unsigned char version = 0;
  sqlite3_file *file = NULL;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (file == NULL || file->pMethods == NULL) return 1;
  return file->pMethods->xRead(file, &version, 1, 18) != SQLITE_OK || version == 2;
}

int chimp_sqlite_has_moved(sqlite3 *database) {
  int has_moved = 0;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  return has_moved;
}
