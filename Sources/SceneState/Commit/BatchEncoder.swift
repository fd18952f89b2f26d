import Synchronization

/// Encodes the values of one batch and refuses those that are beyond a budget.
struct BatchEncoder {
  let options: SceneStore.Options
  /// By how much the batch makes each scene larger.
  private var growth: [ObjectIdentifier: Int] = [:]
  /// The sizes of values that are written in the middle of the batch and may be written again.
  private var early: [ObjectIdentifier: Int] = [:]

  init(options: SceneStore.Options) { self.options = options }

  /// Encodes everything; what is refused leaves the batch.
  mutating func encode(_ batch: inout CommitBatch) -> (early: [Int: EncodedPut], puts: [EncodedPut])
  {
    var changes: [StoreChange] = []
    changes.reserveCapacity(batch.changes.count)
    var earlyPuts: [Int: EncodedPut] = [:]
    for change in batch.changes {
      if case .put(let put) = change {
        guard let encoded = encode(put, isEarly: true) else { continue }
        earlyPuts[changes.count] = encoded
      }
      changes.append(change)
    }
    batch.changes = changes
    let puts = batch.puts.compactMap { encode($0, isEarly: false) }
    return (earlyPuts, puts)
  }

  /// nil if the value is refused; its cell then knows why.
  private mutating func encode(_ put: PendingPut, isEarly: Bool) -> EncodedPut? {
    let old = oldSize(of: put)
    var value: EncodedValue?
    if case .put(let encode) = put.change {
      do throws(CodingProblem) { value = try encode() } catch {
        put.cell.refused(put.revision, SceneProblem(error, put))
        return nil
      }
    }
    let size = value?.payload.count ?? 0
    if value != nil, let problem = refusal(of: size, insteadOf: old, put) {
      put.cell.refused(put.revision, problem)
      return nil
    }
    growth[ObjectIdentifier(put.handle), default: 0] += size - old
    if isEarly { early[ObjectIdentifier(put.cell)] = size }
    return EncodedPut(put: put, value: value)
  }

  private func oldSize(of put: PendingPut) -> Int {
    if !early.isEmpty, let size = early[ObjectIdentifier(put.cell)] { return size }
    return put.handle.state.withLock { $0.stored?.values[put.entry]?.payloadCount ?? 0 }
  }

  private func refusal(of size: Int, insteadOf old: Int, _ put: PendingPut) -> SceneProblem? {
    if size > options.valueBudget {
      return SceneProblem(
        .valueTooLarge, address: put.address,
        detail: "\(size) bytes, the limit is \(options.valueBudget)", declaredAt: put.declaredAt)
    }
    let grown = growth[ObjectIdentifier(put.handle)] ?? 0
    let total = put.handle.storedBytes.load(ordering: .relaxed) + grown - old + size
    guard let budget = options.sceneBudget, !put.handle.isApp, total > budget, size > old else {
      return nil
    }
    return SceneProblem(
      .sceneTooLarge, address: put.address,
      detail: "\(total) bytes together, the limit is \(budget)", declaredAt: put.declaredAt)
  }
}

extension PendingPut {
  var address: String { Address.text(scene: handle.name, path: entry.path, key: entry.key) }
}

extension SceneProblem {
  init(_ problem: CodingProblem, _ put: PendingPut) {
    let detail =
      switch problem {
      case .tooDeep(let limit): "it is nested deeper than \(limit) levels"
      case .notEncodable(let text), .undecodable(let text), .undecodableField(_, let text): text
      case .wrongTag(_, let wanted), .wrongType(_, let wanted): "it is no \(wanted)"
      }
    self.init(
      .valueNotEncodable, address: put.address, detail: detail, declaredAt: put.declaredAt)
  }
}
