extension LoadedScenario {
  /// The paths of every file the scenario is made of, sorted: itself, its app's, those it includes.
  package var files: [String] {
    var paths: Set<String> = [source.path, appSource.path]
    func add(_ steps: [ParsedStep]) {
      for step in steps {
        paths.insert(step.source.path)
        add(step.body)
      }
    }
    add(allSteps)
    return paths.sorted()
  }

  /// Whether its app is written in Swift: a name instead of a declaration.
  package var hasSwiftApp: Bool { app?.swiftApp != nil }

  /// The tags of a file that has mistakes; nil if they cannot be told.
  package static func tags(in source: SourceFile) -> [String]? {
    do throws(Diagnostic) {
      let map = try NodeMap(ScenarioReader.read(source), in: source, of: "the scenario")
      return map.misspelled("tags") == nil ? try map.optionalTexts("tags") ?? [] : nil
    } catch {
      return nil  // what keeps the file from being read was told already
    }
  }
}
