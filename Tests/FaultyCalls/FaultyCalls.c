#define _GNU_SOURCE
#include "FaultyCalls.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int failures_left;
static atomic_int failure;
static atomic_llong reserving_limit = -1;
static atomic_int is_noting;
static pthread_mutex_t notes_lock = PTHREAD_MUTEX_INITIALIZER;
static char notes[16384];

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void note(const char *call, const char *path) {
  if (!atomic_load(&is_noting)) return;
  pthread_mutex_lock(&notes_lock);
  size_t used = strlen(notes);
  snprintf(notes + used, sizeof notes - used, "%s %s\n", call, last_part(path));
  pthread_mutex_unlock(&notes_lock);
}

static void path_of(int descriptor, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, size - 1);
  path[count < 0 ? 0 : count] = 0;
}

static void note_descriptor(const char *call, int descriptor) {
  if (!atomic_load(&is_noting)) return;
  char path[4096];
  path_of(descriptor, path, sizeof path);
  note(call, path);
}

void faulty_fail_first_pages(int count, int error) {
  atomic_store(&failure, error);
  atomic_store(&failures_left, count);
}

void faulty_limit_reserving(long long bytes) { atomic_store(&reserving_limit, bytes); }

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
  long long limit = atomic_load(&reserving_limit);
  if (limit >= 0 && offset + length > limit) {
    errno = ENOSPC;
    return -1;
  }
  return (int)syscall(SYS_fallocate, descriptor, mode, offset, length);
}

void faulty_begin_notes(void) { atomic_store(&is_noting, 1); }

const char *faulty_notes(void) { return notes; }

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  if (offset < 8192 && atomic_load(&failures_left) != 0) {
    char path[4096];
    path_of(descriptor, path, sizeof path);
    if (strcmp(last_part(path), "data.mdb") == 0) {
      if (atomic_load(&failures_left) > 0) atomic_fetch_sub(&failures_left, 1);
      errno = atomic_load(&failure);
      return -1;
    }
  }
  return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

int fsync(int descriptor) {
  note_descriptor("fsync", descriptor);
  return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  note_descriptor("fdatasync", descriptor);
  return (int)syscall(SYS_fdatasync, descriptor);
}

int rename(const char *from, const char *to) {
  note("rename", to);
  return (int)syscall(SYS_renameat2, -100, from, -100, to, 0);
}
