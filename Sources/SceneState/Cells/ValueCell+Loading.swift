import FoundationEssentials
import StoreFormat
import Synchronization

extension ValueCell {
  /// What asking the store gave.
  struct Loaded {
    var value: Value
    var isStored = false
    var source = StoredFacts.Source.default
    /// Stored under an older version, another name or set aside: to be written as it is now.
    var isMoved = false
    var unreadable: SetAsideNote?
    var problem: SceneProblem?
    var changes: [StoreChange] = []
  }

  /// The value of a read that finds it unknown; the first look may tell which tab is selected.
  @usableFromInline
  func firstRead() -> Value {
    let value = load()
    if isSelection { home.core.tellNow(home.handle) }
    return value
  }

  /// Asks the store; the first answer counts if two threads ask at once.
  @_specialize(where Value == Int)
  @_specialize(where Value == Bool)
  @_specialize(where Value == Double)
  @_specialize(where Value == String)
  @_specialize(where Value == Data)
  func load() -> Value {
    while true {
      let revision = home.handle.revision.load(ordering: .acquiring)
      if let value = take(ask(), askedAt: revision) { return value }
    }
  }

  /// Takes an answer; nil if a commit changed the scene since the question.
  private func take(_ loaded: Loaded, askedAt revision: Int) -> Value? {
    var isFirst = false
    let value = change { state -> Value? in
      guard !state.isLoaded else { return state.value }
      // A commit that comes after this line finds the value loaded, and has it read again.
      guard home.handle.revision.load(ordering: .acquiring) == revision else { return nil }
      isFirst = true
      state.isLoaded = true
      state.value = loaded.value
      state.isStored = loaded.isStored
      state.source = loaded.source
      state.unreadable = loaded.unreadable
      state.problem = loaded.problem
      return loaded.value
    }
    if isFirst { follow(loaded) }
    return value
  }

  /// What a first read leaves to be committed and told.
  private func follow(_ loaded: Loaded) {
    // A store that cannot be used was reported as a whole, once; and reading what is gone is fine.
    if let problem = loaded.problem, ![.storeNotUsable, .noScope].contains(problem.code) {
      home.core.problems.report(problem)
      problem.tellWhileDebugging()
    }
    if !loaded.changes.isEmpty || loaded.isMoved {
      home.core.gate.enter {
        for change in loaded.changes { home.core.enqueue(change) }
        guard loaded.isMoved else { return }
        changeStored { _ in true }
      }
    }
    if isSelection { home.core.gate.enter { followSelection() } }
  }

  func ask() -> Loaded {
    var loaded = Loaded(value: key.defaultValue)
    if key.options.contains(.transient) {
      loaded.source = .memory
      return loaded
    }
    if let problem = home.endProblem(place: key.place) {
      loaded.problem = problem
      return loaded
    }
    if isHidden { return loaded }
    guard home.core.hasStore(for: home.handle) else {
      loaded.source = .memory
      loaded.problem = home.standingProblem(place: key.place)
      return loaded
    }
    guard let found = home.core.find(home.handle, home.entry) else {
      // The file cannot be read for now; it is asked again when it can.
      loaded.source = .memory
      loaded.problem = SceneProblem(
        .storeNotUsable, address: home.address, detail: home.core.failure.text ?? "",
        declaredAt: key.place)
      return loaded
    }
    if let bytes = found.bytes {
      if take(bytes, hasNote: found.hasNote, into: &loaded) { return loaded }
    } else if takeFormer(hasNote: found.hasNote, into: &loaded) || takeDerived(into: &loaded) {
      return loaded
    }
    takeBack(found.moved, into: &loaded)
    if !loaded.isStored, loaded.unreadable == nil { reportOtherScope(into: &loaded) }
    return loaded
  }

  /// What bytes of the file come to.
  func loaded(_ bytes: StoredBytes) -> Loaded {
    var loaded = Loaded(value: key.defaultValue)
    _ = take(bytes, hasNote: true, into: &loaded)
    return loaded
  }

  /// Decodes what is in place, or answers false if it is not readable.
  private func take(_ bytes: StoredBytes, hasNote: Bool, into loaded: inout Loaded) -> Bool {
    do {
      let envelope = try bytes.envelope()
      let (value, isMigrated, dropped) = try decode(envelope)
      loaded.value = value
      if let first = dropped.first {
        let texts =
          dropped.prefix(3).map { SetAsideNote($0).text } + (dropped.count > 3 ? ["…"] : [])
        loaded.problem = SceneProblem(
          .elementNotReadable, address: home.address, detail: texts.joined(separator: "; "),
          declaredAt: key.place, field: SetAsideNote.field(first))
      }
      loaded.isStored = true
      loaded.source = .store
      loaded.isMoved = isMigrated
      if hasNote {
        loaded.changes.append(.removeNotes(home.handle, home.entry))
      }
      return true
    } catch {
      let note = SetAsideNote(error)
      loaded.unreadable = note
      loaded.problem = SceneProblem(
        .valueNotReadable, address: home.address, detail: note.text, declaredAt: key.place,
        field: SetAsideNote.field(error))
      if !hasNote {
        loaded.changes.append(.note(home.handle, home.entry, note))
      }
      return false
    }
  }

  /// Decoding and the type's name decide; a migration for exactly the stored version comes first.
  private func decode(
    _ envelope: Envelope
  ) throws -> (Value, isMigrated: Bool, dropped: [CodingProblem]) {
    if envelope.keyVersion < UInt32(clamping: key.version) {
      for migration in key.migrations {
        if case .convert(let version, let convert) = migration.kind,
          UInt32(clamping: version) == envelope.keyVersion
        {
          do {
            return (try convert(envelope.value), true, [])
          } catch {
            throw MigrationFailure(from: version, to: key.version, reason: "\(error)")
          }
        }
      }
    }
    if let migrate = key.migrate, envelope.appVersion < home.core.options.appVersion {
      do throws(CodingProblem) {
        if let migrated = try migrate(envelope.value, envelope.appVersion) {
          let (value, dropped) = try elements(migrated)
          return (value, true, dropped)
        }
      } catch {
        throw AppMigrationFailure(from: envelope.appVersion, problem: error)
      }
    }
    if key.options.contains(.onlyThisVersion), envelope.keyVersion != UInt32(clamping: key.version)
    {
      throw CodingProblem.undecodable(
        "it is of version \(envelope.keyVersion) of the key, which is \(key.version) now")
    }
    let (value, dropped) = try elements(envelope.value)
    try checkType(of: envelope)
    return (value, false, dropped)
  }

  /// The whole value, or what can be read of it if the key says that this is enough.
  private func elements(
    _ encoded: EncodedValue
  ) throws(CodingProblem) -> (Value, dropped: [CodingProblem]) {
    do throws(CodingProblem) {
      return (try key.coding.decode(encoded), [])
    } catch {
      guard key.options.contains(.dropsElements), let decode = key.coding.decodeElements
      else { throw error }
      return try decode(encoded)
    }
  }

  /// Bytes that decode may still be those of a type that is another one.
  private func checkType(of envelope: Envelope) throws(CodingProblem) {
    let wanted = key.coding.typeName
    guard envelope.typeNumber != TypeName.number(of: wanted),
      let stored = home.core.typeName(envelope.typeNumber),
      TypeName.refuses(stored, as: wanted)
    else { return }
    throw .wrongType(found: stored, wanted: wanted)
  }

  /// Looks where the key was kept under a former name or scope, and moves what is there.
  private func takeFormer(hasNote: Bool, into loaded: inout Loaded) -> Bool {
    for migration in key.migrations {
      guard case .former(let name, let selector) = migration.kind,
        let (handle, path) = formerPlace(selector)
      else { continue }
      let entry = SceneHandle.EntryKey(path: path, key: name ?? key.name)
      guard entry != home.entry || handle !== home.handle,
        let bytes = home.core.find(handle, entry)?.bytes
      else { continue }
      guard take(bytes, hasNote: hasNote, into: &loaded) else {
        // Unreadable where it was: it stays there, and this key starts with its default.
        loaded.unreadable = nil
        loaded.changes = []
        continue
      }
      loaded.isMoved = true
      loaded.changes.append(.removeEntry(handle, entry))
      return true
    }
    return false
  }

  /// Takes the first value from another key of the scope, which stays as it is.
  private func takeDerived(into loaded: inout Loaded) -> Bool {
    for migration in key.migrations {
      guard case .derived(let name, let convert) = migration.kind,
        let found = home.core.find(
          home.handle, SceneHandle.EntryKey(path: home.entry.path, key: name)),
        // What the other key cannot tell is not this key's problem: it has its default.
        let envelope = try? found.bytes?.envelope(), let value = try? convert(envelope.value)
      else { continue }
      loaded.value = value
      loaded.isStored = true
      loaded.source = .store
      loaded.isMoved = true
      return true
    }
    return false
  }

  /// Whether a read would take the first value from another key again, if nothing were stored.
  var derivesAgain: Bool {
    key.migrations.contains { migration in
      guard case .derived(let name, _) = migration.kind else { return false }
      let entry = SceneHandle.EntryKey(path: home.entry.path, key: name)
      return home.core.find(home.handle, entry)?.bytes != nil
    }
  }

  /// Where a former scope was, seen from here; nil if its value does not belong here.
  private func formerPlace(_ selector: ScopeSelector?) -> (SceneHandle, ScopePath)? {
    guard let selector else { return (home.handle, home.entry.path) }
    let nested = selector.nested
    switch selector.base {
    case .inherited:
      return (home.handle, ScopePath(home.entry.path.components + nested))
    case .app:
      return (home.core.app, ScopePath(nested))
    case .scene:
      // A scene has one value where its tabs have many: it goes to the selected tab.
      if let tab = home.entry.path.tab, tab != home.handle.selectedTabOrStored(home.core) {
        return nil
      }
      return (home.handle, ScopePath(nested))
    case .selectedTab:
      guard let tab = home.handle.selectedTabOrStored(home.core) else { return nil }
      return (home.handle, ScopePath([.tab(tab)] + nested))
    case .tab(let tab):
      return (home.handle, ScopePath([.tab(tab)] + nested))
    }
  }

  /// The newest set-aside value that can be read now comes back, if nothing readable is in place.
  private func takeBack(_ records: [SetAsideRecord], into loaded: inout Loaded) {
    for record in records.reversed() {
      guard
        let envelope = Envelope(readable: record.envelope, key: record.valueKey),
        let (value, _, _) = try? decode(envelope)  // still unreadable: it stays set aside, as noted
      else { continue }
      loaded.value = value
      loaded.isStored = true
      loaded.isMoved = true
      loaded.source = .store
      loaded.changes.append(.takeBack(home.handle, home.entry, record))
      return
    }
  }

  /// Forgetting to say that a key moved between scene and tab is reported, not guessed at.
  private func reportOtherScope(into loaded: inout Loaded) {
    guard let other = home.core.undeclaredNamesake(of: home.entry, in: home.handle) else { return }
    let address = Address.text(scene: home.handle.name, path: other.path, key: other.key)
    loaded.problem = SceneProblem(
      .valueInOtherScope, address: home.address,
      detail: "it is stored at \(address); declare the move with .formerly(in:)",
      declaredAt: key.place)
  }
}
