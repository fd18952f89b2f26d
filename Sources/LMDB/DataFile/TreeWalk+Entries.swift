extension TreeWalk {
  /// Looks at the entries of a leaf whose nodes are sound.
  mutating func readEntries(of number: UInt64, level: Int, count: Int) {
    let page = memory.page(level)
    for index in 0..<count where !isOver {
      let key = key(index, page)
      let start = key.lowerBound - 8
      let entry = Entry(
        key: key, flags: page.number16(at: start + 4), size: page.number32(at: start),
        data: key.upperBound)
      counts.entries += 1
      if entry.flags == NodeFlags.subtree {
        addDatabase(page, entry, number)
        continue
      }
      var place: Int?
      if entry.flags == NodeFlags.big {
        place = takeValue(page.number64(at: entry.data), size: entry.size)
        if place == nil {
          onLost?(page.bytes(key))
          continue
        }
      }
      switch kind {
      case .free: readFreeList(page, entry, at: place, number)
      case .main:
        examination.otherEntries.append(String(decoding: page.bytes(key), as: UTF8.self))
      case .named:
        if name == CutValue.database { noteBeginning(page, key) }
        if name == CutValue.database || name == CutValue.tails { noteCut(page, entry, at: place) }
        if isCounting { countRow(page, entry, at: place) }
        give(page, entry, at: place, number)
      }
    }
  }

  private mutating func addDatabase(_ page: PageView, _ entry: Entry, _ number: UInt64) {
    guard kind == .main, entry.size == TreeRecord.byteCount else {
      return found(.subtree, page: number)
    }
    databases.append((page.bytes(entry.key), TreeRecord(page, at: entry.data)))
  }

  private mutating func noteBeginning(_ page: PageView, _ key: Range<Int>) {
    let beginning = UInt32(bigEndian: UInt32(truncatingIfNeeded: page.number32(at: key.lowerBound)))
    guard key.count >= 4, examination.beginnings.last != beginning else { return }
    examination.beginnings.append(beginning)
  }

  /// Notes a value that is cut, or the end of one.
  ///
  /// If the file has the value in a place of its own, the first page there has just been read.
  private mutating func noteCut(_ page: PageView, _ entry: Entry, at place: Int?) {
    if name == CutValue.tails {
      guard place == nil, entry.size >= CutValue.headerBytes,
        CutValue.hasHeader(page, at: entry.data)
      else { return ends.addStranger() }
      ends.add(page, key: entry.key, sequence: page.number64(at: entry.data + 4))
    } else {
      let (first, start) = place == nil ? (page, entry.data) : (memory.page(Self.spareLevel), 16)
      guard CutValue.lacking(first, at: start, count: entry.size, pageBytes) != nil
      else { return }
      heads.add(page, key: entry.key, sequence: first.number64(at: start + 8))
    }
  }

  /// Adds the row to the sums; of a value in a place of its own the first page has just been read.
  private mutating func countRow(_ page: PageView, _ entry: Entry, at place: Int?) {
    let (first, start) = place == nil ? (page, entry.data) : (memory.page(Self.spareLevel), 16)
    switch name {
    case CutValue.database:
      let place = entry.key.lowerBound + 3
      let part = entry.key.contains(place) ? Int(page.byte(at: place)) % RowSums.parts : 0
      examination.sums.values[part] &+= RowSums.value(first, at: start, count: entry.size)
    case CutValue.tails: break
    default:
      examination.sums.others &+= RowSums.other(
        page, entry.key, first, at: start, count: entry.size)
    }
  }

  private mutating func give(_ page: PageView, _ entry: Entry, at place: Int?, _ number: UInt64) {
    guard let onEntry,
      after.isEmpty || page.compare(entry.key, with: after) > 0,
      prefix.isEmpty || page.compare(entry.key.prefix(prefix.count), with: prefix) == 0
    else { return }
    let value: [UInt8]?
    if let place {
      value = file.source.bytes(entry.size, at: place)
    } else {
      value = page.bytes(entry.data..<entry.data + entry.size)
    }
    guard let value else { return found(.unreadable, page: number) }
    if place != nil { pagesLeft -= (entry.size + pageBytes - 1) / pageBytes }
    if !onEntry(page.bytes(entry.key), value) { isOver = true }
  }

  /// Takes the pages of a value that does not fit a leaf.
  ///
  /// - Returns: Where the file has the value.
  private mutating func takeValue(_ number: UInt64, size: Int) -> Int? {
    guard number >= 2, number <= snapshot.lastPage else {
      found(.outsideOfUse, page: number)
      return nil
    }
    let first = Int(truncatingIfNeeded: number)
    guard memory.load(Self.spareLevel, from: file.source, at: first * pageBytes) else {
      found(first < file.pageCount ? .unreadable : .notInFile, page: number)
      return nil
    }
    let page = memory.page(Self.spareLevel)
    guard page.number64(at: 0) == number else {
      found(.otherNumber(page.number64(at: 0)), page: number)
      return nil
    }
    guard page.number16(at: 10) == PageFlags.overflow else {
      found(.overflowFlags(page.number16(at: 10)), page: number)
      return nil
    }
    // A value may shrink where it is and keep its pages.
    let pages = page.number32(at: 12)
    let needed = (size + 16 + pageBytes - 1) / pageBytes
    guard pages >= needed else {
      found(.overflowTooShort(pages: pages, needed: needed), page: number)
      return nil
    }
    guard take(number, count: UInt64(pages)) != nil else { return nil }
    // Pages of the run that are not needed may lie beyond the end.
    guard needed <= file.pageCount - first else {
      found(.notInFile, page: number)
      return nil
    }
    counts.overflow += UInt64(pages)
    return first * pageBytes + 16
  }

  // MARK: Free pages

  /// Takes the pages of a list: how many there are, then their numbers, falling.
  private mutating func readFreeList(
    _ page: PageView, _ entry: Entry, at place: Int?, _ number: UInt64
  ) {
    let transaction = page.number64(at: entry.key.lowerBound)
    guard transaction <= snapshot.transaction else {
      return found(.freeListTransaction(transaction), page: number)
    }
    guard entry.size >= 8, entry.size & 7 == 0 else {
      return found(.freeListSize(entry.size), page: number)
    }
    var previous = UInt64.max
    var rest: UInt64?
    var done = 0
    // Lists in pages of their own are read page by page.
    while done < entry.size, rest != 0, !isOver {
      var part = page
      var start = entry.data
      var count = entry.size
      if let place {
        part = memory.page(Self.spareLevel)
        (start, count) = (0, min(pageBytes, entry.size - done))
        guard loadSpare(count, at: place + done) else { return found(.unreadable, page: number) }
      }
      done += count
      if rest == nil {
        let all = part.number64(at: start)
        guard all <= UInt64(entry.size / 8 - 1) else {
          return found(.freeListCount(all), page: number)
        }
        rest = all
        (start, count) = (start + 8, count - 8)
      }
      takeFree(part, start..<start + count, &rest, &previous, number)
    }
  }

  private mutating func takeFree(
    _ part: PageView, _ range: Range<Int>, _ rest: inout UInt64?, _ previous: inout UInt64,
    _ number: UInt64
  ) {
    var place = range.lowerBound
    while place < range.upperBound, let left = rest, left > 0, !isOver {
      let free = part.number64(at: place)
      guard free < previous else { return found(.freeListOrder(free), page: number) }
      if take(free, count: 1) != nil { examination.freePages += 1 }
      previous = free
      rest = left - 1
      place += 8
    }
  }

  private func loadSpare(_ count: Int, at offset: Int) -> Bool {
    memory.load(Self.spareLevel, count: count, from: file.source, at: offset)
  }
}
