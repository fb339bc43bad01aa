#define _GNU_SOURCE

#include <dlfcn.h>
#include <stddef.h>

#ifdef CHIMP_IS_STATIC
// Replaces the C library's function in the static program, which must not depend on the libraries
// of the machine that it runs on. Only SQLite's extensions and a debugging variable of the Swift
// runtime would load one; both accept NULL, which says that a library can't be loaded.
void *dlopen(const char *file, int mode) {
  (void)file;
  (void)mode;
  return NULL;
}
#endif
