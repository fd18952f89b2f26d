import LMDB
import StoreFormat
import Synchronization

extension CommitWriter {
  /// Writes the plain values of a batch, a scene at a time.
  mutating func apply(
    _ plain: inout PlainPuts, _ cells: [any AnyCell], _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    var buffer: [UInt8] = []
    for (handle, indices) in plain.scenes {
      guard try mayWrite(handle, &txn) else {
        outcome.plainNotOurs.append(indices)
        continue
      }
      let number = try self.number(of: handle, &txn)
      for index in indices {
        plain.setSession(number, of: index)
        let put = plain.puts[index]
        if !isKnown(type: put.typeNumber) {
          try note(type: put.typeNumber, cells[put.cell].typeName, &txn)
        }
        if put.large >= 0 {
          buffer.removeAll(keepingCapacity: true)
          let tag = plain.large[put.large](&buffer)
          try txn.put(
            head(of: put, tag, buffer.count), buffer, buffer.indices, under: plain.bytes, put.key,
            in: open.values)
        } else {
          try txn.put(
            head(of: put, put.tag, put.payloadCount), plain.bytes, put.payload,
            under: plain.bytes, put.key, in: open.values)
        }
      }
      outcome.plain.append((handle, indices))
    }
  }

  private func head(of put: PlainPuts.Put, _ tag: UInt8, _ count: Int) -> ValueBytes.Head {
    Envelope.head(
      tag: tag, keyVersion: put.keyVersion, sequence: sequence, appVersion: appVersion,
      typeNumber: put.typeNumber, payloadCount: count)
  }
}
