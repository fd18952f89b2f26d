import SceneScenarios

// Why a file of the person's own is left as it is, as the end of a command.
extension CommandFailure {
  init(_ failure: FileEdit.Failure) {
    let path = failure.path
    switch failure {
    case .isLink:
      self.init(
        .unusable, "'\(path)' is a link, and is left as it is", code: "not-written",
        hint: "name the file that it leads to")
    case .isNoFile:
      self.init(.unusable, "'\(path)' is no file that can be written", code: "not-written")
    case .isReadOnly:
      self.init(
        .unusable, "'\(path)' is read-only, and is left as it is", code: "not-written",
        hint: "make it writable first: chmod u+w \(path)")
    case .system(_, let error):
      self.init(
        .unusable, "cannot write '\(path)': \(SystemText.reason(error))", code: "not-written")
    }
  }

  init(_ failure: GoldenFailure) {
    switch failure {
    case .notATrace:
      self.init(
        .unusable, failure.message, code: "not-a-trace",
        hint: "a golden trace begins with '# scenesim trace 1'; move the file away, or mend it")
    case .notRead(_, let error):
      self.init(
        .unusable, "\(failure.message): \(SystemText.reason(error))", code: "not-read")
    }
  }

  init(_ failure: FilledMarks.Failure) {
    switch failure {
    case .edit(let failure): self.init(failure)
    case .changedMeanwhile(let path):
      self.init(
        .unusable, "'\(path)' has changed since it was read, and is left as it is",
        code: "not-written", hint: "run again")
    }
  }
}
