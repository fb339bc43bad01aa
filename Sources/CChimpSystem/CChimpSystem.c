#define _GNU_SOURCE

#include "CChimpSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *chimp_entry_name(struct dirent *entry) {
  return entry->d_name;
}

int chimp_rename_to_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  return link(from, to) == 0 ? unlink(from) : -1;
}

uint64_t chimp_mount_number(const char *path) {
  struct statx facts;
  if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_MNT_ID, &facts) != 0) return 0;
  return facts.stx_mask & STATX_MNT_ID ? facts.stx_mnt_id : 0;
}

int chimp_open_nameless(const char *folder, mode_t mode) {
  int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  if (descriptor < 0 || access(path, F_OK) == 0) return descriptor;
  close(descriptor);
  return -1;
}

int chimp_name_file(int descriptor, const char *name) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

int chimp_has_locks(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int is_locked = fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close(descriptor);
  return is_locked;
}

int chimp_send_all(int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == ENOTSOCK) sent = write(descriptor, bytes, count);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return 0;
    bytes += sent;
    count -= (size_t)sent;
  }
  return 1;
}

ssize_t chimp_read_at(int descriptor, uint8_t *bytes, size_t start, size_t end, off_t offset) {
  return pread(descriptor, bytes + start, end - start, offset);
}

// A lock for reading, because a folder can't be opened for writing.
static struct flock byte_lock(int64_t offset, short kind) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = (off_t)offset;
  lock.l_len = 1;
  return lock;
}

int chimp_lock_byte(int descriptor, int64_t offset) {
  struct flock lock = byte_lock(offset, F_RDLCK);
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0;
}

int chimp_has_byte_lock(int descriptor, int64_t offset) {
  struct flock lock = byte_lock(offset, F_WRLCK);
  if (fcntl(descriptor, F_OFD_GETLK, &lock) != 0) return -1;
  return lock.l_type != F_UNLCK;
}

int chimp_thread_count(void) {
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

// Returns an array of the addresses of consecutive texts, with NULL at the end.
static char **addresses(const char *texts, size_t count) {
  char **found = malloc((count + 1) * sizeof *found);
  for (size_t index = 0; found != NULL && index < count; index += 1) {
    found[index] = (char *)texts;
    texts += strlen(texts) + 1;
  }
  if (found != NULL) found[count] = NULL;
  return found;
}

void chimp_spawn_in(posix_spawn_file_actions_t *actions, const char *folder) {
  posix_spawn_file_actions_addchdir_np(actions, folder);
}

int chimp_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, const char *words, size_t word_count,
    const char *variables, size_t variable_count) {
  char **arguments = addresses(words, word_count);
  char **own = variables == NULL ? NULL : addresses(variables, variable_count);
  char **environment = variables == NULL ? environ : own;
  int error = ENOMEM;
  if (arguments != NULL && environment != NULL) {
    error = posix_spawnp(process, path, actions, attributes, arguments, environment);
  }
  free(arguments);
  free(own);
  return error;
}

void chimp_adopt_orphans(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void chimp_end_with_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
}

int chimp_create_memory(const char *name) {
  return memfd_create(name, MFD_CLOEXEC);
}

int chimp_open_process(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

int chimp_is_ignored(int signal_number) {
  struct sigaction action;
  return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static const char *memory_words;
static int memory_status;

// The Swift runtime traps if an allocation fails; only async-signal-safe functions are called here.
static void end_without_memory(int signal_number) {
  if (errno != ENOMEM) {
    raise(signal_number);
    return;
  }
  const char *rest = memory_words;
  while (*rest != 0) {
    ssize_t count = write(STDERR_FILENO, rest, strlen(rest));
    if (count == 0 || (count < 0 && errno != EINTR)) break;
    if (count > 0) rest += count;
  }
  _exit(memory_status);
}

void chimp_bound_memory(size_t byte_count, const char *words, int status) {
  memory_words = strdup(words);
  memory_status = status;
  if (memory_words == NULL) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = end_without_memory;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  static const int trapping[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV};
  for (size_t index = 0; index < sizeof trapping / sizeof *trapping; index++) {
    sigaction(trapping[index], &action, NULL);
  }
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  if (limit.rlim_cur > byte_count) limit.rlim_cur = byte_count;
  if (limit.rlim_max > byte_count) limit.rlim_max = byte_count;
  setrlimit(RLIMIT_DATA, &limit);
}

int chimp_poll_with_signals(int descriptor, int milliseconds, const sigset_t *mask) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
  struct timespec time = {
      .tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
  return ppoll(&waiting, 1, milliseconds < 0 ? NULL : &time, mask);
}

const char *chimp_variable(int index) {
  return environ[index];
}
