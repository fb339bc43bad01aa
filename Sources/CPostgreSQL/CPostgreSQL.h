#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include <libpq-fe.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libpq, where Swift would need an address of memory for it. The functions are here and not in a
// file of their own, because that would be compiled where there is no libpq, too.

static inline void chimp_postgresql_ignore(void *_Nullable context, const PGresult *_Nullable result) {
  (void)context;
  (void)result;
}

// Begins a connection that says nothing by itself, and the numbers of all errors.
static inline PGconn *_Nullable chimp_postgresql_start(const char *_Nonnull address) {
  const char *names[] = {"dbname", "client_encoding", "fallback_application_name", NULL};
  const char *values[] = {address, "UTF8", "chimp-lab", NULL};
  PGconn *connection = PQconnectStartParams(names, values, 1);
  if (connection == NULL) return NULL;
  PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
  PQsetNoticeReceiver(connection, chimp_postgresql_ignore, NULL);
  return connection;
}

// Sends a statement with so many values, which lie behind each other; a length of -1 is no value.
static inline int chimp_postgresql_send(
    PGconn *_Nonnull connection, const char *_Nonnull text, const uint8_t *_Nonnull bytes,
    const int *_Nonnull lengths, int count) {
  const char **values = calloc((size_t)count + 1, sizeof *values);
  int *formats = calloc((size_t)count + 1, sizeof *formats);
  const char *place = (const char *)bytes;
  for (int number = 0; number < count; number++) {
    formats[number] = 1;
    if (lengths[number] < 0) continue;
    values[number] = place;
    place += lengths[number];
  }
  int sent = PQsendQueryParams(connection, text, count, NULL, values, lengths, formats, 1);
  free(values);
  free(formats);
  return sent;
}

// Copies a value to bytes that have room for it.
static inline void chimp_postgresql_copy(
    const PGresult *_Nonnull result, int row, int column, uint8_t *_Nonnull bytes) {
  memcpy(bytes, PQgetvalue(result, row, column), (size_t)PQgetlength(result, row, column));
}

// What is wrong with an address: 0 nothing, 1 it has a password in it, 2 it can't be read; then the
// reason is copied, of which so many bytes have room.
static inline int chimp_postgresql_check(
    const char *_Nonnull address, char *_Nonnull reason, size_t room) {
  char *message = NULL;
  PQconninfoOption *options = PQconninfoParse(address, &message);
  int fault = options == NULL ? 2 : 0;
  for (PQconninfoOption *option = options; option != NULL && option->keyword != NULL; option++) {
    int is_secret = strcmp(option->keyword, "password") == 0 || strcmp(option->keyword, "sslpassword") == 0;
    if (is_secret && option->val != NULL) fault = 1;
  }
  if (room > 0) {
    strncpy(reason, message == NULL ? "" : message, room - 1);
    reason[room - 1] = 0;
  }
  PQconninfoFree(options);
  PQfreemem(message);
  return fault;
}

// A password as the server keeps it, copied to as many bytes as have room; 0 where that fails.
static inline int chimp_postgresql_encrypt(
    PGconn *_Nonnull connection, const char *_Nonnull password, const char *_Nonnull user,
    char *_Nonnull text, size_t room) {
  char *made = PQencryptPasswordConn(connection, password, user, "scram-sha-256");
  int is_made = made != NULL && strlen(made) < room;
  if (is_made) strcpy(text, made);
  PQfreemem(made);
  return is_made;
}

// A text that may be none.
static inline const char *_Nonnull chimp_postgresql_text(const char *_Nullable text) {
  return text == NULL ? "" : text;
}

// The number of an error, or its words.
static inline const char *_Nullable chimp_postgresql_state(const PGresult *_Nonnull result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
static inline const char *_Nullable chimp_postgresql_words(const PGresult *_Nonnull result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

#endif
