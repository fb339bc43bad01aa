#include "CEditLine.h"

static int argument_count;
static char **argument_list;

// The C library passes the arguments to every constructor, in static programs too.
__attribute__((constructor)) static void keep_arguments(int count, char **list) {
  argument_count = count;
  argument_list = list;
}

const char *chimp_argument(int index) {
  return index < argument_count ? argument_list[index] : 0;
}
