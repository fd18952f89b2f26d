// Stands before the C library's flush functions, so that they can be counted and slowed down:
// a store in memory plus 1 ms per flush is a device whose figures repeat.
#define _GNU_SOURCE
#include "peer.h"
#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static atomic_long flushes, delay;

static void flushed(void) {
  atomic_fetch_add(&flushes, 1);
  long us = atomic_load(&delay);
  if (us > 0) {
    struct timespec t = {us / 1000000, (us % 1000000) * 1000};
    while (nanosleep(&t, &t)) {}
  }
}

long peer_flushes(void) { return atomic_load(&flushes); }
void peer_flush_delay(long microseconds) { atomic_store(&delay, microseconds); }

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  flushed();
  return real(fd);
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  flushed();
  return real(fd);
}

int msync(void *address, size_t length, int flags) {
  int (*real)(void *, size_t, int) = (int (*)(void *, size_t, int))dlsym(RTLD_NEXT, "msync");
  if (flags & MS_SYNC) flushed();
  return real(address, length, flags);
}
