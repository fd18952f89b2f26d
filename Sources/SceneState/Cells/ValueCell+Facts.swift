import Synchronization

extension ValueCell {
  /// What is known about the entry now.
  var facts: StoredFacts {
    _ = read()
    let (isStored, source, problem) = state.withLock { ($0.isStored, $0.source, $0.problem) }
    return StoredFacts(isStored: isStored, source: source, problem: problem) { [self] in
      reset()
    }
  }

  /// Why a value would be refused, found by encoding it if only that tells its size.
  func refusal(of value: Value) -> SceneProblem? {
    guard key.coding.fixedSize == nil else { return nil }  // the write itself knows the size
    do throws(CodingProblem) {
      let size = try key.coding.encode(value).payload.count
      return home.refusal(ofSize: size, key: key.name, place: key.place)
    } catch {
      return SceneProblem(
        .valueNotEncodable, address: home.address, detail: "\(error)", declaredAt: key.place)
    }
  }

  /// A cell that belongs to no scope: it works in memory and says why.
  static func detached(_ key: SceneKey<Value>, _ code: SceneProblem.Code) -> ValueCell<Value> {
    let core = StoreCore.detached
    let handle = SceneHandle(id: nil)
    let entry = SceneHandle.EntryKey(path: .root, key: key.name)
    let problem = SceneProblem(code, address: key.name, declaredAt: key.place)
    let home = CellHome(core: core, handle: handle, entry: entry, lasting: problem)
    let cell = ValueCell(home: home, key: key)
    cell.livesInMemory(because: problem)
    core.problems.report(problem)
    return cell
  }

  /// The store is never asked for this value; called before anybody else has the cell.
  func livesInMemory(because problem: SceneProblem) {
    change { state in
      state.isLoaded = true
      state.source = .memory
      state.problem = problem
    }
  }
}

extension StoreCore {
  /// Where values without a scope live: memory that nobody commits.
  static let detached = StoreCore(directory: nil, options: SceneStore.Options())
}
