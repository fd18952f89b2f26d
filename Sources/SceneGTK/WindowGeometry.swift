#if GTK
  internal import SceneState

  /// How large a window is: kept with its scene, as a value of the toolkit.
  ///
  /// Where it stands is the window manager's business.
  struct WindowGeometry: Codable, Hashable, Sendable {
    var width = 460
    var height = 320
    var isMaximised = false
    var isFullScreen = false

    static let key = SceneKey(
      "window", default: WindowGeometry(), scope: .scene, options: .thisDevice)

    /// The same, no larger than the largest of the monitors that are there now.
    func fitting(_ monitors: [(width: Int, height: Int)]) -> WindowGeometry {
      var fitting = self
      let room = monitors.max { $0.width * $0.height < $1.width * $1.height }
      fitting.width = min(max(width, 120), room?.width ?? Int(Int16.max))
      fitting.height = min(max(height, 80), room?.height ?? Int(Int16.max))
      return fitting
    }
  }
#endif
