package import SceneScenarios

/// A report that is a folder of files, whose links go from one to the other.
package protocol FolderReport: SendableMetatype {
  /// The word for `--report KIND=DIR`.
  static var kind: String { get }

  static func files(of run: [CaseRun]) -> [(name: String, text: String)]
}

package enum FolderReportCatalogue {
  package static let all: [any FolderReport.Type] = [SVGFolder.self, HTMLFolder.self]

  package static func type(named kind: String) -> (any FolderReport.Type)? {
    all.first { $0.kind == kind }
  }
}

/// One picture for each step, and one for each `picture: name`.
package enum SVGFolder: FolderReport {
  package static let kind = "svg"

  package static func files(of run: [CaseRun]) -> [(name: String, text: String)] {
    let stems = FileNames(run)
    return run.flatMap { record in
      let stem = "\(stems.name(of: record.file))-\(record.number)"
      let steps = record.played.map { step in
        (name: "\(stem)-\(number(step.number)).svg", text: ScreenPicture(step).file)
      }
      let named = record.pictures.compactMap { picture in
        record.played.last { $0.number <= picture.step }.map {
          (name: "\(stem)-\(FileNames.safe(picture.name)).svg", text: ScreenPicture($0).file)
        }
      }
      return steps + named
    }
  }

  private static func number(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}

/// One page for each scenario file, and an index of them all.
package enum HTMLFolder: FolderReport {
  package static let kind = "html"

  package static func files(of run: [CaseRun]) -> [(name: String, text: String)] {
    let stems = FileNames(run)
    var files: [String] = []
    for record in run where !files.contains(record.file) {
      files.append(record.file)
    }
    let pages = files.map { file in
      (
        name: "\(stems.name(of: file)).html",
        text: HTMLReport(run.filter { $0.file == file }, index: HTMLIndex.name).text
      )
    }
    return [(name: HTMLIndex.name, text: HTMLIndex(run: run, names: stems).text)] + pages
  }
}

/// Names of files in one folder: no two scenarios share one.
struct FileNames {
  private var names: [String: String] = [:]

  init(_ run: [CaseRun]) {
    // What the index is called is taken.
    var taken: Set<String> = ["index"]
    for file in run.map(\.file) where names[file] == nil {
      let stem = Self.safe(CaseRun.stem(of: file))
      var (name, count) = (stem, 1)
      while !taken.insert(name.lowercased()).inserted {
        count += 1
        name = "\(stem)-\(count)"
      }
      names[file] = name
    }
  }

  func name(of file: String) -> String { names[file] ?? Self.safe(CaseRun.stem(of: file)) }

  /// The text as the name of a file on any system, and as part of a link.
  static func safe(_ text: String) -> String {
    let kept = String(
      text.map { character in
        character.isASCII && (character.isLetter || character.isNumber) || "-_".contains(character)
          ? character : "-"
      }.prefix(80))
    return kept.isEmpty ? "run" : kept
  }
}
