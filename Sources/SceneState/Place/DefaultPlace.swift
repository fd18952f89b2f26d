#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where an app's store lies if nobody says otherwise.
enum DefaultPlace {
  /// `$XDG_STATE_HOME/<app id>/scenes.store`, Application Support on Apple systems.
  static func path(appID: String) -> String {
    #if canImport(Darwin)
      let base = URL.applicationSupportDirectory.path
    #else
      let environment = ProcessInfo.processInfo.environment
      let home = URL.homeDirectory.path
      // The base-directory standard says to ignore a relative path.
      let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let base = state ?? home + "/.local/state"
    #endif
    return base + "/" + Address.escaped(appID) + "/scenes.store"
  }
}
