#pragma once

// What the parts of this target know of each other.

#include "FaultShim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

/// What a line of the log says of names.
enum { shim_created = 5, shim_renamed = 6, shim_made = 7, shim_removed = 8, shim_linked = 9 };

extern bool shim_is_recording;

bool shim_is_watched(const char *path);
bool shim_path_of(int descriptor, char *path, size_t size);
bool shim_memory_fails(void *caller);

void shim_log_write(
    int descriptor, int64_t offset, const struct iovec *parts, int count, long written);
void shim_log_sync(int descriptor);
void shim_log_size(int descriptor, int64_t size);
void shim_log_name(unsigned kind, const char *first, const char *second);
