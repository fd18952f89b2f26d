import SceneSimulator

// What a record is about: places and windows, each of one device.
extension WriteRecord {
  struct Owned: Hashable {
    let device: String
    let place: StoredPlace
  }

  /// A place before its session has a number, and after that.
  struct Named: Hashable {
    let device: String
    let window: String
    let path: [String]
    let key: String

    init(_ place: StoredPlace, on device: String) {
      (self.device, window) = (device, place.window)
      (path, key) = (place.path, place.key)
    }
  }

  struct Window: Hashable {
    let device: String
    let name: String
  }
}
