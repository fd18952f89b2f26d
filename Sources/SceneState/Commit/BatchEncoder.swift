import StoreFormat
import Synchronization

/// Encodes the values of one batch and refuses those that are beyond a budget.
struct BatchEncoder {
  /// The parts of a batch that have bytes.
  struct Encoded {
    /// Values that stand between structural changes, by the index of their change.
    var early: [Int: EncodedPut] = [:]
    var puts: [EncodedPut] = []
  }

  let options: SceneStore.Options
  /// No scene grows by more than everything that is written.
  private var bytes = 0
  /// By how much the batch makes each scene larger.
  private var growth: [ObjectIdentifier: Int] = [:]
  /// The sizes of values that are written in the middle of the batch and may be written again.
  private var early: [ObjectIdentifier: Int] = [:]

  init(options: SceneStore.Options) { self.options = options }

  /// Encodes everything; what is refused leaves the batch.
  mutating func encode(_ batch: inout CommitBatch) -> Encoded {
    var encoded = Encoded()
    var changes: [StoreChange] = []
    changes.reserveCapacity(batch.changes.count)
    for change in batch.changes {
      if case .put(let put) = change {
        guard let put = encode(put) else { continue }
        encoded.early[changes.count] = put
      }
      changes.append(change)
    }
    batch.changes = changes
    var cells: [Int] = []
    for (cell, put) in batch.puts {
      guard let put = encode(put) else { continue }
      encoded.puts.append(put)
      cells.append(cell)
    }
    bytes += batch.plain.payloadBytes
    if let budget = options.sceneBudget, isNear(budget, encoded, batch) {
      mingle(&batch, &encoded, cells)
      refuse(beyond: budget, &encoded, &batch)
    }
    return encoded
  }

  /// nil if the value is refused; its cell then knows why.
  private mutating func encode(_ put: PendingPut) -> EncodedPut? {
    guard case .put(let encode) = put.change else { return EncodedPut(put: put, value: nil) }
    do throws(CodingProblem) {
      try options.encodingHook?(put.entry.key)
      var payload: [UInt8] = []
      let value = EncodedValue(tag: try encode(&payload), payload: payload)
      let size = value.payload.count
      guard size <= options.valueBudget else {
        put.cell.refused(
          put.revision,
          SceneProblem(
            .valueTooLarge, address: put.address,
            detail: "\(size) bytes, the limit is \(options.valueBudget)",
            declaredAt: put.declaredAt))
        return nil
      }
      bytes += size
      return EncodedPut(put: put, value: value)
    } catch {
      put.cell.refused(put.revision, SceneProblem(error, put))
      return nil
    }
  }

  /// Whether a scene could get beyond its budget; far from it nothing has to be looked up.
  private func isNear(_ budget: Int, _ encoded: Encoded, _ batch: CommitBatch) -> Bool {
    func isNear(_ handle: SceneHandle, _ bytes: Int) -> Bool {
      handle.storedBytes.load(ordering: .relaxed) + bytes > budget
    }
    let (puts, scenes) = (encoded.puts + encoded.early.values, batch.plain.scenes)
    guard
      scenes.contains(where: { isNear($0.handle, bytes) })
        || puts.contains(where: { isNear($0.put.handle, bytes) })
    else { return false }
    // All together could be too much for one of them; what is written of each may not be.
    var ofScene: [ObjectIdentifier: (handle: SceneHandle, bytes: Int)] = [:]
    func add(_ handle: SceneHandle, _ bytes: Int) {
      ofScene[ObjectIdentifier(handle), default: (handle, 0)].bytes += bytes
    }
    for put in puts { add(put.put.handle, put.value?.payload.count ?? 0) }
    for (handle, indices) in scenes {
      add(handle, batch.plain.puts[indices].reduce(0) { $0 + $1.payloadCount })
    }
    return ofScene.values.contains { isNear($0.handle, $0.bytes) }
  }

  /// Makes puts like all others of the plain ones, in the order in which the cells were changed:
  /// the first that does not fit any more is refused.
  private func mingle(_ batch: inout CommitBatch, _ encoded: inout Encoded, _ cells: [Int]) {
    var all = Array(zip(cells, encoded.puts))
    for (index, put) in batch.plain.puts.enumerated() {
      all.append(
        (put.cell, EncodedPut(put, batch.cells[put.cell], batch.plain.value(index))))
    }
    all.sort { $0.0 < $1.0 }
    encoded.puts = all.map(\.1)
    batch.puts = all.map { ($0.0, $0.1.put) }
    batch.plain.removeAll()
  }

  private mutating func refuse(
    beyond budget: Int, _ encoded: inout Encoded, _ batch: inout CommitBatch
  ) {
    var kept = Encoded()
    var changes: [StoreChange] = []
    for (index, change) in batch.changes.enumerated() {
      if let put = encoded.early[index] {
        guard fits(put, budget) else { continue }
        early[ObjectIdentifier(put.put.cell)] = put.value?.payload.count ?? 0
        kept.early[changes.count] = put
      }
      changes.append(change)
    }
    for put in encoded.puts where fits(put, budget) { kept.puts.append(put) }
    (batch.changes, encoded) = (changes, kept)
  }

  /// Whether a value has room; if not, its cell knows why.
  private mutating func fits(_ put: EncodedPut, _ budget: Int) -> Bool {
    let (size, old) = (put.value?.payload.count ?? 0, oldSize(of: put.put))
    let handle = put.put.handle
    let grown = growth[ObjectIdentifier(handle)] ?? 0
    let total = handle.storedBytes.load(ordering: .relaxed) + grown - old + size
    guard put.value == nil || handle.isApp || total <= budget || size <= old else {
      put.put.cell.refused(
        put.put.revision,
        SceneProblem(
          .sceneTooLarge, address: put.put.address,
          detail: "\(total) bytes together, the limit is \(budget)",
          declaredAt: put.put.declaredAt))
      return false
    }
    growth[ObjectIdentifier(handle)] = grown + size - old
    return true
  }

  private func oldSize(of put: PendingPut) -> Int {
    if !early.isEmpty, let size = early[ObjectIdentifier(put.cell)] { return size }
    return put.handle.state.withLock { $0.table.payloadCount(of: put.entry) }
  }
}

extension EncodedPut {
  /// A plain put as one like all others.
  fileprivate init(_ plain: PlainPuts.Put, _ cell: any AnyCell, _ value: EncodedValue) {
    put = PendingPut(
      cell: cell, revision: plain.revision, home: cell.home, change: .remove,
      keyVersion: Int(plain.keyVersion), typeName: cell.typeName, typeNumber: plain.typeNumber,
      movesAside: nil, skipsEqualBytes: false)
    self.value = value
  }
}

extension PendingPut {
  var address: String { Address.text(scene: handle.name, path: entry.path, key: entry.key) }
}

extension SceneProblem {
  init(_ problem: CodingProblem, _ put: PendingPut) {
    self.init(
      .valueNotEncodable, address: put.address, detail: SetAsideNote(problem).text,
      declaredAt: put.declaredAt)
  }
}
