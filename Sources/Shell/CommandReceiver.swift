/// The program behind a console, on which its commands act.
///
/// Every member has a default, so that a program implements only those that it needs. A program
/// whose changes are stored also implements `joinBatch` and `commit`.
///
///     final class Counter: CommandReceiver {
///       var count = 0
///     }
///
///     let command = Command<Counter>(
///       "count", Text("count one more", "一つ数えます"), in: .shell,
///       CommandForm { counter, _ in counter.count += 1 })
public protocol CommandReceiver: AnyObject, SendableMetatype {
  /// Waits until a command may run that is not immediate.
  func awaitTurn()

  /// Handles what has become due until now, apart from the command that comes next.
  func passTime()

  /// Called before the reply to each line but blank ones and comments, also to one that is refused;
  /// `tokens` are those that a driving program declares for it.
  ///
  /// If the line has a command that is not immediate, it `waits` until that may run.
  func beginLine(tokens: Int?, waits: Bool)

  /// Performs a command; throws without performing it while the object that it names gets no
  /// events.
  ///
  /// Whatever the program does before and after each of its commands is done here. A confirmed
  /// command doesn't ask the user whether it may do what it does.
  func perform(on object: String?, isConfirmed: Bool, _ command: () throws -> Void) throws

  /// Returns the refusal for an error of a line, which may be one that its command has thrown.
  ///
  /// A program may refuse a typed line that resembles no command with words of its own.
  func refusal(for error: any Error, isTyped: Bool) -> Refusal

  /// Returns what the argument of a parameter may be that takes a text, such as the objects of a
  /// tree for `OBJECT`; completion lists it.
  func candidates(forParameter name: String) -> [Completion.Candidate]

  /// Returns the command that a line of at most one character stands for; `nil` if it stands for
  /// none.
  func command(forShortLine line: String) -> String?

  /// Adds the next line to the next commit; returns `false` if that is not possible.
  func joinBatch() -> Bool

  /// Commits the batched changes; on failure undoes them and returns the error message.
  func commit() -> String?

  /// `true` if a screen reader reads the replies, so that nothing may be drawn again.
  var isSpoken: Bool { get }

  /// `true` while replies must be written immediately.
  var repliesAtOnce: Bool { get }

  /// `true` while no command may take long, because the program measures time.
  var isTimed: Bool { get }

  /// `true` after the user has interrupted the current work, such as a sourced file.
  var isInterrupted: Bool { get }

  /// Returns whether `quit` may end the session; the program may ask the user.
  func mayQuit() -> Bool

  /// Returns whether the program itself has a file open, which commands must not open again.
  ///
  /// Closing a second descriptor of the file would drop the program's POSIX locks on it.
  func isInUse(_ path: String) -> Bool

  /// The settings that the command `set` shows before those of the console.
  var settings: [Setting] { get }

  /// Called after the command `set` has changed a setting.
  func didChangeSetting(_ name: String, to value: String)

  /// The queue on which all operations of the session run; `nil` if the program has none.
  var operationQueue: OperationQueue? { get }

  /// The lines that the command `status` shows, for example about the store.
  var status: [String] { get }
}

extension CommandReceiver {
  public func awaitTurn() {}
  public func passTime() {}
  public func beginLine(tokens: Int?, waits: Bool) {}
  public func perform(
    on object: String?, isConfirmed: Bool, _ command: () throws -> Void
  ) throws { try command() }
  public func refusal(for error: any Error, isTyped: Bool) -> Refusal {
    error as? Refusal ?? Refusal("error", "\(error)", "\(error)")
  }
  public func candidates(forParameter name: String) -> [Completion.Candidate] { [] }
  public func command(forShortLine line: String) -> String? { nil }
  public var isSpoken: Bool { false }
  public func joinBatch() -> Bool { false }
  public func commit() -> String? { nil }
  public var repliesAtOnce: Bool { false }
  public var isTimed: Bool { false }
  public var isInterrupted: Bool { false }
  public func mayQuit() -> Bool { true }
  public func isInUse(_ path: String) -> Bool { false }
  public var settings: [Setting] { [] }
  public func didChangeSetting(_ name: String, to value: String) {}
  public var operationQueue: OperationQueue? { nil }
  public var status: [String] { [] }
}
