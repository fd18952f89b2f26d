/// An object that knows its scope; its properties with `@SceneStorage` live there.
///
/// Only classes and actors can be: a struct, which cannot say where it lives, is made inside
/// `scope.run { … }`. In a `@MainActor` class write `nonisolated let sceneScope: SceneScope`, so
/// that the scope can be read from everywhere.
///
/// ```swift
/// final class BookModel: SceneScoped {
///   let sceneScope: SceneScope
///   @SceneStorage("draft") var draft = ""
///   init(_ scope: SceneScope) { sceneScope = scope }
/// }
/// ```
public protocol SceneScoped: AnyObject {
  /// The place where the object's properties are kept.
  var sceneScope: SceneScope { get }
}
