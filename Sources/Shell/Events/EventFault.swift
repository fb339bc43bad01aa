/// Why the event tree refuses something.
package enum EventFault: Error, Equatable, Sendable {
  case wrongParameters(MessageKind, [Int])
  case tooManyEvents(limit: Int)
  case unknownObject(String)
  case ambiguousObject(String, paths: [String])
  case rootStaysEnabled(String)
  case modeIsSwitched(String)
  case modeStaysBound(String)
  case wouldHoldItself(String)
  case notReached(String)
  case notBound(String, container: String)
}

/// Why a switcher refuses to change its mode.
package enum ModeFault: Error, Equatable, Sendable {
  case unknownMode(String, known: [String])
  case notAllowed(from: String, to: String)
  case changeInProgress(to: String)
}

extension EventFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongParameters(let kind, let values): "wrong parameters for \"\(kind)\": \(values)"
    case .tooManyEvents(let limit): "too many events in one turn: the limit is \(limit)"
    case .unknownObject(let name): "no object is called \"\(name)\""
    case .ambiguousObject(let name, let paths):
      "several objects are called \"\(name)\": \(paths.joined(separator: ", "))"
    case .rootStaysEnabled(let name): "the root \"\(name)\" can't be disabled"
    case .modeIsSwitched(let name):
      "the mode \"\(name)\" can't be enabled or disabled, only changed to"
    case .modeStaysBound(let name): "the mode \"\(name)\" can't be taken from its switcher"
    case .wouldHoldItself(let name): "\"\(name)\" can't be bound below itself"
    case .notReached(let name): "\"\(name)\" gets no events now"
    case .notBound(let name, let container): "\"\(name)\" is not bound to \"\(container)\""
    }
  }
}

extension ModeFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownMode(let name, let known):
      "unknown mode \"\(name)\" (known: \(known.joined(separator: ", ")))"
    case .notAllowed(let from, let to): "no change leads from \"\(from)\" to \"\(to)\""
    case .changeInProgress(let name): "a change to \"\(name)\" is under way"
    }
  }
}
