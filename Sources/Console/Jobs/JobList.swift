package import Events
package import Operations

/// Creates the operations that commands request, and owns their queue.
///
/// The console runs an operation in the foreground, shows its progress and lists it among the jobs;
/// what it does is known to the provider alone.
///
///     final class Jobs: OperationProvider {
///       let operationQueue = OperationQueue(width: 1, executor: ThreadExecutor())
///       let status: [String] = []
///
///       func operation(for action: any Action) -> QueuedOperation? {
///         (action as? CountAction).map { QueuedOperation(Count(limit: $0.limit)) }
///       }
///     }
package protocol OperationProvider: AnyObject {
  /// The queue on which all operations of the session run.
  var operationQueue: OperationQueue { get }

  /// The state of what the operations work on, such as a store, line by line.
  var status: [String] { get }

  /// Returns the operation of an action; `nil` if the provider has refused the action and written
  /// the refusal.
  func operation(for action: any Action) -> QueuedOperation?
}

/// An operation that runs beside the session.
struct Job {
  /// The number in brackets by which `cancel` and `foreground` know the job.
  let number: Int
  /// The line that began the job, without the `&`.
  let command: String
  /// The operation on its queue.
  let operation: QueuedOperation

  /// The line of `jobs`, with the progress.
  var status: ConsoleReply {
    .job(number, operation.state, progress: operation.progress?.words ?? "", command: command)
  }

  /// The line that reports that the job has finished.
  var exitReply: ConsoleReply { .job(number, operation.state, progress: "", command: command) }
}

extension OperationProgress {
  /// The percentage and the text of the progress, as far as they are known.
  var words: String {
    let percents = percent.map { "\($0) %" } ?? ""
    return percents + (percents.isEmpty || text.isEmpty ? "" : " ") + text
  }
}

/// The jobs of a session: those that run, and those that have finished but were not reported yet.
final class JobList {
  /// The state of the warning that `quit` gives before it cancels jobs.
  private enum EndQuestion {
    /// No warning stands.
    case unasked
    /// The current line has shown the warning.
    case asked
    /// The previous line has shown the warning: `quit` now ends the session.
    case standing
  }

  /// The queue of the session's provider.
  let queue: OperationQueue
  /// The jobs that have not finished, in the order in which they began.
  private(set) var running: [Job] = []
  /// The finished jobs that have not been reported yet.
  private var finished: [Job] = []
  private var endQuestion = EndQuestion.unasked

  /// Creates an empty list.
  init(queue: OperationQueue) { self.queue = queue }

  /// Adds an operation as a job with the lowest number above those in use.
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

  /// Removes and returns the job that finished first; `nil` if all have been reported.
  func removeFirstFinished() -> Job? { finished.isEmpty ? nil : finished.removeFirst() }

  /// Removes a finished job without a report, because it was waited for in the foreground.
  func forget(_ job: Job) { finished.removeAll { $0.number == job.number } }

  /// Returns whether the user has to be warned that the end would cancel running jobs.
  ///
  /// A second call in the next line returns `false`: then the session may end.
  func asksBeforeEnd() -> Bool {
    guard !running.isEmpty, endQuestion == .unasked else { return false }
    endQuestion = .asked
    return true
  }

  /// Ends a line: a warning is valid for exactly one more line.
  func endLine() { endQuestion = endQuestion == .asked ? .standing : .unasked }
}
