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

// On how many threads work may be spread: one for each processor, but one in a fork.
int chimp_thread_count(void);

// Runs the work in a process that has this one's memory, while this one stands still; returns the
// status of the process as `waitpid` does, or -1 where there is none.
int chimp_run_alone(
    size_t stack_size, size_t guard_size, void (*_Nonnull work)(void *_Nullable context),
    void *_Nullable context);

// Starts a program, as `posix_spawnp` does, or as `posix_spawn` does where it is not searched for.
// The words and the variables stand behind each other, each ended by a NUL.
int chimp_spawn(
    pid_t *_Nonnull process, const char *_Nonnull path, int is_searched,
    const posix_spawn_file_actions_t *_Nonnull actions,
    const posix_spawnattr_t *_Nonnull attributes, const char *_Nonnull words, size_t word_count,
    const char *_Nonnull variables, size_t variable_count);

// Starts the program over in the place of this process; what it takes is made before, because memory
// may be in any state by then. The two descriptors stay open.
struct chimp_restart;
struct chimp_restart *_Nullable chimp_prepare_restart(
    const char *_Nonnull words, size_t word_count);
_Noreturn void chimp_start_over(struct chimp_restart *_Nullable restart, int first, int second);

// What Swift hides, or no module has.
pid_t chimp_fork(void);
void chimp_end_with_parent(int signal_number);
void chimp_adopt_orphans(void);
void chimp_close_from(int descriptor);
int chimp_create_memory(const char *_Nonnull name);
int chimp_open_process(pid_t process);
int chimp_is_ignored(int signal_number);

// Lets the process have so much memory of its own; where it needs more, it writes the words to the
// standard error and ends with the status.
void chimp_bound_memory(size_t byte_count, const char *_Nonnull words, int status);

// Numbers in memory that processes share. The first one tells that others have changed: it is
// stepped after them, and read before them.
struct chimp_numbers;
struct chimp_numbers *_Nullable chimp_map_numbers(int descriptor, size_t size);
void chimp_unmap_numbers(struct chimp_numbers *_Nonnull numbers, size_t size);
long chimp_number(struct chimp_numbers *_Nonnull numbers, long place);
void chimp_set_number(struct chimp_numbers *_Nonnull numbers, long place, long number);
long chimp_first_number(struct chimp_numbers *_Nonnull numbers);
void chimp_step_first_number(struct chimp_numbers *_Nonnull numbers);

#endif
