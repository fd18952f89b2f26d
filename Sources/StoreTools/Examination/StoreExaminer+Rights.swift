import LMDB

extension StoreExaminer {
  /// What keeps the app of the folder's owner from writing the store, though it can be read.
  mutating func look(atRightsTo directory: String) {
    guard !examination.findings.contains(where: { $0.repair == .showFolder }),
      let folder = FileRights(directory)
    else { return }
    let files = StoreFileNames.all.map { "\(directory)/\($0)" }
      .compactMap { path in FileRights(path).map { (path: path, rights: $0) } }
    if let other = files.first(where: { $0.rights.owner != folder.owner }) {
      examination.add(
        .warning, .structure,
        "no app uses it: '\(other.path)' belongs to another user than the folder",
        repair: .showFolder)
      return
    }
    let closed =
      folder.isWritable ? files.first { !$0.rights.isWritable }?.path : directory
    guard let closed else { return }
    examination.add(
      .warning, .structure, "no app can write it: the permissions of '\(closed)' are in the way",
      repair: .showFolder)
  }
}
