/// The order in which the values of a batch are put: scenes as they came, each scene's by keys.
///
/// LMDB fills pages to the end where keys come in their order, and leaves them half empty where
/// each comes somewhere; and a key that follows the last one is found in the page that is at hand.
struct KeyOrder {
  /// Numbers only, so that sorting counts no references.
  private struct Place {
    let scene: Int
    /// The first bytes of the key, by which nearly all are told apart.
    let start: KeyTemplate.Start
    let index: Int
  }

  private let puts: [EncodedPut]

  /// The indices of the puts, or nil if they are in order.
  static func indices(of puts: [EncodedPut]) -> [Int]? { Self(puts: puts).indices }

  private var indices: [Int]? {
    var places: [Place] = []
    places.reserveCapacity(puts.count)
    var scenes: [ObjectIdentifier: Int] = [:]
    var last: (handle: ObjectIdentifier, scene: Int)?
    var isOrdered = true
    for index in puts.indices {
      let put = puts[index].put
      let handle = ObjectIdentifier(put.handle)
      let scene: Int
      if let last, last.handle == handle {
        scene = last.scene
      } else {
        scene = scenes[handle] ?? scenes.count
        scenes[handle] = scene
        last = (handle, scene)
      }
      let place = Place(scene: scene, start: put.entry.template.start, index: index)
      if isOrdered, let before = places.last, precedes(place, before) { isOrdered = false }
      places.append(place)
    }
    guard !isOrdered else { return nil }
    places.sort(by: precedes)
    return places.map(\.index)
  }

  private func precedes(_ one: Place, _ other: Place) -> Bool {
    if one.scene != other.scene { return one.scene < other.scene }
    if one.start != other.start { return one.start < other.start }
    let (mine, theirs) = (puts[one.index].put.entry, puts[other.index].put.entry)
    if mine == theirs { return one.index < other.index }
    return mine.template.bytes.lexicographicallyPrecedes(theirs.template.bytes)
  }
}
