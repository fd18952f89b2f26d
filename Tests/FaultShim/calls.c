#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Which calls fail. Written while nothing else runs, read by all threads.

static struct {
  atomic_bool is_on;
  unsigned kinds;
  int error;
  long first;
  bool is_sticky, is_shortened;
  atomic_long seen, failed;
  unsigned second_kinds;
  int second_error;
  long second_after;
  atomic_long second_seen;
} plan;

char shim_watched[4096] = "/nowhere";
static size_t watched_length = 8;
static uintptr_t library_start, library_end;

static int find_library(struct dl_phdr_info *info, size_t size, void *unused) {
  if (!info->dlpi_name || !strstr(info->dlpi_name, "liblmdb")) return 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    library_start = info->dlpi_addr + part->p_vaddr;
    library_end = library_start + part->p_memsz;
  }
  return 1;
}

void shim_watch(const char *folder) {
  snprintf(shim_watched, sizeof shim_watched, "%s", folder);
  watched_length = strlen(shim_watched);
  if (!library_start) dl_iterate_phdr(find_library, NULL);
}

void shim_arm(unsigned kinds, int error, long first, bool is_sticky, bool is_shortened) {
  shim_disarm();
  plan.kinds = kinds;
  plan.error = error;
  plan.first = first;
  plan.is_sticky = is_sticky;
  plan.is_shortened = is_shortened;
  plan.second_kinds = 0;
  atomic_store(&plan.seen, 0);
  atomic_store(&plan.failed, 0);
  atomic_store(&plan.second_seen, 0);
  atomic_store(&plan.is_on, true);
}

void shim_arm_second(unsigned kinds, int error, long after) {
  plan.second_error = error;
  plan.second_after = after;
  plan.second_kinds = kinds;
}

void shim_disarm(void) { atomic_store(&plan.is_on, false); }
long shim_seen(void) { return atomic_load(&plan.seen); }
long shim_failed(void) { return atomic_load(&plan.failed); }

/// Whether this call is one that fails; sets errno.
static bool fails(unsigned kind) {
  if (atomic_load(&plan.failed) > 0 && plan.second_kinds & kind) {
    if (atomic_fetch_add(&plan.second_seen, 1) + 1 == plan.second_after) {
      atomic_fetch_add(&plan.failed, 1);
      errno = plan.second_error;
      return true;
    }
  }
  if (!(plan.kinds & kind)) return false;
  long number = atomic_fetch_add(&plan.seen, 1) + 1;
  if (number != plan.first && !(plan.is_sticky && number > plan.first)) return false;
  atomic_fetch_add(&plan.failed, 1);
  errno = plan.error;
  return true;
}

bool shim_is_watched(const char *path) {
  return path && strncmp(path, shim_watched, watched_length) == 0
      && (path[watched_length] == '/' || path[watched_length] == 0);
}

bool shim_path_of(int descriptor, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long count = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
  path[count < 0 ? 0 : count] = 0;
  return count > 0;
}

static bool path_fails(unsigned kind, const char *path) {
  return atomic_load(&plan.is_on) && shim_is_watched(path) && fails(kind);
}

static bool file_fails(unsigned kind, int descriptor) {
  if (!atomic_load(&plan.is_on)) return false;
  if (!((plan.kinds | plan.second_kinds) & kind)) return false;
  char path[4096];
  return shim_path_of(descriptor, path, sizeof path) && shim_is_watched(path) && fails(kind);
}

// MARK: Bytes

static long vector_bytes(const struct iovec *parts, int count) {
  long bytes = 0;
  for (int index = 0; index < count; index++) bytes += (long)parts[index].iov_len;
  return bytes;
}

/// One write at an offset, or where the file stands when it is negative.
static ssize_t write_bytes(int descriptor, const struct iovec *parts, int count, off_t offset) {
  bool is_short = false;
  if (file_fails(shim_write, descriptor)) {
    if (!plan.is_shortened || vector_bytes(parts, count) < 2) return -1;
    is_short = true;
  }
  struct iovec half = {parts[0].iov_base, parts[0].iov_len / 2};
  if (is_short && count > 1) {
    count = count / 2;
  } else if (is_short) {
    parts = &half;
  }
  int64_t place = offset;
  if (offset < 0 && shim_is_recording) place = syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
  ssize_t written =
      offset < 0 ? syscall(SYS_writev, descriptor, parts, count)
                 : syscall(SYS_pwritev, descriptor, parts, count, offset, 0);
  if (written > 0 && shim_is_recording) shim_log_write(descriptor, place, parts, count, written);
  return written;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return write_bytes(descriptor, &(struct iovec){(void *)bytes, count}, 1, -1);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return write_bytes(descriptor, &(struct iovec){(void *)bytes, count}, 1, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  return write_bytes(descriptor, parts, count, -1);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
  return write_bytes(descriptor, parts, count, offset);
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off_t offset) {
  return write_bytes(descriptor, parts, count, offset);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  if (file_fails(shim_read, descriptor)) return -1;
  return syscall(SYS_read, descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  if (file_fails(shim_read, descriptor)) return -1;
  return syscall(SYS_pread64, descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) {
  return pread(descriptor, bytes, count, offset);
}

off_t lseek(int descriptor, off_t offset, int from) {
  if (file_fails(shim_seek, descriptor)) return -1;
  return syscall(SYS_lseek, descriptor, offset, from);
}

off_t lseek64(int descriptor, off_t offset, int from) { return lseek(descriptor, offset, from); }

// MARK: Files

static int synchronise(long number, int descriptor) {
  if (file_fails(shim_sync, descriptor)) return -1;
  int code = (int)syscall(number, descriptor);
  if (code == 0 && shim_is_recording) shim_log_sync(descriptor);
  return code;
}

int fsync(int descriptor) { return synchronise(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return synchronise(SYS_fdatasync, descriptor); }

int ftruncate(int descriptor, off_t size) {
  if (file_fails(shim_truncate, descriptor)) return -1;
  int code = (int)syscall(SYS_ftruncate, descriptor, size);
  if (code == 0 && shim_is_recording) shim_log_size(descriptor, size);
  return code;
}

int ftruncate64(int descriptor, off_t size) { return ftruncate(descriptor, size); }

int fallocate(int descriptor, int mode, off_t offset, off_t size) {
  if (file_fails(shim_reserve, descriptor)) return -1;
  return (int)syscall(SYS_fallocate, descriptor, mode, offset, size);
}

int fallocate64(int descriptor, int mode, off_t offset, off_t size) {
  return fallocate(descriptor, mode, offset, size);
}

static int open_file(int folder, const char *path, int flags, int mode) {
  if (path_fails(shim_open, path)) return -1;
  bool is_new = shim_is_recording && flags & O_CREAT && shim_is_watched(path)
      && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0;
  int descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);
  if (descriptor >= 0 && is_new) shim_log_name(shim_created, path, NULL);
  if (descriptor >= 0 && !is_new && flags & O_TRUNC && shim_is_recording
      && shim_is_watched(path)) {
    shim_log_size(descriptor, 0);
  }
  return descriptor;
}

#define MODE_OF(last)      \
  va_list rest;            \
  va_start(rest, last);    \
  int mode = va_arg(rest, int); \
  va_end(rest)

int open(const char *path, int flags, ...) {
  MODE_OF(flags);
  return open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags);
  return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags);
  return open_file(folder, path, flags, mode);
}

void *mmap(void *place, size_t size, int access, int flags, int descriptor, off_t offset) {
  if (descriptor >= 0 && file_fails(shim_map, descriptor)) return MAP_FAILED;
  return (void *)syscall(SYS_mmap, place, size, access, flags, descriptor, offset);
}

void *mmap64(void *place, size_t size, int access, int flags, int descriptor, off_t offset) {
  return mmap(place, size, access, flags, descriptor, offset);
}

int flock(int descriptor, int operation) {
  // What is given back is always given back.
  if (!(operation & LOCK_UN) && file_fails(shim_flock, descriptor)) return -1;
  return (int)syscall(SYS_flock, descriptor, operation);
}

int fcntl(int descriptor, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  bool is_lock = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
  if (is_lock && file_fails(shim_lock, descriptor)) return -1;
  return (int)syscall(SYS_fcntl, descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return fcntl(descriptor, command, argument);
}

// MARK: Names

int rename(const char *from, const char *to) {
  if (path_fails(shim_rename, to)) return -1;
  int code = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (code == 0 && shim_is_recording) shim_log_name(shim_renamed, from, to);
  return code;
}

int mkdir(const char *path, mode_t mode) {
  if (path_fails(shim_folder, path)) return -1;
  int code = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (code == 0 && shim_is_recording) shim_log_name(shim_made, path, NULL);
  return code;
}

int rmdir(const char *path) {
  int code = (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
  if (code == 0 && shim_is_recording) shim_log_name(shim_removed, path, NULL);
  return code;
}

int link(const char *from, const char *to) {
  if (path_fails(shim_link, to)) return -1;
  int code = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (code == 0 && shim_is_recording) shim_log_name(shim_linked, from, to);
  return code;
}

int unlinkat(int folder, const char *name, int flags) {
  char path[8192] = "";
  if (folder == AT_FDCWD || name[0] == '/') {
    snprintf(path, sizeof path, "%s", name);
  } else if (shim_path_of(folder, path, 4096)) {
    size_t used = strlen(path);
    snprintf(path + used, sizeof path - used, "/%s", name);
  }
  if (path_fails(shim_link, path)) return -1;
  int code = (int)syscall(SYS_unlinkat, folder, name, flags);
  if (code == 0 && shim_is_recording) shim_log_name(shim_removed, path, NULL);
  return code;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

// MARK: Memory

bool shim_memory_fails(void *caller) {
  if (!atomic_load(&plan.is_on) || !((plan.kinds | plan.second_kinds) & shim_memory)) return false;
  uintptr_t place = (uintptr_t)caller;
  return place >= library_start && place < library_end && fails(shim_memory);
}
