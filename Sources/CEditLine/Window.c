#define _GNU_SOURCE

#include "CEditLine.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Takes the place of the C library's function for the whole program: libedit asks for the window by
// itself, and takes memory for each of its cells, of which a terminal may name four thousand million.
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
