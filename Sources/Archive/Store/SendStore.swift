import ChimpSystem
import Glibc
public import Shell

/// The operation of `upload`: runs `chimp-lab` to send the store to a server.
///
/// The result is the output of that program.
///
///     let words = ["chimp-lab", "push", "rounds.db", "postgresql://lab"]
///     queue.enqueue(QueuedOperation(SendStore(source: source, words: words)) { result in
///       if case .success(let lines) = result { print(lines.last ?? "") }
///     })
public struct SendStore: StoreOperation {
  /// The prefix of messages in the output, which are not part of the result.
  private static var mark: String { "chimp-lab: " }

  public let source: StoreSource
  /// The arguments of the program.
  public let words: [String]

  public init(source: StoreSource, words: [String]) {
    self.source = source
    self.words = words
  }

  /// Runs the program and returns the lines of its result.
  public func perform(_ run: OperationRun) throws -> [String] {
    let end = try run.output(of: words) { line in run.report(completed: 0, of: 0, line) }
    let results = end.lines.filter { !$0.hasPrefix(Self.mark) }
    if end.status == 0 { return results }
    throw Refusal.lab(Self.reason(in: end.lines))
  }

  /// The exit status of a program that rejects its arguments.
  static var unusableStatus: Int32 { 2 }

  /// Returns the last message of a failed program; `nil` if it wrote none.
  static func reason(in lines: [String]) -> String? {
    let reason = lines.last { $0.hasPrefix(mark) }
    return reason.map { String($0.dropFirst(mark.count)) }
  }
}

extension OperationRun {
  /// Runs another program until it exits or the operation is cancelled; `words` are its path and
  /// its arguments.
  ///
  /// - Throws: `cannotRead` if the program can't be started, or the cancellation.
  func output(
    of words: [String], _ onLine: (String) -> Void
  ) throws -> ProgramRun.Exit {
    let exit: ProgramRun.Exit
    do throws(SystemError) {
      exit = try ProgramRun(words).run(while: { !isCancelled }, onLine)
    } catch { throw Refusal.cannotRead(words[0], error) }
    try checkCancelled()
    return exit
  }
}
