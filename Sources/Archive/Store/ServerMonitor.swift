import Events
import Operations
package import Records
import SystemCalls

/// The reachability of the store and of the server that receives it; `nil` for one that isn't
/// there.
///
///     let token = delegate.observe(\.reachability) { change in
///       guard case .unreachable(let since, _)? = change.new?.server else { return }
///       print("no server since", since)
///     }
package struct Reachability: Equatable, Sendable {
  /// The condition of the store; `nil` before it is opened.
  package var store: Store.Condition?
  /// The state of the server; `nil` if none is configured.
  package var server: ServerReachability?
}

/// The last known state of a server.
///
///     let state = ServerReachability.unreachable(since: "12:05", reason: nil)
package enum ServerReachability: Equatable, Sendable {
  /// The first answer is pending.
  case asked
  case reachable
  /// The time of the first failure of the current outage, and the reason that `chimp-lab` gave for
  /// the last one.
  case unreachable(since: String, reason: String?)
  /// The server can't be asked.
  case unknown(StoreWorkFault)
}

/// Asks in the background whether the configured server is reachable.
///
/// The shell itself can't use PostgreSQL: `chimp-lab reach` runs on a thread, and its answer is
/// adopted before the next line is read, so that no prompt waits for the network.
final class ServerMonitor {
  /// The milliseconds between two questions of an interactive session.
  private static var interval: Int { 30_000 }

  private let environment: RecordsEnvironment
  private let clock: SessionClock
  /// The present date, in milliseconds since 1970.
  private let date: () -> Int
  /// Called when the reachability changes.
  private let didChange: (ServerReachability?) -> Void
  /// The queue of the questions to the server; each one is a process.
  private lazy var queue = OperationQueue(width: 1, executor: environment.makeExecutor())

  private(set) var address: ServerAddress?
  /// The reachability that was reported last.
  private var reachability: ServerReachability?
  /// The question whose answer is pending.
  private var question: QueuedOperation?
  /// The session's time at which the last question was asked.
  private var questionTime: Int?
  /// The date of the first failure since the server was last reached.
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

  /// Replaces the server, whose state is unknown at first.
  func configure(_ address: ServerAddress?) {
    guard address != self.address else { return }
    if let question { queue.cancel(question) }
    self.address = address
    question = nil
    questionTime = nil
    firstFailure = nil
    report(address.map { _ in .asked })
  }

  /// Asks the server, unless an answer is pending.
  ///
  /// A session without a terminal waits for the answer.
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

  /// Adopts an answer, and asks again if the last question is too old.
  func refresh() {
    guard address != nil else { return }
    queue.collect()
    if let questionTime, clock.now - questionTime < Self.interval { return }
    ask()
  }

  /// Adopts the answer of the server, unless the address has changed since it was asked.
  ///
  /// The first failure begins an outage; it is reported with its duration.
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

  /// Reports a reachability if it differs from the last reported one.
  private func report(_ reachability: ServerReachability?) {
    guard reachability != self.reachability else { return }
    self.reachability = reachability
    didChange(reachability)
  }
}

/// Asks by `chimp-lab reach` whether a server is reachable.
private struct AskServer: Operation {
  enum Answer {
    case reachable
    /// The server can't be reached, for the reason that `chimp-lab` gives, if any.
    case unreachable(String?)
  }

  let address: ServerAddress
  /// The path of `chimp-lab`; `nil` if it is not installed.
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
    // A failure of the program itself says nothing about the server.
    if end.status == SendStore.unusableStatus { throw .failed(.lab(reason)) }
    return .unreachable(reason)
  }
}
