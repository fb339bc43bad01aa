#define _GNU_SOURCE

#include "CSQLite.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Nobody asks how much memory there is in use, and to count it takes two locks for each piece.
__attribute__((constructor)) static void count_no_memory(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

sqlite3_destructor_type chimp_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

int chimp_sqlite_switch(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, NULL);
}

// No header that is installed has these two functions of the library for blocks.
void *_Block_copy(const void *block);
void _Block_release(const void *block);

struct chimp_busy_handler {
  int (^goes_on)(int count);
};

static int ask_handler(void *handler, int count) {
  return ((struct chimp_busy_handler *)handler)->goes_on(count);
}

struct chimp_busy_handler *chimp_sqlite_set_busy_handler(
    sqlite3 *database, int (^goes_on)(int count)) {
  struct chimp_busy_handler *handler = malloc(sizeof *handler);
  if (handler == NULL) return NULL;
  handler->goes_on = _Block_copy(goes_on);
  sqlite3_busy_handler(database, ask_handler, handler);
  return handler;
}

void chimp_sqlite_free_busy_handler(struct chimp_busy_handler *handler) {
  if (handler == NULL) return;
  _Block_release(handler->goes_on);
  free(handler);
}

struct chimp_sqlite_value chimp_sqlite_column(sqlite3_stmt *statement, int column) {
  // Found once: each question about a column looks for it. Nobody else uses the connection.
  sqlite3_value *found = sqlite3_column_value(statement, column);
  struct chimp_sqlite_value value = {.type = sqlite3_value_type(found)};
  switch (value.type) {
    case SQLITE_INTEGER: value.number = sqlite3_value_int64(found); break;
    case SQLITE_FLOAT: value.real = sqlite3_value_double(found); break;
    case SQLITE_TEXT:
      value.text = (const char *)sqlite3_value_text(found);
      size_t size = (size_t)sqlite3_value_bytes(found);
      if (value.text != NULL && memchr(value.text, 0, size) != NULL) value.text = NULL;
      break;
    default: break;
  }
  return value;
}

void chimp_sqlite_column_bytes(sqlite3_stmt *statement, int column, void *bytes, int count) {
  const void *value = sqlite3_column_blob(statement, column);
  if (value != NULL) memcpy(bytes, value, (size_t)count);
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

// Adds eight bytes at a time to a checksum, as the file format of SQLite says.
uint64_t chimp_sqlite_log_checksum(
    const uint8_t *bytes, int place, int end, int is_big_endian, uint64_t start) {
  uint32_t first = (uint32_t)(start >> 32), second = (uint32_t)start;
  for (; place + 8 <= end; place += 8) {
    uint32_t words[2];
    memcpy(words, bytes + place, sizeof words);
    if (is_big_endian) {
      words[0] = __builtin_bswap32(words[0]);
      words[1] = __builtin_bswap32(words[1]);
    }
    first += words[0] + second;
    second += words[1] + first;
  }
  return (uint64_t)first << 32 | second;
}

static struct sigaction action_before;
static volatile sig_atomic_t index_faults;

// Whether an address belongs to the index of a log, as the system's table of mappings says. A
// handler of signals may call nothing that allocates.
static int is_in_index(uintptr_t address) {
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char piece[4096], line[512];
  size_t length = 0;
  int found = 0;
  ssize_t count;
  while (!found && (count = read(file, piece, sizeof piece)) > 0) {
    for (ssize_t place = 0; place < count && !found; place += 1) {
      if (piece[place] != '\n') {
        if (length < sizeof line - 1) line[length++] = piece[place];
        continue;
      }
      line[length] = 0;
      length = 0;
      char *rest = NULL;
      uintptr_t begin = strtoul(line, &rest, 16);
      uintptr_t end = *rest == '-' ? strtoul(rest + 1, &rest, 16) : 0;
      found = begin <= address && address < end && strstr(rest, "-shm") != NULL;
    }
  }
  close(file);
  return found;
}

// Somebody has cut the index under the program: an empty page takes the place of what is gone, so
// that the program can say so. SQLite takes the empty page for an index that has to be made anew.
static void meet_bus_error(int number, siginfo_t *facts, void *context) {
  int fault = errno;
  uintptr_t page = (uintptr_t)facts->si_addr & ~(uintptr_t)(sysconf(_SC_PAGESIZE) - 1);
  if (facts->si_code == BUS_ADRERR && is_in_index(page) &&
      mmap((void *)page, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
    index_faults += 1;
  } else {
    // What is not ours happens again, with the action that there was before; what somebody sent
    // does so only if it is sent again.
    sigaction(SIGBUS, &action_before, NULL);
    if (facts->si_code <= 0) raise(SIGBUS);
  }
  errno = fault;
}

static void install_guard(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = meet_bus_error;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGBUS, &action, &action_before);
}

void chimp_sqlite_guard_index(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install_guard);
}

int chimp_sqlite_index_fault_count(void) {
  return index_faults;
}

void chimp_sqlite_file_bytes(sqlite3 *database, sqlite3_int64 place, void *bytes, int count) {
  memset(bytes, 0, (size_t)count);
  sqlite3_file *file = NULL;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (file != NULL && file->pMethods != NULL) file->pMethods->xRead(file, bytes, count, place);
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
