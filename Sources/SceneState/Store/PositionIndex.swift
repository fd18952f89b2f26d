/// Finds positions in an array by hash: what a dictionary does, without a copy of the keys.
struct PositionIndex: Sendable {
  /// Positions plus one, 0 for a free place.
  ///
  /// As many as a power of two, at most half of them taken.
  private var places: [UInt32] = []
  private var count = 0

  /// The position of the element with this hash that is the wanted one.
  func position(_ hash: UInt, where isWanted: (Int) -> Bool) -> Int? {
    guard !places.isEmpty else { return nil }
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = places[place]
      guard entry != 0 else { return nil }
      let position = Int(entry) - 1
      if isWanted(position) { return position }
      place = (place + 1) & mask
    }
  }

  /// Adds the next position, which is not in yet; `hash` tells the hashes of all.
  mutating func append(_ position: Int, hash: (Int) -> UInt) {
    if places.count < 2 * (count + 1) {
      rebuild(position, room: max(position + 1, 2 * count), hash: hash)
    }
    insert(position, hash(position))
  }

  /// Makes room, and knows the first positions anew.
  mutating func rebuild(_ first: Int, room: Int, hash: (Int) -> UInt) {
    var size = 4
    while size < 2 * room { size *= 2 }
    places = [UInt32](repeating: 0, count: size)
    count = 0
    for position in 0..<first { insert(position, hash(position)) }
  }

  private mutating func insert(_ position: Int, _ hash: UInt) {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 { place = (place + 1) & mask }
    places[place] = UInt32(truncatingIfNeeded: position + 1)
    count += 1
  }
}
