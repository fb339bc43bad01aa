#define _GNU_SOURCE

#include "CEditLine.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Replaces the C library's function in the whole program. libedit queries the window size itself and
// allocates memory for each cell, and a terminal may report four thousand million of them.
int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int result = (int)syscall(SYS_ioctl, descriptor, request, argument);
  if (request == TIOCGWINSZ && result == 0) {
    struct winsize *size = argument;
    if (size->ws_col > CHIMP_MOST_COLUMNS) size->ws_col = CHIMP_MOST_COLUMNS;
    if (size->ws_row > CHIMP_MOST_ROWS) size->ws_row = CHIMP_MOST_ROWS;
  }
  return result;
}
