import SceneSimulator

struct PictureStep: ScenarioStep {
  static let name = "picture"
  static let argument = Shape.text("a picture")
  static let isTraced = false

  private let picture: String

  init(_ input: StepInput) throws(Diagnostic) {
    picture = try input.source.text(try input.required(), for: "the name of a picture")
  }

  func run(in context: StepContext) throws(StepError) {
    context.pictures.append(PictureMark(name: picture, step: context.log.step))
  }
}

/// A moment of a run of which reports show a picture.
package struct PictureMark: Hashable, Sendable, Codable {
  package let name: String
  /// The number of the step that asks for it.
  package let step: Int
}
