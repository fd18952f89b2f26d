/// Says of a key of the app that stands where a check should how values are looked at.
enum UncheckedKeys {
  static func explained(_ findings: [Diagnostic], in app: Node?) -> [Diagnostic] {
    guard let keys = app?["storage"]?.map?.map(\.key.name) else { return findings }
    return findings.map { finding in
      guard finding.code == .noSuchCheck,
        let key = keys.first(where: { finding.message == "there is no check `\($0)`" }),
        // A list and the store have checks of their own, which are meant.
        finding.hint?.hasPrefix("did you mean") != true,
        // What a window shows has a check of its own.
        !WindowCheck.names.contains(key)
      else { return finding }
      var finding = finding
      finding.hint =
        "values of keys are looked at with `values`: `values: { \(key): … }` stands here"
      return finding
    }
  }
}
