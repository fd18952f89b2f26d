#pragma once

#include <stddef.h>
#include <stdint.h>

/// The loop of libFuzzer; the callback gets each input.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*callback)(const uint8_t *bytes, size_t count));
