/// What a command asks for, where it is no touch; the application says what there is.
public protocol Action: Sendable {}

/// An action on its way to whoever does it: handing it on copies nothing of it.
// NB: an existential would be copied and counted at every step, and a cast takes as long as a whole
// press, so that the type is compared here, and the object taken for what it then is.
public class AskedAction: @unchecked Sendable {
  @usableFromInline let type: ObjectIdentifier

  @usableFromInline
  init(type: ObjectIdentifier) {
    self.type = type
  }

  @inlinable @inline(__always)
  static func of<Asked: Action>(_ action: Asked) -> AskedAction {
    HeldAction(action)
  }

  /// The action, if it is one of this type.
  @inlinable @inline(__always)
  public func action<Asked: Action>(of type: Asked.Type) -> Asked? {
    guard self.type == ObjectIdentifier(type) else { return nil }
    return unsafeDowncast(self, to: HeldAction<Asked>.self).action
  }
}

@usableFromInline
final class HeldAction<Held: Action>: AskedAction, @unchecked Sendable {
  @usableFromInline let action: Held

  @inlinable
  init(_ action: Held) {
    self.action = action
    super.init(type: ObjectIdentifier(Held.self))
  }
}
