/// Finds places that differ from those of other steps in upper and lower case alone: nothing is kept
/// there, and what is expected of it is the default.
struct PlaceNameLook {
  private var counts: [String: Int] = [:]
  /// The names by themselves in lower case.
  private var spellings: [String: Set<String>] = [:]

  static func warnings(_ steps: [ParsedStep]) -> [Diagnostic] {
    var look = PlaceNameLook()
    for step in steps {
      for name in FurtherLook.names(in: step.argument) + FurtherLook.names(in: step.place) {
        guard name.contains("/"), !name.contains("${") else { continue }
        look.counts[name, default: 0] += 1
        look.spellings[name.lowercased(), default: []].insert(name)
      }
    }
    return steps.flatMap { step in
      places(in: step).compactMap { place in
        look.other(than: place.name, isLooked: step.kind is ExpectStep.Type).map { other in
          step.source.warning(
            at: place.range, "`\(place.name)` is another place than `\(other)`",
            hint: "names have upper and lower case: did you mean `\(other)`?")
        }
      }
    }
  }

  /// The spelling that others use, if this one is hardly used.
  private func other(than name: String, isLooked: Bool) -> String? {
    let others = (spellings[name.lowercased()] ?? []).subtracting([name])
    let count = counts[name] ?? 0
    return others.sorted().first { other in
      let otherCount = counts[other] ?? 0
      return otherCount > count || isLooked && otherCount == count
    }
  }

  private static func places(in step: ParsedStep) -> [PlacedName] {
    let own = step.place.flatMap { node in
      node.text.map { PlacedName(name: $0, range: node.range) }
    }
    guard step.kind is ExpectStep.Type else { return own.map { [$0] } ?? [] }
    return (step.argument?.map ?? []).flatMap { window in
      (window.value["at"]?.map ?? []).map(\.key)
    }
  }
}
