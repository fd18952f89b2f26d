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
}
