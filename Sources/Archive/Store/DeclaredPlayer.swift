/// Who plays a session, as it was declared before its first round.
///
///     var declared = DeclaredPlayer(agent: "llama 3.1")
///     declared?.look = .withheld
///     DeclaredPlayer(agent: "llama")  // nil: there is no version
public struct DeclaredPlayer: Equatable, Sendable {
  public var player: Session.Player
  /// The name and version of an agent; `nil` for any other player.
  public private(set) var agent: String?
  /// The look of an agent.
  public var look = AgentLook.context

  public init(_ player: Session.Player) { self.player = player }

  /// Creates the declaration of an agent; `nil` if the text is no name with a version.
  public init?(agent name: String) {
    guard Self.isAgent(name) else { return nil }
    player = .agent
    agent = name
  }

  /// Returns whether a text is a name with a version: two words or more, at most 100 bytes of
  /// visible characters.
  public static func isAgent(_ text: String) -> Bool {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.count > 1 && words.allSatisfy { !$0.isEmpty } && text.utf8.count <= 100
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f }
  }
}

/// An agent with its look, whose figures stand apart from those of all other players.
///
///     let agent = AgentName(name: "llama 3.1", look: .withheld)
///     "\(agent)"  // llama 3.1, look=withheld
public struct AgentName: Hashable, Sendable, CustomStringConvertible {
  public let name: String
  public let look: AgentLook

  public init(name: String, look: AgentLook) {
    self.name = name
    self.look = look
  }

  public var description: String { "\(name), look=\(look)" }
}

extension DeclaredPlayer {
  /// The agent with its look; `nil` for any other player.
  public var agentName: AgentName? { agent.map { AgentName(name: $0, look: look) } }
}

/// How long an agent's context keeps the numerals, which its driver promises.
///
///     AgentLook("delay:3")  // .delay(3)
public enum AgentLook: Hashable, Sendable {
  /// The numerals stand in a reply, whatever the driver keeps.
  case context
  /// The driver drops the reply with the numerals from the context before its next request.
  case withheld
  /// As `withheld`, and so many other requests come before the first press.
  case delay(Int)

  /// The limits of a delay in requests.
  public static let delays = 1...1_000

  /// The number of requests between the look and the first press.
  public var delay: Int { if case .delay(let count) = self { count } else { 0 } }
}

extension AgentLook: LosslessStringConvertible {
  public var description: String {
    switch self {
    case .context: "context"
    case .withheld: "withheld"
    case .delay(let count): "delay:\(count)"
    }
  }

  public init?(_ text: String) {
    switch text {
    case "context": self = .context
    case "withheld": self = .withheld
    default:
      guard text.hasPrefix("delay:"), let count = Int(text.dropFirst(6)),
        Self.delays.contains(count), text == "delay:\(count)"
      else { return nil }
      self = .delay(count)
    }
  }
}
