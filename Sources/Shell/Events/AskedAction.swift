/// What a command asks for, where it is no touch; the application says what there is.
public protocol Action: Sendable {}

// NB: an existential would be copied and counted at every step, and a cast takes as long as a whole
// press, so that the type is compared here, and the object taken for what it then is.
/// An action on its way to whoever does it: handing it on copies nothing of it.
public class AskedAction: @unchecked Sendable {
  @usableFromInline let type: ObjectIdentifier

  @usableFromInline
  init(type: ObjectIdentifier) {
    self.type = type
  }

  /// Takes an action along.
  @inlinable @inline(__always)
  public static func of<Asked: Action>(_ action: consuming Asked) -> AskedAction {
    HeldAction(action)
  }

  /// The action, if it is one of this type.
  @inlinable @inline(__always)
  public final func action<Asked: Action>(of type: Asked.Type) -> Asked? {
    held(type)?.action
  }

  /// What holds the action, if it is one of this type.
  @inlinable @inline(__always)
  public final func held<Asked: Action>(_ type: Asked.Type) -> HeldAction<Asked>? {
    guard self.type == ObjectIdentifier(type) else { return nil }
    return unsafeDowncast(self, to: HeldAction<Asked>.self)
  }
}

/// What holds an action of one type.
public final class HeldAction<Held: Action>: AskedAction, @unchecked Sendable {
  /// The action, to be looked at where it is.
  public let action: Held

  @inlinable
  init(_ action: Held) {
    self.action = action
    super.init(type: ObjectIdentifier(Held.self))
  }
}
