#pragma once

#if __has_include(<sodium.h>)
#include <sodium.h>
#else
#error "sodium.h not found: install the libsodium headers (Debian/Ubuntu: apt-get install libsodium-dev; Fedora: dnf install libsodium-devel) and build again, or build without the trait Roaming"
#endif
