#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <time.h>

// The functions of libc by their other names.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static __thread bool is_counting;
static __thread int64_t held, most;

void shim_count_memory(void) {
  held = most = 0;
  is_counting = true;
}

int64_t shim_most_memory(void) {
  is_counting = false;
  return most;
}

int64_t shim_thread_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void *got(void *place) {
  if (!is_counting || !place) return place;
  held += (int64_t)malloc_usable_size(place);
  if (held > most) most = held;
  return place;
}

static void gone(void *place) {
  if (is_counting && place) held -= (int64_t)malloc_usable_size(place);
}

static void *refused(void) {
  errno = ENOMEM;
  return NULL;
}

void *malloc(size_t size) {
  if (shim_memory_fails(__builtin_return_address(0))) return refused();
  return got(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
  if (shim_memory_fails(__builtin_return_address(0))) return refused();
  return got(__libc_calloc(count, size));
}

void *realloc(void *place, size_t size) {
  if (shim_memory_fails(__builtin_return_address(0))) return refused();
  int64_t before = is_counting && place ? (int64_t)malloc_usable_size(place) : 0;
  void *moved = __libc_realloc(place, size);
  if (moved) held -= before;
  return got(moved);
}

void free(void *place) {
  gone(place);
  __libc_free(place);
}

void *memalign(size_t alignment, size_t size) { return got(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **place, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *place = made;
  return 0;
}
