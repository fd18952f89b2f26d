import StoreFormat
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
      let size = try encoded(value).payload.count
      return home.refusal(ofSize: size, place: key.place)
    } catch {
      return SceneProblem(
        .valueNotEncodable, address: home.address, detail: SetAsideNote(error).text,
        declaredAt: key.place)
    }
  }

  func encoded(_ value: Value) throws(CodingProblem) -> EncodedValue {
    try home.core.options.encodingHook?(key.name)
    return try key.coding.encode(value)
  }

  /// A cell that belongs to no scope: it works in memory and says why.
  static func detached(_ key: SceneKey<Value>, _ code: SceneProblem.Code) -> ValueCell<Value> {
    let core = StoreCore.detached
    let entry = SceneHandle.EntryKey(path: .root, key: key.name)
    let problem = SceneProblem(
      code, address: key.name,
      detail: "the owner is not SceneScoped, and was not made inside a scope's run",
      declaredAt: key.place)
    let cell = inMemory(core, SceneHandle(id: nil), entry, key, because: problem)
    core.problems.report(problem)
    problem.tellWhileDebugging()
    return cell
  }

  /// A cell whose value the store is never asked for.
  static func inMemory(
    _ core: StoreCore, _ handle: SceneHandle, _ entry: SceneHandle.EntryKey,
    _ key: SceneKey<Value>, because problem: SceneProblem
  ) -> ValueCell<Value> {
    let group = CellGroup(core: core, handle: handle, lasting: problem)
    let cell = ValueCell(
      home: CellHome(group: group, entry: entry), slot: ChangeRegistrar.slot(0),
      key: key.declaration)
    cell.change { state in
      state.isLoaded = true
      state.source = .memory
      state.problem = problem
    }
    return cell
  }
}

extension StoreCore {
  /// Where values without a scope live: memory that nobody commits.
  static let detached = StoreCore(.nowhere, options: SceneStore.Options())
}
