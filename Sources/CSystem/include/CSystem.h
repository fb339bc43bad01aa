#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <dirent.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The system, where Swift would need an address of memory for it, or does not know a call.
//
// Swift passes an array where bytes are wanted.

// The name of an entry of a folder.
const char *_Nonnull chimp_entry_name(struct dirent *_Nonnull entry);

// Gives a file a name that no other has, as `rename` does; where the file system can't, the file has
// two names for a moment.
int chimp_rename_to_new(const char *_Nonnull from, const char *_Nonnull to);

// The number of the mount that a path is on; 0 where that is not known.
uint64_t chimp_mount_number(const char *_Nonnull path);

// Opens a file of a folder that has no name yet; -1 where the system has no such files, or no way to
// name them.
int chimp_open_nameless(const char *_Nonnull folder);

// Gives a nameless file a name that no other has, as `link` does.
int chimp_name_file(int descriptor, const char *_Nonnull name);

// Writes all bytes; answers the number of what went wrong, or 0.
int chimp_write_all(int descriptor, const uint8_t *_Nonnull bytes, size_t count);

// Sends all bytes to a socket, or writes them to what is none; answers 0 where that fails.
int chimp_send_all(int descriptor, const uint8_t *_Nonnull bytes, size_t count);

// Reads into the places from start to end of the bytes, at a place of the file; as `pread`.
ssize_t chimp_read_at(
    int descriptor, uint8_t *_Nonnull bytes, size_t start, size_t end, off_t place);

// The place of the first such byte from start on; -1 where there is none before the end.
ssize_t chimp_find(const uint8_t *_Nonnull bytes, size_t start, size_t end, uint8_t byte);

// Whether so many bytes are the same, from a place on each.
int chimp_is_same(
    const uint8_t *_Nonnull left, size_t left_start, const uint8_t *_Nonnull right,
    size_t right_start, size_t count);

// A number that is another one for almost any other bytes.
int64_t chimp_fingerprint(const uint8_t *_Nonnull bytes, size_t count);

// On how many threads work may be spread: one for each processor.
int chimp_thread_count(void);

// Starts a program, as `posix_spawnp` does, or as `posix_spawn` does where it is not searched for.
// The words and the variables stand behind each other, each ended by a NUL; without variables the
// program has those of this process.
int chimp_spawn(
    pid_t *_Nonnull process, const char *_Nonnull path, int is_searched,
    const posix_spawn_file_actions_t *_Nonnull actions,
    const posix_spawnattr_t *_Nonnull attributes, const char *_Nonnull words, size_t word_count,
    const char *_Nullable variables, size_t variable_count);

// What Swift hides, or no module has.
void chimp_end_with_parent(int signal_number);
void chimp_adopt_orphans(void);
int chimp_create_memory(const char *_Nonnull name);
int chimp_open_process(pid_t process);
int chimp_is_ignored(int signal_number);

// Lets the process have so much memory of its own; where it needs more, it writes the words to the
// standard error and ends with the status.
void chimp_bound_memory(size_t byte_count, const char *_Nonnull words, int status);

#endif
