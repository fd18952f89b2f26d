#if GTK
  internal import CAdw

  /// Something that GTK shows in a window.
  @MainActor public protocol Widget: AnyObject {
    /// The widget of GTK behind it.
    var handle: WidgetHandle { get }
  }

  /// A counted reference to a widget of GTK.
  @MainActor @safe public final class WidgetHandle {
    let widget: UnsafeMutablePointer<GtkWidget>

    /// Takes a new widget over.
    init(_ widget: UnsafeMutablePointer<GtkWidget>) {
      unsafe self.widget = widget
      _ = unsafe g_object_ref_sink(widget)
    }

    isolated deinit { unsafe g_object_unref(widget) }

    /// The same object as one of the types that Swift knows by name only.
    var object: OpaquePointer { unsafe OpaquePointer(widget) }

    /// The same object as another type of it; casts of GTK are macros, which Swift does not see.
    func cast<Other>(to type: Other.Type) -> UnsafeMutablePointer<Other> {
      unsafe UnsafeMutableRawPointer(widget).assumingMemoryBound(to: type)
    }

    /// What a screen reader calls it.
    func setAccessibleName(_ name: String) {
      var property = GTK_ACCESSIBLE_PROPERTY_LABEL
      var value = GValue()
      unsafe g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING is a macro
      unsafe g_value_set_string(&value, name)
      unsafe gtk_accessible_update_property_value(object, 1, &property, &value)
      unsafe g_value_unset(&value)
    }
  }
#endif
