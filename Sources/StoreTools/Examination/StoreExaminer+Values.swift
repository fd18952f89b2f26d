import LMDB
import SceneState
import StoreFormat

extension StoreExaminer {
  // MARK: values

  mutating func lookAtValues(_ rows: CopiedRows) {
    var readable = 0
    var orphans: [UInt32: Int] = [:]
    for row in 0..<rows.count {
      let (key, bytes) = (rows.key(row), rows.value(row))
      let (envelope, fault) = read(bytes, key)
      guard let address = StoredKey.address(of: key, names: envelope?.names) else {
        let words = fault?.words ?? "its name is no address"
        examination.add(
          .damage, .values, "a value under a damaged name (key \(hex(key))): \(words)",
          repair: .recover)
        continue
      }
      let number = address.session
      if number != ValueAddress.appSession, sessions[number]?.kind != .live,
        !damagedSessions.contains(number)
      {
        orphans[number, default: 0] += 1
      }
      let place = names.text(of: address)
      if let fault {
        // A value of another type may have been damaged since.
        let reason = noted[key]
        let isNoted = envelope != nil || reason == .damaged || reason == .newerFormat
        add(fault, at: place, isNoted: reason != nil && isNoted)
      } else {
        readable += 1
      }
      guard let envelope else { continue }
      lookAtFacts(envelope, place)
    }
    lookAtNames()
    examination.summaries[.values] =
      "\(readable) of \(rows.count) read back as what they were written as"
    for (number, count) in orphans.sorted(by: { $0.key < $1.key }) {
      let isKnown = sessions[number] != nil
      examination.add(
        .warning, .orphans,
        "\(counted(count, "value")) of session \(number), which "
          + (isKnown ? "was discarded" : "does not exist"), address: "#\(number)/",
        repair: isKnown ? .remove(address: "#\(number)/") : .recover)
    }
    if orphans.isEmpty { examination.summaries[.orphans] = "every value belongs to a session" }
  }

  /// A name only words messages: without it the values can be read all the same.
  mutating func lookAtNames() {
    for (number, found) in nameless.sorted(by: { $0.key < $1.key }) {
      examination.add(
        .note, .values,
        "\(counted(found.count, "value")) of a type whose name is lost (number \(number))",
        address: found.place)
    }
  }

  private mutating func lookAtFacts(_ envelope: Envelope, _ place: String) {
    if envelope.sequence > lastSequence {
      examination.add(
        .damage, .values, "it is of a commit that has not been", address: place, repair: .recover)
    }
    if !typeNumbers.contains(envelope.typeNumber) {
      nameless[envelope.typeNumber, default: (0, place)].count += 1
    }
  }

  /// What keeps a value from being read.
  private struct Fault {
    let severity: StoreExamination.Severity
    let words: String
    let repair: StoreExamination.Repair
  }

  private func read(_ bytes: [UInt8], _ key: [UInt8]) -> (Envelope?, Fault?) {
    let envelope: Envelope
    do throws(EnvelopeError) { envelope = try Envelope.decode(bytes, key: key) } catch {
      let words = SetAsideNote(error).text
      if case .newerFormat = error {
        return (nil, Fault(severity: .warning, words: words, repair: .useNewerVersion))
      }
      return (nil, Fault(severity: .damage, words: words, repair: .recover))
    }
    guard let coding = CodingCatalog.all.first(where: { $0.tag == envelope.tag }) else {
      let words = "it has coding \(envelope.tag) of a newer version"
      return (envelope, Fault(severity: .warning, words: words, repair: .useNewerVersion))
    }
    guard coding.preview(envelope.payload) != nil else {
      let words = "it is no \(coding.name), which its coding says"
      return (envelope, Fault(severity: .damage, words: words, repair: .recover))
    }
    return (envelope, nil)
  }

  private mutating func add(_ fault: Fault, at place: String, isNoted: Bool) {
    // What the app has met and noted is no news.
    examination.add(
      isNoted ? .note : fault.severity, .values, fault.words, address: place,
      repair: isNoted ? .showSetAside(address: place) : fault.repair)
  }
}
