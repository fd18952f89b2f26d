#pragma once

#if __has_include(<lmdb.h>)
#include <lmdb.h>
#else
#error "lmdb.h not found: install the LMDB headers (Debian/Ubuntu: apt-get install liblmdb-dev; Fedora: dnf install lmdb-devel) and build again"
#endif

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// glibc declares these only under _GNU_SOURCE, which a module map can't define.
extern int fallocate(int descriptor, int mode, off_t offset, off_t length);
extern int memfd_create(const char *name, unsigned int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline);
extern int pthread_rwlock_clockwrlock(
    pthread_rwlock_t *lock, clockid_t clock, const struct timespec *deadline);

// Swift can't call variadic functions, and older versions of glibc lack these two.
static inline int scene_thread_number(void) { return (int)syscall(SYS_gettid); }
static inline int scene_thread_exists(int thread) {
  return syscall(SYS_tgkill, getpid(), thread, 0) == 0;
}

// A lock on bytes of an open file, which is told by the file and not by the process; a length of 0
// reaches to the end. glibc names the command only under _GNU_SOURCE.
#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif
static inline int scene_lock_bytes(int descriptor, off_t place, off_t count, int isTaken) {
  struct flock lock = {
      .l_type = isTaken ? F_WRLCK : F_UNLCK,
      .l_whence = SEEK_SET,
      .l_start = place,
      .l_len = count,
  };
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}

// CRC-32C as the processor does it: Swift has no word for its instructions.
#if defined(__x86_64__)
#include <cpuid.h>

static inline int scene_has_crc32c(void) {
  unsigned int a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & (1u << 20)) != 0;
}

__attribute__((target("sse4.2"))) static inline unsigned int scene_crc32c(
    unsigned int state, const void *bytes, size_t count) {
  const unsigned char *next = (const unsigned char *)bytes;
  unsigned long long wide = state;
  for (; count >= 8; count -= 8, next += 8) {
    unsigned long long word;
    __builtin_memcpy(&word, next, 8);
    wide = __builtin_ia32_crc32di(wide, word);
  }
  state = (unsigned int)wide;
  for (; count; count--, next++) state = __builtin_ia32_crc32qi(state, *next);
  return state;
}
#else
static inline int scene_has_crc32c(void) { return 0; }
static inline unsigned int scene_crc32c(
    unsigned int state, const void *bytes, size_t count) {
  (void)bytes, (void)count;
  return state;
}
#endif
