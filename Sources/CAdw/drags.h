#pragma once

// What GTK 4 does not do for drags on X11. Here and not in Swift, since only C can tell whether GTK
// was built for X11.

#if __has_include(<gdk/x11/gdkx.h>) && __has_include(<X11/extensions/XInput2.h>)
#include <X11/extensions/XInput2.h>
#include <gdk/x11/gdkx.h>

// GTK takes the Escape key from the root window during a drag and loses it there, for that is no
// window of its own: given back, the key reaches the window that has the focus, which knows what
// it means.
static inline void scene_release_escape_key(void) {
  GdkDisplay *display = gdk_display_get_default();
  if (!GDK_IS_X11_DISPLAY(display)) return;
  GdkDevice *keyboard = gdk_seat_get_keyboard(gdk_display_get_default_seat(display));
  Display *server = gdk_x11_display_get_xdisplay(display);
  XIGrabModifiers any[] = {{0, 0}, {LockMask, 0}, {Mod2Mask, 0}, {LockMask | Mod2Mask, 0}};
  XIUngrabKeycode(server, gdk_x11_device_get_id(keyboard), XKeysymToKeycode(server, 0xff1b),
                  DefaultRootWindow(server), 4, any);
}

// Whether nothing but the picture of the drag is between the pointer and the root window.
static inline gboolean scene_is_over_root(GdkDrag *drag) {
  GdkDisplay *display = gdk_drag_get_display(drag);
  Display *server = gdk_x11_display_get_xdisplay(display);
  Window picture = gdk_x11_surface_get_xid(gdk_drag_get_drag_surface(drag));
  Window root = DefaultRootWindow(server), child, parent, *windows = NULL;
  int x, y, inner_x, inner_y;
  unsigned int state, count = 0;
  gboolean is_free = TRUE;
  if (!XQueryPointer(server, root, &parent, &child, &x, &y, &inner_x, &inner_y, &state)) return FALSE;
  // A window may go while it is asked.
  gdk_x11_display_error_trap_push(display);
  if (XQueryTree(server, root, &parent, &child, &windows, &count)) {
    for (unsigned int i = 0; i < count && is_free; i++) {
      XWindowAttributes at;
      if (windows[i] == picture || !XGetWindowAttributes(server, windows[i], &at)) continue;
      is_free = at.map_state != IsViewable || at.class == InputOnly || x < at.x || y < at.y ||
                x >= at.x + at.width || y >= at.y + at.height;
    }
    if (windows) XFree(windows);
  }
  gdk_x11_display_error_trap_pop_ignored(display);
  return is_free;
}

static inline gboolean scene_finish_drop(gpointer data) {
  GdkDrag *drag = data;
  g_signal_emit_by_name(drag, "dnd-finished");
  gdk_drag_drop_done(drag, TRUE);
  g_object_unref(drag);
  return G_SOURCE_REMOVE;
}

static inline gboolean scene_hear_drop(GSignalInvocationHint *hint, guint count,
                                       const GValue *values, gpointer data) {
  (void)hint, (void)count, (void)data;
  GdkDrag *drag = g_value_get_object(&values[0]);
  if (GDK_IS_X11_DISPLAY(gdk_drag_get_display(drag)) && scene_is_over_root(drag)) {
    g_idle_add(scene_finish_drop, g_object_ref(drag));
  }
  return TRUE;
}

// A tab of libadwaita says that it may be dropped on the root window. Where no desktop has a window
// there, GTK takes the drop and never ends it: the tab would be in no window from then on.
static inline void scene_finish_drops_on_root(void) {
  static gulong hook = 0;
  if (hook != 0) return;
  g_type_class_ref(GDK_TYPE_DRAG);
  hook = g_signal_add_emission_hook(g_signal_lookup("drop-performed", GDK_TYPE_DRAG), 0,
                                    scene_hear_drop, NULL, NULL);
}
#else
static inline void scene_release_escape_key(void) {}
static inline void scene_finish_drops_on_root(void) {}
#endif
