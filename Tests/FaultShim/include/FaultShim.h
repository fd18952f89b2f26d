#pragma once

// What the fault suites need from C: calls of the system that fail on demand or are recorded, a
// count of what is allocated, child processes, and the controls on plain LMDB.
//
// The executable defines these calls itself, so that LMDB and this package call them here. Nothing
// changes before one of the functions below is called.

#include <stdbool.h>
#include <stdint.h>

// The kinds of calls; several can be asked for at once.
enum {
  shim_write = 1 << 0,     // write, pwrite, writev, pwritev
  shim_sync = 1 << 1,      // fsync, fdatasync, msync
  shim_truncate = 1 << 2,  // ftruncate
  shim_open = 1 << 3,      // open, openat
  shim_map = 1 << 4,       // mmap
  shim_lock = 1 << 5,      // fcntl locks
  shim_flock = 1 << 6,     // flock
  shim_read = 1 << 7,      // pread, read
  shim_seek = 1 << 8,      // lseek
  shim_reserve = 1 << 9,   // fallocate
  shim_rename = 1 << 10,   // rename
  shim_folder = 1 << 11,   // mkdir
  shim_link = 1 << 12,     // link, unlink
  shim_memory = 1 << 13,   // malloc, calloc, realloc called by LMDB
  shim_all = (1 << 14) - 1,
};

/// Only files and folders at or below this path are meant; memory is meant wherever it is.
void shim_watch(const char *folder);

/// Lets call number `first` of the given kinds fail, and all later ones if it is sticky.
///
/// A shortened write writes half of its bytes and succeeds.
void shim_arm(unsigned kinds, int error, long first, bool is_sticky, bool is_shortened);

/// Lets another call fail: number `after` of the given kinds, counted from the first failure on.
void shim_arm_second(unsigned kinds, int error, long after);

/// Ends all failures; counts stay.
void shim_disarm(void);

/// How many calls of the armed kinds there were, and how many of them failed.
long shim_seen(void);
long shim_failed(void);

/// Writes every change of the watched files into a log; NULL ends it.
bool shim_record(const char *log);

/// Puts a number into the log.
void shim_mark(int64_t number);

/// From now on the bytes this thread allocates are counted; the answer is the most that was held.
void shim_count_memory(void);
int64_t shim_most_memory(void);

/// The time that this thread has computed.
int64_t shim_thread_microseconds(void);

/// A child process with pipes to its input and from its output; `pid` is 0 if there is none.
typedef struct {
  int pid;
  int input;
  int output;
} shim_child;

/// Starts a program; its arguments are separated by the byte 31.
shim_child shim_spawn(const char *program, const char *arguments);

/// Waits for the end of a child; -1 if it still runs after so many milliseconds.
int shim_wait(int pid, int milliseconds);

/// Splits this process in two: 0 in the new one, which lives on without the other threads.
int shim_fork(void);

/// Waits until there is something to read; false if nothing came in time.
bool shim_await_input(int descriptor, int milliseconds);

/// Whole lines of output at once; crashes without their story; writes to a closed pipe as errors.
void shim_begin(void);

/// Lets this process end with its parent, and without a core file.
void shim_end_with_parent(void);

/// Limits a resource of this process: `RLIMIT_FSIZE`, `RLIMIT_AS` and others by number.
bool shim_limit(int resource, int64_t bytes);
int shim_limit_of_files(void);
int shim_limit_of_addresses(void);
int shim_limit_of_descriptors(void);

/// Puts a file system in memory on a folder, or takes it away; false without the right to do it.
bool shim_mount_memory(const char *folder, int64_t bytes);
void shim_unmount(const char *folder);

/// What plain LMDB does when nothing keeps a process from opening a store twice: the first opens
/// it twice, begins a commit, closes the second opening and says so on its output; commits when a
/// line comes in.
int shim_commit_beside_second_opening(const char *folder);
/// Another process commits `key` meanwhile; and whether the key is there afterwards.
int shim_commit_plainly(const char *folder, const char *key);
bool shim_has_plainly(const char *folder, const char *key);

/// What the log of a disk has: this, and the bytes of a write.
typedef struct {
  uint32_t kind;
  uint32_t size;
  uint64_t offset;
} shim_block_record;
enum { shim_block_write = 1, shim_block_flush = 2 };

/// Lets this process mount without anyone else seeing it; what is left goes with the process.
bool shim_own_mounts(void);

/// Mounts a folder with one file, `disk`, which is the image; each write and each flush of it goes
/// into the log.
bool shim_serve_disk(const char *folder, const char *image, const char *log);

/// Mounts a file as a disk; sets errno if it cannot be done.
bool shim_mount_file(const char *file, const char *folder, const char *type, const char *options);
bool shim_take_away(const char *folder);

/// Lets a file system write what it holds back.
void shim_write_everything(const char *folder);

/// Copies a file, without the pages that are zero.
bool shim_copy_holes(const char *from, const char *to);
