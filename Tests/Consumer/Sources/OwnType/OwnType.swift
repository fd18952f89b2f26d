public import SceneState

/// A client may have a type of this name, too: its own wins, the other is reached by its module.
@propertyWrapper
struct SceneStorage<Value> {
  var wrappedValue: Value
}

/// Uses both wrappers.
public enum OwnType {
  /// Whether both wrappers work side by side.
  public static func works(in scope: SceneScope) -> Bool {
    struct Both {
      @SceneStorage var own = 1
      @SceneState.SceneStorage("other") var other = 2
    }
    let both = scope.run { Both() }
    both.other = 3
    return both.own == 1 && both.other == 3
  }
}
