#pragma once

#if __has_include(<adwaita.h>)
#include <adwaita.h>
#include <glib-unix.h>
#else
#error "adwaita.h not found: install the libadwaita headers (Debian/Ubuntu: apt-get install libadwaita-1-dev; Fedora: dnf install libadwaita-devel) and build again, or build without the trait GTK"
#endif

// The door of libdispatch for loops that are not its own; CoreFoundation uses it as well, so it
// stays, but no header declares it.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

#include "drags.h"
