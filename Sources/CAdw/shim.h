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

#if __has_include(<gdk/x11/gdkx.h>) && __has_include(<X11/extensions/XInput2.h>)
#include <X11/extensions/XInput2.h>
#include <gdk/x11/gdkx.h>

// GTK 4 takes the Escape key from the root window during a drag and loses it there, for that is no
// window of its own: given back, the key reaches the window that has the focus, which knows what
// it means. Here and not in Swift, since only C can tell whether GTK was built for X11.
static inline void scene_release_escape_key(GdkDrag *drag) {
  GdkDisplay *display = gdk_drag_get_display(drag);
  if (!GDK_IS_X11_DISPLAY(display)) return;
  GdkDevice *keyboard = gdk_seat_get_keyboard(gdk_device_get_seat(gdk_drag_get_device(drag)));
  Display *server = gdk_x11_display_get_xdisplay(display);
  XIGrabModifiers any[] = {{0, 0}, {LockMask, 0}, {Mod2Mask, 0}, {LockMask | Mod2Mask, 0}};
  XIUngrabKeycode(server, gdk_x11_device_get_id(keyboard), XKeysymToKeycode(server, 0xff1b),
                  DefaultRootWindow(server), 4, any);
}
#else
static inline void scene_release_escape_key(GdkDrag *drag) { (void)drag; }
#endif
