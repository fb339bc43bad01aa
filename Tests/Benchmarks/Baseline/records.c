// The work of the row "records" with SQLite's own interface: records FOLDER.
// Prints microseconds: a save of 1,000, 200 saves of one, a fetch of 100,000, an opening.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct news {
  sqlite3_int64 row, created, updated, checksum, order;
  char *identifier, *title, *body, *image;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void run(sqlite3 *database, const char *text) {
  char *error = NULL;
  if (sqlite3_exec(database, text, NULL, NULL, &error) == SQLITE_OK) return;
  fprintf(stderr, "%s\n", error);
  exit(1);
}

static sqlite3 *open_file(const char *path) {
  sqlite3 *database = NULL;
  sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
  run(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  return database;
}

static void insert(sqlite3_stmt *statement, int number) {
  char identifier[32], title[32], body[64];
  snprintf(identifier, sizeof identifier, "%015u", (unsigned)number * 2654435761u);
  snprintf(title, sizeof title, "Title %d", number);
  snprintf(body, sizeof body, "The body of the news %d", number);
  sqlite3_bind_text(statement, 1, identifier, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64(statement, 2, 1000000);
  sqlite3_bind_int64(statement, 3, 1000000);
  sqlite3_bind_int64(statement, 4, (sqlite3_int64)number * 1234567890123);
  sqlite3_bind_text(statement, 5, title, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text(statement, 6, body, -1, SQLITE_TRANSIENT);
  sqlite3_bind_null(statement, 7);
  sqlite3_bind_int64(statement, 8, number);
  if (sqlite3_step(statement) != SQLITE_DONE) exit(1);
  sqlite3_reset(statement);
}

static char *text(sqlite3_stmt *statement, int column) {
  const unsigned char *found = sqlite3_column_text(statement, column);
  if (found == NULL) return NULL;
  size_t count = (size_t)sqlite3_column_bytes(statement, column);
  char *copy = malloc(count + 1);
  memcpy(copy, found, count + 1);
  return copy;
}

static double fetch(sqlite3 *database, int count) {
  double start = now();
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v2(
      database,
      "SELECT row, objectId, dateCreated, dateUpdated, checksum, title, body, imageURL, sortOrder "
      "FROM News ORDER BY sortOrder, objectId, row", -1, &statement, NULL);
  struct news **all = malloc((size_t)count * sizeof *all);
  int found = 0;
  while (found < count && sqlite3_step(statement) == SQLITE_ROW) {
    struct news *news = malloc(sizeof *news);
    news->row = sqlite3_column_int64(statement, 0);
    news->identifier = text(statement, 1);
    news->created = sqlite3_column_int64(statement, 2);
    news->updated = sqlite3_column_int64(statement, 3);
    news->checksum = sqlite3_column_int64(statement, 4);
    news->title = text(statement, 5);
    news->body = text(statement, 6);
    news->image = text(statement, 7);
    news->order = sqlite3_column_int64(statement, 8);
    all[found++] = news;
  }
  sqlite3_finalize(statement);
  if (found != count) exit(1);
  return now() - start;
}

int main(int count, char **words) {
  if (count < 2) return 1;
  char path[4096];
  snprintf(path, sizeof path, "%s/plain", words[1]);
  remove(path);
  sqlite3 *database = open_file(path);
  run(database,
      "CREATE TABLE News (row INTEGER PRIMARY KEY AUTOINCREMENT, objectId TEXT NOT NULL UNIQUE, "
      "dateCreated INTEGER NOT NULL, dateUpdated INTEGER NOT NULL, checksum INTEGER NOT NULL, "
      "title TEXT NOT NULL, body TEXT NOT NULL, imageURL TEXT, sortOrder INTEGER NOT NULL)");
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v2(
      database,
      "INSERT INTO News (objectId, dateCreated, dateUpdated, checksum, title, body, imageURL, "
      "sortOrder) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", -1, &statement, NULL);
  int number = 0;
  double start = now();
  while (number < 10000) {
    run(database, "BEGIN IMMEDIATE");
    for (int end = number + 1000; number < end; number++) insert(statement, number);
    run(database, "COMMIT");
  }
  double batch = (now() - start) / 10;
  start = now();
  for (; number < 10200; number++) {
    run(database, "BEGIN IMMEDIATE");
    insert(statement, number);
    run(database, "COMMIT");
  }
  double single = now() - start;
  run(database, "BEGIN IMMEDIATE");
  for (; number < 100000; number++) insert(statement, number);
  run(database, "COMMIT");
  sqlite3_finalize(statement);
  double fetched = fetch(database, number);
  sqlite3_close(database);
  start = now();
  sqlite3_close(open_file(path));
  printf("%.1f %.1f %.1f %.1f\n", batch, single, fetched, now() - start);
  return 0;
}
