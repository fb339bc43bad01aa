import Events
public import Records
public import Shell

/// The states of the store and of the server to which it is sent; `nil` for one that doesn't exist.
///
///     let token = programStore.observe(\.reachability) { change in
///       guard case .unreachable(let since, _)? = change.new?.server else { return }
///       print("no server since", since)
///     }
public struct Reachability: Equatable, Sendable {
  /// The state of the store; `nil` before it is opened.
  public var store: Store.Condition?
  /// The state of the server; `nil` if no address is set.
  public var server: ServerReachability?
}

/// The result of the last check of a server.
///
///     let state = ServerReachability.unreachable(since: "12:05", reason: nil)
public enum ServerReachability: Equatable, Sendable {
  /// The first check has not finished.
  case asked
  case reachable
  /// The server can't be reached, since this time and for this reason.
  case unreachable(since: String, reason: String?)
  /// The server can't be checked, because `chimp-lab` is missing.
  case unknown(Refusal)
}

/// Checks in the background whether the server is reachable.
///
/// It runs the program `chimp-lab reach` on another thread and reads the result before the next
/// line, so that no prompt waits for the network.
final class ServerMonitor {
  /// The milliseconds between two checks in an interactive session.
  private static var interval: Int { 30_000 }

  private let environment: RecordsEnvironment
  private let clock: SessionClock
  /// Returns the current date, in milliseconds since 1970.
  private let date: () -> Int
  /// Called when the state of the server changes.
  private let didChange: (ServerReachability?) -> Void
  /// The queue that runs the checks.
  private lazy var queue = OperationQueue(width: 1, executor: environment.makeExecutor())

  private(set) var address: ServerAddress?
  /// The state of the server that was reported last.
  private var reachability: ServerReachability?
  /// The check in progress; `nil` if there is none.
  private var question: QueuedOperation?
  /// The session time of the last check.
  private var questionTime: Int?
  /// The date of the first failed check since the server was last reached; `nil` if it was reached.
  private var firstFailure: Int?

  init(
    _ environment: RecordsEnvironment, clock: SessionClock, date: @escaping () -> Int,
    didChange: @escaping (ServerReachability?) -> Void
  ) {
    self.environment = environment
    self.clock = clock
    self.date = date
    self.didChange = didChange
  }

  /// Sets the address of the server, whose state is then unknown.
  func configure(_ address: ServerAddress?) {
    guard address != self.address else { return }
    if let question { queue.cancel(question) }
    self.address = address
    question = nil
    questionTime = nil
    firstFailure = nil
    report(address.map { _ in .asked })
  }

  /// Starts a check.
  ///
  /// Does nothing while one is in progress. A session without a terminal waits for the result.
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

  /// Reads the result of a check, and starts another one if the last is too old.
  func refresh() {
    guard address != nil else { return }
    queue.collect()
    if let questionTime, clock.now - questionTime < Self.interval { return }
    ask()
  }

  /// Handles the result of a check.
  ///
  /// Does nothing if the address was changed meanwhile. The time of the first failed check is kept,
  /// to report how long the server has been unreachable.
  private func adopt(
    _ answer: Result<AskServer.Answer, any Error>, from address: ServerAddress
  ) {
    guard address == self.address else { return }
    do {
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
    } catch { report(.unknown(Refusal(error))) }
  }

  /// Reports the state of the server if it has changed.
  private func report(_ reachability: ServerReachability?) {
    guard reachability != self.reachability else { return }
    self.reachability = reachability
    didChange(reachability)
  }
}

/// The operation that checks a server with the program `chimp-lab reach`.
private struct AskServer: Operation {
  enum Answer {
    case reachable
    /// The server can't be reached, for the reason that `chimp-lab` gives.
    case unreachable(String?)
  }

  let address: ServerAddress
  /// The path of the program `chimp-lab`; `nil` if it is not installed.
  let program: String?

  func perform(_ run: OperationRun) throws -> Answer {
    guard let program else { throw Refusal.noLab }
    let end = try run.output(of: [program, "reach", address.description]) { _ in }
    guard end.status != 0 else { return .reachable }
    let reason = SendStore.reason(in: end.lines)
    // A failure of the program itself says nothing about the server.
    if end.status == SendStore.unusableStatus { throw Refusal.lab(reason) }
    return .unreachable(reason)
  }
}
