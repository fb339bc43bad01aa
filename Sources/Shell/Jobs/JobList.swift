/// A background job: an operation that runs while the session reads further lines.
struct Job {
  /// The number that identifies the job, as in `cancel 2`.
  let number: Int
  /// The command line that started the job, without its `&`.
  let command: String
  /// The operation that the job runs.
  let operation: QueuedOperation

  /// Returns the line that the command `jobs` shows for the job, with its progress; that of a
  /// finished job has none.
  func line(in language: Language) -> String {
    let state = operation.state ?? .pending
    let progress = state.isFinished ? "" : operation.progress?.words ?? ""
    return "[\(number)] \(state.words(in: language))"
      + (progress.isEmpty ? "" : language.pick(", ", "、") + progress) + ": \(command)"
  }
}

extension OperationState {
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .ready: language.pick("ready", "準備完了")
    case .executing: language.pick("executing", "実行中")
    case .pending: language.pick("pending", "待機中")
    case .finished(.success): language.pick("done", "完了")
    case .finished(.failure): language.pick("failed", "失敗")
    case .finished(.cancelled): language.pick("cancelled", "中止")
    }
  }
}

extension OperationProgress {
  /// The progress as text, a percentage and a description, as far as they are known.
  var words: String {
    let percents = percent.map { "\($0) %" } ?? ""
    return percents + (percents.isEmpty || text.isEmpty ? "" : " ") + text
  }
}

/// The background jobs of a session that are running, or finished but not reported yet.
final class JobList {
  /// The state of the warning that `quit` would cancel running jobs.
  private enum EndQuestion {
    /// No warning was given.
    case unasked
    /// The warning was given in reply to the current line.
    case asked
    /// The warning was given in reply to the previous line, so `quit` now ends the session.
    case standing
  }

  /// The queue that runs the operations of the jobs.
  let queue: OperationQueue
  /// The running jobs, in the order in which they were started.
  private(set) var running: [Job] = []
  /// The finished jobs that have not been reported yet.
  private var finished: [Job] = []
  private var endQuestion = EndQuestion.unasked

  /// Creates a list without jobs.
  init(queue: OperationQueue) { self.queue = queue }

  /// Adds an operation as a job and returns the job, with the next free number.
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

  /// Removes and returns the job that finished first; `nil` if there is none.
  func removeFirstFinished() -> Job? { finished.isEmpty ? nil : finished.removeFirst() }

  /// Removes a finished job without reporting it, because the foreground waited for it.
  func forget(_ job: Job) { finished.removeAll { $0.number == job.number } }

  /// Returns whether to warn the user that ending the session would cancel running jobs.
  ///
  /// Returns `false` if the reply to the previous line was this warning.
  func asksBeforeEnd() -> Bool {
    guard !running.isEmpty, endQuestion == .unasked else { return false }
    endQuestion = .asked
    return true
  }

  /// Called after each line: the warning of `quit` is valid for one more line.
  func endLine() { endQuestion = endQuestion == .asked ? .standing : .unasked }
}
