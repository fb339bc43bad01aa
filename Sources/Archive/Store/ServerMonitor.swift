import Events
import Operations
package import Records
import SystemCalls

/// What can be reached: the store, and the server that the store is sent to.
package struct Reachability: Equatable, Sendable {
  /// What can be done with the store; nil before it is opened.
  package var store: Store.Condition?
  /// Whether the server answers; nil where no server is configured.
  package var server: ServerReachability?
}

/// Whether a server answers, as far as that is known.
package enum ServerReachability: Equatable, Sendable {
  /// The first answer is awaited.
  case asked
  case reachable
  /// The time of the first failure in a row, and what `chimp-lab` says of the last one.
  case unreachable(since: String, reason: String?)
  /// The server can't be asked.
  case unknown(StoreWorkFault)
}

/// Asks in the background whether the configured server can be reached.
///
/// The shell has no PostgreSQL of its own: `chimp-lab reach` is run on a thread, and its answer is
/// adopted before the next line is read, so that no prompt waits for a network.
final class ServerMonitor {
  /// The milliseconds between two questions of an interactive session.
  private static var interval: Int { 30_000 }

  private let environment: RecordsEnvironment
  private let clock: SessionClock
  /// The present date, in milliseconds since 1970.
  private let date: () -> Int
  private let didChange: (ServerReachability?) -> Void
  private lazy var queue = OperationQueue(width: 1, executor: environment.makeExecutor())

  private(set) var address: ServerAddress?
  private var reachability: ServerReachability?
  /// The question that has no answer yet.
  private var question: QueuedOperation?
  /// The session's time at which the last question was asked.
  private var questionTime: Int?
  /// The date of the first failure since the server was last reached.
  private var firstFailure: Int?

  init(
    _ environment: RecordsEnvironment, clock: SessionClock, date: @escaping () -> Int,
    didChange: @escaping (ServerReachability?) -> Void
  ) {
    (self.environment, self.clock, self.date) = (environment, clock, date)
    self.didChange = didChange
  }

  /// Replaces the server, of which nothing is known yet.
  func configure(_ address: ServerAddress?) {
    guard address != self.address else { return }
    if let question { queue.cancel(question) }
    (self.address, question, questionTime, firstFailure) = (address, nil, nil, nil)
    report(address.map { _ in .asked })
  }

  /// Asks the server, unless a question is open; a session without a terminal waits for the answer.
  func ask() {
    guard let address, question == nil else { return }
    questionTime = clock.now
    let asked = QueuedOperation(
      AskServer(address: address, program: environment.serverProgram())
    ) { [weak self] in self?.adopt($0, from: address) }
    question = asked
    asked.addListener { [weak self, weak asked] _ in
      if let self, question === asked { question = nil }
    }
    queue.enqueue(asked)
  }

  /// Adopts an answer that has come, and asks anew if the last question is too long ago.
  func refresh() {
    guard address != nil else { return }
    queue.collect()
    if let questionTime, clock.now - questionTime < Self.interval { return }
    ask()
  }

  private func adopt(
    _ answer: Result<AskServer.Answer, StoreWorkFault>, from address: ServerAddress
  ) {
    guard address == self.address else { return }
    do throws(StoreWorkFault) {
      switch try answer.get() {
      case .reachable:
        firstFailure = nil
        report(.reachable)
      case .unreachable(let reason):
        let now = date()
        let beginning = firstFailure ?? now
        firstFailure = beginning
        report(.unreachable(since: environment.timeText(beginning, now), reason: reason))
      }
    } catch { report(.unknown(error)) }
  }

  private func report(_ reachability: ServerReachability?) {
    guard reachability != self.reachability else { return }
    self.reachability = reachability
    didChange(reachability)
  }
}

/// The address of a server, as `chimp-lab` takes it.
package struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
  package enum Fault: Error { case notAnAddress, passwordInside }

  package let description: String

  /// Reads an address; one with a password, which other users of the machine could see, is refused.
  ///
  /// As PostgreSQL takes it: `postgresql://NAME@SERVER/DATABASE`, or `host=SERVER dbname=DATABASE`.
  package init(_ text: String) throws(Fault) {
    let schemes = ["postgresql://", "postgres://"]
    let keys: [Substring]
    if let scheme = schemes.first(where: { text.hasPrefix($0) }) {
      let rest = text.dropFirst(scheme.count)
      guard !rest.isEmpty else { throw .notAnAddress }
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") {
        throw .passwordInside
      }
      keys = rest.drop { $0 != "?" }.dropFirst().split(separator: "&").map {
        $0.prefix { $0 != "=" }
      }
    } else {
      let words = text.split(separator: " ")
      guard !words.isEmpty, words.allSatisfy({ $0.contains("=") }) else { throw .notAnAddress }
      keys = words.map { $0.prefix { $0 != "=" } }
    }
    guard !keys.contains(where: { $0.lowercased().hasSuffix("password") }) else {
      throw .passwordInside
    }
    // A key can be hidden from the look above.
    let letters = { (key: Substring) in key.allSatisfy { $0.isLetter || $0 == "_" } }
    guard keys.allSatisfy({ !$0.isEmpty && letters($0) }) else { throw .notAnAddress }
    description = text
  }
}

/// Asks a server, by `chimp-lab reach`, whether it can be reached.
private struct AskServer: Operation {
  enum Answer {
    case reachable
    /// What `chimp-lab` says; nil where it says nothing.
    case unreachable(String?)
  }

  let address: ServerAddress
  /// The path of `chimp-lab`; nil where it is not installed.
  let program: String?

  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Answer {
    guard let program else { throw .failed(.noLab) }
    let end: ProgramRun.Exit
    do throws(SystemError) {
      end = try ProgramRun([program, "reach", address.description])
        .run(while: { !run.isCancelled }) { _ in }
    } catch { throw .failed(.cannotRead(program, error)) }
    try run.checkCancelled()
    guard end.status != 0 else { return .reachable }
    let reason = SendStore.reason(in: end.lines)
    // A program that can't ask anything says nothing about the server.
    if end.status == SendStore.unusableStatus { throw .failed(.lab(reason)) }
    return .unreachable(reason)
  }
}
