#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// System calls that Swift can't make: they need a memory address, or are not in a module.
//
// Parameters that are byte pointers accept Swift arrays.

// Returns the name of a folder's entry.
const char *_Nonnull chimp_entry_name(struct dirent *_Nonnull entry);

// Renames a file like `rename`, but fails if the name exists. On file systems without that call, the
// file has two names for a moment.
int chimp_rename_to_new(const char *_Nonnull from, const char *_Nonnull to);

// Returns the number of the mount that a path is on, or 0 if it is unknown.
uint64_t chimp_mount_number(const char *_Nonnull path);

// Opens a file without a name in a folder; returns -1 if the system has no such files, or no way to
// name them later.
int chimp_open_nameless(const char *_Nonnull folder, mode_t mode);

// Gives a nameless file a name, like `link`; fails if the name exists.
int chimp_name_file(int descriptor, const char *_Nonnull name);

// Returns 1 if another process has a lock on a part of the file, 0 if none has, or there is no file.
// Locks that this process has on the file are lost.
int chimp_has_locks(const char *_Nonnull path);

// Sends all bytes to a socket, or writes them to another descriptor; returns 0 on failure.
int chimp_send_all(int descriptor, const uint8_t *_Nonnull bytes, size_t count);

// Reads into `bytes` from `start` to `end`, at an offset of the file, like `pread`.
ssize_t chimp_read_at(
    int descriptor, uint8_t *_Nonnull bytes, size_t start, size_t end, off_t offset);

// Locks a byte of an open file or folder, also beyond its end, until the descriptor is closed, in
// whatever way the process ends; several descriptors may lock a byte. Returns 0 on failure.
int chimp_lock_byte(int descriptor, int64_t offset);

// Returns 1 if another descriptor of any process has locked a byte, 0 if none has, -1 on failure.
int chimp_has_byte_lock(int descriptor, int64_t offset);

// Returns the number of threads for divisible work: one per processor.
int chimp_thread_count(void);

// Returns an environment variable as `NAME=text`, or NULL at the index after the last one.
const char *_Nullable chimp_variable(int index);

// Lets a program begin in a folder; Swift does not see the function of the system.
void chimp_spawn_in(posix_spawn_file_actions_t *_Nonnull actions, const char *_Nonnull folder);

// Starts a program with `posix_spawnp`; returns the error number, or 0. `words` and `variables` are
// consecutive texts, each with a NUL at its end; without variables the program has those of this
// process.
int chimp_spawn(
    pid_t *_Nonnull process, const char *_Nonnull path,
    const posix_spawn_file_actions_t *_Nonnull actions,
    const posix_spawnattr_t *_Nonnull attributes, const char *_Nonnull words, size_t word_count,
    const char *_Nullable variables, size_t variable_count);

// Functions that Swift hides, or that are in no module.
void chimp_adopt_orphans(void);
void chimp_end_with_parent(void);
// Waits for input as poll does, with this signal mask meanwhile; negative milliseconds wait without a
// limit.
int chimp_poll_with_signals(int descriptor, int milliseconds, const sigset_t *_Nonnull mask);
int chimp_create_memory(const char *_Nonnull name);
int chimp_open_process(pid_t process);
int chimp_is_ignored(int signal_number);

// Limits the memory of the process. If it needs more, it writes `words` to the standard error and
// exits with the status.
void chimp_bound_memory(size_t byte_count, const char *_Nonnull words, int status);

#endif
