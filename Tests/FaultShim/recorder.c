#define _GNU_SOURCE
#include "shim.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The log is a row of lines: a head, the path or the two paths that it speaks of, and bytes.
// A file is known by its number, so that a name given later does not matter.

struct head {
  uint32_t kind;  // 1 write, 2 sync, 3 size, 4 mark, 5… names
  uint32_t is_synchronous;
  uint64_t file;
  int64_t offset;
  uint32_t path_bytes;
  uint32_t bytes;
};

bool shim_is_recording;
static int log_file = -1;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

bool shim_record(const char *log) {
  shim_is_recording = false;
  if (log_file >= 0) syscall(SYS_close, log_file);
  log_file = -1;
  if (!log) return true;
  int flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC;
  log_file = (int)syscall(SYS_openat, AT_FDCWD, log, flags, 0600);
  shim_is_recording = log_file >= 0;
  return shim_is_recording;
}

static uint64_t number_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

static void emit(
    struct head head, const char *first, const char *second, const struct iovec *parts, int count) {
  struct iovec all[1030] = {{&head, sizeof head}};
  int used = 1;
  if (first) all[used++] = (struct iovec){(void *)first, strlen(first) + 1};
  if (second) all[used++] = (struct iovec){(void *)second, strlen(second) + 1};
  for (int index = 1; index < used; index++) head.path_bytes += (uint32_t)all[index].iov_len;
  uint32_t rest = head.bytes;
  for (int index = 0; index < count && rest > 0 && used < 1024; index++) {
    uint32_t length = parts[index].iov_len < rest ? (uint32_t)parts[index].iov_len : rest;
    all[used++] = (struct iovec){parts[index].iov_base, length};
    rest -= length;
  }
  pthread_mutex_lock(&log_lock);
  syscall(SYS_writev, log_file, all, used);
  pthread_mutex_unlock(&log_lock);
}

static bool is_meant(int descriptor, char *path, size_t size) {
  return shim_path_of(descriptor, path, size) && shim_is_watched(path);
}

void shim_log_write(
    int descriptor, int64_t offset, const struct iovec *parts, int count, long written) {
  char path[4096];
  if (!is_meant(descriptor, path, sizeof path)) return;
  long flags = syscall(SYS_fcntl, descriptor, F_GETFL);
  emit(
      (struct head){
          .kind = 1, .is_synchronous = (flags & O_DSYNC) != 0, .file = number_of(descriptor),
          .offset = offset, .bytes = (uint32_t)written},
      path, NULL, parts, count);
}

void shim_log_sync(int descriptor) {
  char path[4096];
  if (!is_meant(descriptor, path, sizeof path)) return;
  emit((struct head){.kind = 2, .file = number_of(descriptor)}, path, NULL, NULL, 0);
}

void shim_log_size(int descriptor, int64_t size) {
  char path[4096];
  if (!is_meant(descriptor, path, sizeof path)) return;
  emit(
      (struct head){.kind = 3, .file = number_of(descriptor), .offset = size}, path, NULL, NULL, 0);
}

void shim_log_name(unsigned kind, const char *first, const char *second) {
  if (!shim_is_watched(first) && !shim_is_watched(second)) return;
  struct stat status;
  uint64_t file = lstat(second ? second : first, &status) == 0 ? status.st_ino : 0;
  emit((struct head){.kind = kind, .file = file}, first, second, NULL, 0);
}

void shim_mark(int64_t number) {
  if (shim_is_recording) emit((struct head){.kind = 4, .offset = number}, NULL, NULL, NULL, 0);
}
