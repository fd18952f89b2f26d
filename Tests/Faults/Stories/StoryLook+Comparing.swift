import SceneState

extension StoryLook {
  mutating func compare(
    _ told: [SceneProblem], _ report: RecoveryReport?, _ remarks: [StoreRemark]
  ) {
    let target = oracle.story.moments[moment]
    if values == target.values { return finding.newest = values.count }
    if let other = silent.first(where: { oracle.story.moments[$0].values == values }) {
      finding.newest = oracle.story.moments[other].values.count
      return
    }
    let until = max(moment, silent.max() ?? 0)
    let listed = Set(report?.older ?? [])
    let unproved = Set(report?.unproved ?? [])
    let addresses = Set(told.map(\.address))
    let declared = Set(oracle.places.map { $0.place.address })
    var strays = told.filter { $0.code == .valueNotReadable }.map(\.address)
    strays.removeAll { declared.contains($0) }
    let isTold = told.contains { $0.code == .storeDamaged } || report != nil
    var quiet: [String: (count: Int, first: String)] = [:]
    func note(_ code: String, _ address: String) {
      let known = quiet[code] ?? (0, address)
      quiet[code] = (known.count + 1, known.first)
    }
    for (place, _) in oracle.places {
      let (found, wanted) = (values[place], target.values[place])
      let address = place.address
      if found == wanted {
        if found != nil { finding.newest += 1 }
      } else if let found {
        // Pages of another store are told from older ones by nobody: all are told as not proved.
        let isListed = listed.contains(address) || unproved.contains(place.scene)
        guard oracle.wasEver(found, at: place, until: until) || isListed else {
          note("wrong", "\(address) is \(found.prefix(14))")
          continue
        }
        if wanted == nil { finding.removed += 1 } else { finding.older += 1 }
        if !isListed { note(wanted == nil ? "back" : "older", address) }
      } else {
        finding.missing += 1
        guard !isTold, !addresses.contains(address) else { continue }
        // A row under a damaged name is told by the name it seems to have, or as one of its scene.
        let stray = strays.firstIndex { $0 == place.scene || $0.hasPrefix(place.scene + "/") }
        if let stray { strays.remove(at: stray) } else { note("silent", address) }
      }
    }
    let total = target.values.count
    for (code, (count, first)) in quiet.sorted(by: { $0.key < $1.key }) {
      let isEmpty = code == "silent" && values.isEmpty
      wrong(isEmpty ? "empty" : code, "\(count) of \(total), first \(first)")
    }
  }

  mutating func compareSessions(_ store: SceneStore) throws(SceneProblem) {
    let target = oracle.story.moments[moment]
    let shown = try store.sessions()
    let isTold = store.reportedProblems.contains {
      [.storeDamaged, .storeRecovered, .valueNotReadable].contains($0.code)
    }
    let listed = Set(store.recoveryReport?.olderRecords ?? [])
    let strange = shown.first { session in
      !oracle.wasEver(session.record, of: session.id.rawValue) && !session.record.isEmpty
        && !listed.contains(session.id.rawValue)
    }
    if let strange { wrong("wrong", "record of \(strange.id)") }
    guard !isTold else { return }
    let others = silent.map { oracle.story.moments[$0] } + [target]
    let records = Dictionary(
      shown.map { ($0.id.rawValue, $0.record) }, uniquingKeysWith: { first, _ in first })
    if !others.contains(where: { $0.records == records }) {
      wrong("silent", "other sessions than there were")
    }
    let aside = try store.inspect().setAside.count
    if !others.contains(where: { $0.setAside == aside }) {
      wrong("silent", "\(aside) values set aside, not \(target.setAside)")
    }
  }
}
