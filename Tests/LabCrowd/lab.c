// Sends the presses of a store as `chimp-lab send` does, with the interfaces of SQLite and libpq:
// lab STORE CONNECTION [follow]. Prints the rows and the microseconds that they took.
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { columns = 12, piece = 1000, batch = 4608 };

static const char *names[columns] = {"id",  "hash", "trial_id",  "created", "index", "h",
                                     "v",   "numeral", "due", "judgement", "time", "line_latency"};
static const char *types[columns] = {"text",   "bytea",  "text",   "bigint", "bigint", "bigint",
                                     "bigint", "bigint", "bigint", "text",   "bigint", "bigint"};
static const uint32_t kinds[columns] = {25, 17, 25, 20, 20, 20, 20, 20, 20, 25, 20, 20};

struct array {
  unsigned char *bytes;
  size_t count, room;
};

static void add(struct array *array, const void *bytes, size_t count) {
  if (array->count + count > array->room) {
    array->room = (array->count + count) * 2;
    array->bytes = realloc(array->bytes, array->room);
  }
  if (count > 0) memcpy(array->bytes + array->count, bytes, count);
  array->count += count;
}

static void add_number(struct array *array, int64_t number, int size) {
  unsigned char bytes[8];
  for (int place = 0; place < size; place++) {
    bytes[place] = (unsigned char)((uint64_t)number >> ((size - 1 - place) * 8));
  }
  add(array, bytes, (size_t)size);
}

static uint32_t constants[64];

static void make_constants(void) {
  for (int number = 2, count = 0; count < 64; number++) {
    int prime = 1;
    for (int other = 2; other < number; other++) prime &= number % other != 0;
    if (!prime) continue;
    unsigned __int128 goal = (unsigned __int128)number << 96;
    uint64_t root = 0;
    for (int bit = 35; bit >= 0; bit--) {
      unsigned __int128 next = root | (uint64_t)1 << bit;
      if (next * next * next <= goal) root = (uint64_t)next;
    }
    constants[count++] = (uint32_t)root;
  }
}

static uint32_t turned(uint32_t word, int count) { return word >> count | word << (32 - count); }

static void take(uint32_t state[8], const unsigned char *block) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++) {
    w[i] = (uint32_t)block[i * 4] << 24 | (uint32_t)block[i * 4 + 1] << 16 |
           (uint32_t)block[i * 4 + 2] << 8 | block[i * 4 + 3];
  }
  for (int i = 16; i < 64; i++) {
    w[i] = w[i - 16] + (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10);
  }
  memcpy(s, state, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t first = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) +
                     ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + w[i];
    uint32_t second = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += first;
    s[0] = first + second;
  }
  for (int i = 0; i < 8; i++) state[i] += s[i];
}

static void hash(const struct array *text, unsigned char result[32]) {
  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  static struct array padded;
  padded.count = 0;
  add(&padded, text->bytes, text->count);
  add_number(&padded, 0x80, 1);
  while (padded.count % 64 != 56) add_number(&padded, 0, 1);
  add_number(&padded, (int64_t)text->count * 8, 8);
  for (size_t start = 0; start < padded.count; start += 64) take(state, padded.bytes + start);
  for (int i = 0; i < 32; i++) result[i] = (unsigned char)(state[i / 4] >> (24 - i % 4 * 8));
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static PGresult *run(PGconn *server, const char *text, int count, const char *const *values,
                     const int *lengths) {
  int formats[columns + 1];
  for (int i = 0; i < count; i++) formats[i] = 1;
  PGresult *result = PQexecParams(server, text, count, NULL, values, lengths, formats, 1);
  ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
    fprintf(stderr, "%s", PQerrorMessage(server));
    exit(1);
  }
  return result;
}

static void begin(struct array arrays[columns]) {
  for (int column = 0; column < columns; column++) {
    arrays[column].count = 0;
    add_number(&arrays[column], 1, 4);
    add_number(&arrays[column], 1, 4);
    add_number(&arrays[column], kinds[column], 4);
    add_number(&arrays[column], 0, 4);
    add_number(&arrays[column], 1, 4);
  }
}

static void insertion(char *text) {
  strcpy(text, "INSERT INTO chimp.presses (station");
  for (int i = 0; i < columns; i++) sprintf(text + strlen(text), ", \"%s\"", names[i]);
  strcat(text, ", format) SELECT current_user, r.*, 2 FROM unnest(");
  for (int i = 0; i < columns; i++) {
    sprintf(text + strlen(text), "%s$%d::%s[]", i == 0 ? "" : ", ", i + 1, types[i]);
  }
  strcat(text, ") AS r ON CONFLICT (station, id) DO NOTHING");
}

// Appends the current row to the arrays; the columns of the selection are those of the table
// without the hash.
static void take_row(sqlite3_stmt *rows, struct array arrays[columns]) {
  static struct array text;
  text.count = 0;
  char number[64];
  for (int column = 0, source = 0; column < columns; column++) {
    if (column == 1) continue;
    int place = source++;
    if (sqlite3_column_type(rows, place) == SQLITE_NULL) {
      add_number(&arrays[column], -1, 4);
      continue;
    }
    const char *value = (const char *)sqlite3_column_text(rows, place);
    size_t size = (size_t)sqlite3_column_bytes(rows, place);
    int written = sprintf(number, "%s=%zu:", column == 0 ? "presses" : names[column], size);
    add(&text, number, (size_t)written);
    add(&text, value, size);
    add(&text, ";", 1);
    if (kinds[column] == 25) {
      add_number(&arrays[column], (int64_t)size, 4);
      add(&arrays[column], value, size);
    } else {
      add_number(&arrays[column], 8, 4);
      add_number(&arrays[column], sqlite3_column_int64(rows, place), 8);
    }
  }
  unsigned char digest[32];
  hash(&text, digest);
  add_number(&arrays[1], 32, 4);
  add(&arrays[1], digest, 32);
}

// Inserts the rows of the arrays, and stores their names and hashes in `stored`, for a comparison.
static void send(PGconn *server, struct array arrays[columns], int count) {
  static char text[4096];
  if (text[0] == 0) insertion(text);
  const char *values[columns];
  int lengths[columns];
  for (int column = 0; column < columns; column++) {
    for (int place = 0; place < 4; place++) {
      arrays[column].bytes[12 + place] = (unsigned char)(count >> (24 - place * 8));
    }
    values[column] = (const char *)arrays[column].bytes;
    lengths[column] = (int)arrays[column].count;
  }
  PQclear(run(server, text, columns, values, lengths));
}

static void compare(PGconn *server, struct array arrays[columns], int count) {
  const char *values[1] = {(const char *)arrays[0].bytes};
  int lengths[1] = {(int)arrays[0].count};
  PGresult *found = run(server,
                        "SELECT id, hash FROM chimp.presses WHERE station = current_user "
                        "AND id = ANY ($1::text[])",
                        1, values, lengths);
  if (PQntuples(found) != count) exit(1);
  // NB: in the order of the names here, by a table whose size is a power of two.
  enum { size = 4096 };
  int places[size];
  memset(places, -1, sizeof places);
  for (int row = 0; row < count; row++) {
    uint32_t key = 0;
    for (const char *c = PQgetvalue(found, row, 0); *c; c++) key = key * 31 + (unsigned char)*c;
    while (places[key %= size] >= 0) key++;
    places[key] = row;
  }
  const unsigned char *id = arrays[0].bytes + 20, *digest = arrays[1].bytes + 20;
  for (int row = 0; row < count; row++) {
    int length = id[0] << 24 | id[1] << 16 | id[2] << 8 | id[3];
    uint32_t key = 0;
    for (int i = 0; i < length; i++) key = key * 31 + id[4 + i];
    while (1) {
      int place = places[key %= size];
      if (place < 0) exit(1);
      const char *name = PQgetvalue(found, place, 0);
      if (PQgetlength(found, place, 0) == length && memcmp(name, id + 4, (size_t)length) == 0) {
        if (memcmp(PQgetvalue(found, place, 1), digest + 4, 32) != 0) exit(1);
        break;
      }
      key++;
    }
    id += 4 + length;
    digest += 36;
  }
  PQclear(found);
}

static int64_t send_all(sqlite3 *store, PGconn *server, int64_t *last) {
  static struct array pieces[8][columns];
  sqlite3_stmt *rows = NULL;
  sqlite3_prepare_v2(store,
                     "SELECT p.objectId, r.objectId, p.dateCreated, p.\"index\", p.h, p.v, "
                     "p.numeral, p.due, p.judgement, p.time, p.lineLatency, p.row "
                     "FROM Press p JOIN Round r ON r.row = p.round WHERE p.row > ?1 "
                     "AND r.outcome IS NOT NULL ORDER BY p.row",
                     -1, &rows, NULL);
  sqlite3_bind_int64(rows, 1, *last);
  int64_t total = 0;
  int more = sqlite3_step(rows) == SQLITE_ROW;
  while (more) {
    int counts[8] = {0}, used = 0, size = 0;
    PQclear(run(server, "BEGIN", 0, NULL, NULL));
    while (more && size < batch) {
      begin(pieces[used]);
      while (more && counts[used] < piece && size < batch) {
        take_row(rows, pieces[used]);
        *last = sqlite3_column_int64(rows, 11);
        counts[used]++;
        size++;
        more = sqlite3_step(rows) == SQLITE_ROW;
      }
      send(server, pieces[used], counts[used]);
      used++;
    }
    PQclear(run(server, "COMMIT", 0, NULL, NULL));
    for (int i = 0; i < used; i++) compare(server, pieces[i], counts[i]);
    total += size;
  }
  sqlite3_finalize(rows);
  return total;
}

static int64_t version(sqlite3 *store) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v2(store, "PRAGMA data_version", -1, &statement, NULL);
  sqlite3_step(statement);
  int64_t number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return number;
}

int main(int count, char **words) {
  if (count < 3) return 2;
  make_constants();
  sqlite3 *store = NULL;
  sqlite3_open(words[1], &store);
  PGconn *server = PQconnectdb(words[2]);
  if (PQstatus(server) != CONNECTION_OK) return 1;
  double start = now();
  int64_t last = 0, total = send_all(store, server, &last);
  printf("%lld %.0f\n", (long long)total, now() - start);
  fflush(stdout);
  int64_t seen = 0;
  while (count > 3) {
    usleep(10000);
    int64_t found = version(store);
    if (found == seen) continue;
    seen = found;
    send_all(store, server, &last);
  }
  return 0;
}
