package import Events
package import Operations

/// What makes the operations that commands ask for, and owns their queue.
package protocol OperationProvider: AnyObject {
  var operationQueue: OperationQueue { get }

  /// The state of what operations are about, line by line.
  var status: [String] { get }

  /// The operation that an action asks for; nil where it has been refused, with words.
  func operation(for action: any Action) -> QueuedOperation?
}

struct Job {
  let number: Int
  /// The line that began it, without the sign that made it a job.
  let command: String
  let operation: QueuedOperation

  var status: ConsoleReply {
    .job(number, operation.state, progress: operation.progress?.words ?? "", command: command)
  }

  var exitReply: ConsoleReply { .job(number, operation.state, progress: "", command: command) }
}

extension OperationProgress {
  /// How many percent are done, and of what, as far as it is known.
  var words: String {
    let percents = percent.map { "\($0) %" } ?? ""
    return percents + (percents.isEmpty || text.isEmpty ? "" : " ") + text
  }
}

/// The jobs of a session: those that have yet to finish, and those that have to be told of.
final class JobList {
  /// Whether the user was told what an end would cancel.
  private enum EndQuestion {
    case unasked
    /// By this very line.
    case asked
    /// By the line before.
    case standing
  }

  let queue: OperationQueue
  private(set) var running: [Job] = []
  private var finished: [Job] = []
  private var endQuestion = EndQuestion.unasked

  init(queue: OperationQueue) { self.queue = queue }

  /// Makes an operation a job, with a number that no other job still has.
  func add(_ operation: QueuedOperation, command: String) -> Job {
    let number = ((running + finished).map(\.number).max() ?? 0) + 1
    let job = Job(number: number, command: command, operation: operation)
    running.append(job)
    operation.onFinish = { [unowned self] _ in
      running.removeAll { $0.number == number }
      finished.append(job)
    }
    return job
  }

  func takeFinished() -> Job? { finished.isEmpty ? nil : finished.removeFirst() }

  func forget(_ job: Job) { finished.removeAll { $0.number == job.number } }

  /// Whether the user has to be told that the end would cancel running jobs; then the next line may
  /// end the session.
  func asksBeforeEnd() -> Bool {
    guard !running.isEmpty, endQuestion == .unasked else { return false }
    endQuestion = .asked
    return true
  }

  func endLine() { endQuestion = endQuestion == .asked ? .standing : .unasked }
}
