import FoundationEssentials

/// Where an app's store lies if nobody says otherwise.
enum DefaultPlace {
  /// `$XDG_STATE_HOME/<app id>/scenes.store`, Application Support on Apple systems.
  static func path(appID: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    let home = URL.homeDirectory.path
    // The base-directory standard says to ignore a relative path.
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let base = state ?? home + "/.local/state"
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
