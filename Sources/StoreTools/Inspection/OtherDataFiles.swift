import FoundationEssentials
import StoreFormat

/// The files in a store's folder that are data files of a store under another name: moved away, a
/// copy from before a repair by hand, or what rsync leaves.
package struct OtherDataFiles {
  package struct Found: Hashable, Sendable {
    package let name: String
    /// The number of its last commit.
    package let commit: UInt64
  }

  /// Those with the newest commits first.
  package let files: [Found]

  package init(in directory: String) {
    // A folder that cannot be read has none to name.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    files = names.sorted().filter { $0 != StoreFileNames.data }.compactMap { name in
      LoneFile.commit(ofDataFile: "\(directory)/\(name)").map { Found(name: name, commit: $0) }
    }
    .sorted { $0.commit > $1.commit }
  }
}
