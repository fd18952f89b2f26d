internal import Synchronization

/// Whether and by what writes to the data file are heard of.
enum FileWatching: Sendable {
  case off, refused
  case on(FileWatch)
}

extension Environment {
  /// Hears of writes to the data file, from the first call to ``endWatching()``.
  ///
  /// - Returns: nil where the system does not tell: who wants to know has to look.
  package func watchedFile() -> FileWatch? {
    let (watch, refusal) = watching.withLock { watching -> (FileWatch?, LMDBError?) in
      switch watching {
      case .refused: return (nil, nil)
      case .on(let watch): return (watch, nil)
      case .off: break
      }
      do throws(LMDBError) {
        let watch = try makeWatch()
        watching = .on(watch)
        return (watch, nil)
      } catch {
        watching = .refused
        return (nil, error)
      }
    }
    if let refusal { remarkLog.add(.unwatched(because: refusal)) }
    return watch
  }

  /// Nobody wants to hear of writes for now.
  package func endWatching() {
    watching.withLock { watching in
      if case .on = watching { watching = .off }
    }
  }

  /// The data file may be another one: it was built anew.
  func watchNewFile() {
    watching.withLock { watching in
      guard case .on(let watch) = watching, let raw = state.withLock({ $0.raw }) else { return }
      do throws(LMDBError) { try raw.watch(with: watch) } catch {
        // Whoever waits asks again, and is told then.
        watching = .off
        watch.ring()
      }
    }
  }

  private func makeWatch() throws(LMDBError) -> FileWatch {
    guard let folder = files?.folder, let raw = state.withLock({ $0.raw }) else { throw .closed }
    let type = try FileSystemType(of: FileDescriptor.folder(folder.path))
    // What another machine writes there is not heard.
    if let name = type.refusedName {
      throw .unsupportedFileSystem(path: folder.path, type: name)
    }
    return try raw.makeWatch(folder.data)
  }
}
