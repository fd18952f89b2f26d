import FoundationEssentials

/// Where an app's store lies if nobody says otherwise.
enum DefaultPlace {
  /// `$XDG_STATE_HOME/<app id>/scenes.store`, else in `$HOME/.local/state`.
  static func path(
    appID: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    // The base-directory standard says to ignore a relative path.
    let folder = { name in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let base =
      folder("XDG_STATE_HOME") ?? (folder("HOME") ?? URL.homeDirectory.path) + "/.local/state"
    return base + "/" + Address.escaped(appID) + "/scenes.store"
  }

  /// The path of a folder, as `path` gives it.
  ///
  /// `path` makes a set, which costs the first one who asks in a process more than all that
  /// LMDB does to open a store; where nothing is escaped there is nothing to replace.
  static func path(of folder: URL) -> String {
    var path = folder.path(percentEncoded: true)
    guard folder.isFileURL, !path.isEmpty, !path.utf8.contains(UInt8(ascii: "%")) else {
      return folder.path
    }
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}
