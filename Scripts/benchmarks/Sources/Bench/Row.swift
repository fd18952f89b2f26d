/// One line of the table: an operation, ours against a peer, with the ratio to reach.
struct Row: Encodable {
  let operation: String
  let peer: String
  let unit: String
  let ours: Double
  let peerValue: Double
  /// nil for what is only told.
  let goal: Double?
  /// For rates, more is better: then the ratio has to be at least the goal.
  var moreIsBetter = false

  var ratio: Double { peerValue == 0 ? 0 : ours / peerValue }

  var isMet: Bool {
    guard let goal else { return true }
    return moreIsBetter ? ratio >= goal : ratio <= goal
  }

  enum CodingKeys: String, CodingKey {
    case operation, peer = "peer_name", unit, ours, peerValue = "peer", ratio, goal, met
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(operation, forKey: .operation)
    try container.encode(peer, forKey: .peer)
    try container.encode(unit, forKey: .unit)
    try container.encode(ours, forKey: .ours)
    try container.encode(peerValue, forKey: .peerValue)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(goal, forKey: .goal)
    try container.encode(isMet, forKey: .met)
  }

  init(
    _ operation: String, peer: String, unit: String, ours: Double, peerValue: Double,
    goal: Double?, moreIsBetter: Bool = false
  ) {
    self.operation = operation
    self.peer = peer
    self.unit = unit
    self.ours = ours
    self.peerValue = peerValue
    self.goal = goal
    self.moreIsBetter = moreIsBetter
  }
}
