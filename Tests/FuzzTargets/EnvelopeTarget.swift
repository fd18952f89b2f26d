import SceneState
import StoreFormat

extension FuzzTarget {
  private static let envelopeKey: [UInt8] = [0, 0, 0, 1, 1, 100, 0]

  /// The records of a store: envelopes, sessions, what was set aside, commits.
  static let envelope = FuzzTarget(
    name: "envelope",
    run: { input in
      let key = envelopeKey
      if let envelope = try? Envelope.decode(input, key: key) {
        if envelope.bytes(forKey: key) != input { return "an envelope's bytes are not its own" }
        if (try? Envelope.decode(input, key: key + [1])) != nil {
          return "an envelope is readable under another key"
        }
        _ = envelope.value.jsonText
      }
      let number = SessionRecord.key(number: 1)
      if let record = try? SessionRecord.decode(input, key: number), record.bytes() != input {
        return "a session's bytes are not its own"
      }
      if let record = SetAsideRecord(key: key + [0, 0] + input.prefix(8), bytes: input),
        record.key.count < key.count
      {
        return "a set-aside record has lost its key"
      }
      if let commit = CommitRecord(input), commit.bytes != input {
        return "a commit's bytes are not its own"
      }
      return nil
    },
    make: { random in
      switch random.number(below: 4) {
      case 0:
        let record = SessionRecord(
          number: 1, sequence: random.next(), id: random.text(), alias: random.text(),
          record: random.bytes(random.number(below: 30)))
        return random.damaged(record.bytes())
      case 1:
        let commit = CommitRecord(
          transaction: random.next(), epoch: random.next(), entryCount: random.next())
        return random.damaged(commit.bytes)
      case 2:
        let record = SetAsideRecord(
          valueKey: envelopeKey, sequence: random.next(), reason: .damaged, kind: .moved,
          reasonText: random.text(), envelope: random.bytes(random.number(below: 60)))
        return random.damaged(record.bytes)
      default:
        let names = random.oneIn(3) ? (0..<3).map { _ in random.text() } : nil
        let envelope = Envelope(
          tag: UInt8(random.number(below: 16)), sequence: random.next(), names: names,
          payload: random.bytes(random.number(below: 80)))
        let bytes = envelope.bytes(forKey: envelopeKey)
        return random.oneIn(4) ? bytes : random.damaged(bytes)
      }
    })
}
