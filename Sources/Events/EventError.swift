/// An error of the event tree, such as an unknown object name.
///
///     do throws(EventError) { _ = try root.object(named: "cell") } catch {
///       if case .ambiguousObject(_, let paths) = error { print(paths) }
///     }
public enum EventError: Error, Equatable, Sendable {
  case wrongParameters(MessageKind, [Int])
  case tooManyEvents(limit: Int)
  case unknownObject(String)
  case ambiguousObject(String, paths: [String])
  case rootStaysEnabled(String)
  case modeIsSwitched(String)
  case notReached(String)

  // Refusals of a switcher to change its mode.
  case unknownMode(String, known: [String])
  case notAllowed(from: String, to: String)
  case changeInProgress(to: String)
}

extension EventError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongParameters(let kind, let values): "wrong parameters for \"\(kind)\": \(values)"
    case .tooManyEvents(let limit): "too many events in one turn: the limit is \(limit)"
    case .unknownObject(let name): "no object is called \"\(name)\""
    case .ambiguousObject(let name, let paths):
      "several objects are called \"\(name)\": \(paths.joined(separator: ", "))"
    case .rootStaysEnabled(let name): "the root \"\(name)\" can't be disabled"
    case .modeIsSwitched(let name):
      "the mode \"\(name)\" can't be enabled or disabled, only changed to"
    case .notReached(let name): "\"\(name)\" gets no events now"
    case .unknownMode(let name, let known):
      "unknown mode \"\(name)\" (known: \(known.joined(separator: ", ")))"
    case .notAllowed(let from, let to): "no change leads from \"\(from)\" to \"\(to)\""
    case .changeInProgress(let name): "a change to \"\(name)\" is under way"
    }
  }
}
