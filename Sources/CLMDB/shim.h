#pragma once

#if __has_include(<lmdb.h>)
#include <lmdb.h>
#else
#error "lmdb.h not found: install the LMDB headers (Debian/Ubuntu: apt-get install liblmdb-dev; Fedora: dnf install lmdb-devel; macOS: brew install lmdb) and build again"
#endif
