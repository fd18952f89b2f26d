// expect-error: cannot find 'Environment' in scope
import SceneState

func openDirectly() throws {
  _ = try Environment.open("store", options: .init())
}
