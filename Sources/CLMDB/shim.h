#pragma once

#if __has_include(<lmdb.h>)
#include <lmdb.h>
#else
#error "lmdb.h not found: install the LMDB headers (Debian/Ubuntu: apt-get install liblmdb-dev; Fedora: dnf install lmdb-devel; macOS: brew install lmdb) and build again"
#endif

#include <pthread.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// glibc declares these two only under _GNU_SOURCE, which a module map can't define.
extern int fallocate(int descriptor, int mode, off_t offset, off_t length);
extern int pthread_setname_np(pthread_t thread, const char *name);

// Swift can't call variadic functions, and older versions of glibc lack these two.
static inline int scene_thread_number(void) { return (int)syscall(SYS_gettid); }
static inline int scene_thread_exists(int thread) {
  return syscall(SYS_tgkill, getpid(), thread, 0) == 0;
}
