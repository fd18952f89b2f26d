public import SceneState

extension ConnectedScene {
  /// Gives the window another value, as a document that had no name gets one when it is saved: from
  /// now on it is the window that was opened for this value, in the next process, too.
  ///
  /// ```swift
  /// try scene.changeValue(to: "Budget")
  /// ```
  ///
  /// - Parameter value: What the window is for; kept with the session.
  /// - Throws: `value-is-shown` if another window of its kind has the value, unless its declaration
  ///   lets several have it; `payload-mismatch` for a value that cannot be encoded.
  public func changeValue(to value: any Codable & Sendable) throws(SceneProblem) {
    guard let bytes = OpenRequest.encoded(value) else { throw .valueNotEncodable() }
    try changeValue(encoded: bytes)
  }

  package func changeValue(encoded value: [UInt8]) throws(SceneProblem) {
    guard let host, session.record.value != value else { return }
    let kind = session.record.scene
    if host.manifest.scene(named: kind)?.repeatsValues != true,
      let other = host.opening.sceneShowing(value, of: kind)
    {
      throw .valueIsShown(other.id)
    }
    host.log.note("change-value", of: id) { line, _ in
      line.add("kind", kind)
      line.add("value", json: String(decoding: value, as: UTF8.self))
    }
    keep { $0.value = value }
  }
}
