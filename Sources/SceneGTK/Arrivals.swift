#if GTK
  internal import FoundationEssentials
  internal import SceneLifecycle

  /// What an app was started for, or what came to it from outside while it ran.
  struct Arrivals {
    var links: [URL] = []
    var activities: [UserActivity] = []

    var isEmpty: Bool { links.isEmpty && activities.isEmpty }
  }
#endif
