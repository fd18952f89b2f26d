#pragma once

#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "yaml.h not found: install the libyaml headers (Debian/Ubuntu: apt-get install libyaml-dev; Fedora: dnf install libyaml-devel) and build again"
#endif
