/// A session of a line-based program, which replies to the lines of a transcript.
///
/// Each session of a transcript has an instance of its own, which gets no line after a reply with
/// `hasEnded`. If ``TranscriptEnvironment/workerCommand`` is set, it may crash or hang.
///
///     final class Counter: TranscriptSession {
///       private var count = 0
///
///       func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply {
///         count += 1
///         return TranscriptReply(output: Array("\(count)\n".utf8))
///       }
///     }
public protocol TranscriptSession: AnyObject {
  /// Runs one line, given without its line end, and returns the reply.
  func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply

  /// Runs several lines that belong together, and returns one reply.
  func perform(lines: [ArraySlice<UInt8>]) -> TranscriptReply

  /// Changes the language of the replies; returns `false` for an unknown language.
  func speak(_ language: String) -> Bool
}

extension TranscriptSession {
  /// Runs the lines one after the other, up to one that ends the session, and joins the replies.
  public func perform(lines: [ArraySlice<UInt8>]) -> TranscriptReply {
    var reply = TranscriptReply(output: [])
    for line in lines where !reply.hasEnded {
      let next = perform(line)
      let earlier = reply
      reply = next
      reply.output = earlier.output + next.output
      reply.isRefused = earlier.isRefused || next.isRefused
      reply.isIncomplete = earlier.isIncomplete || next.isIncomplete
      reply.isLate = earlier.isLate || next.isLate
    }
    return reply
  }

  /// Returns `false`, because the session has one language only.
  public func speak(_ language: String) -> Bool { false }
}

/// The reply to one line.
///
/// A transcript compares the output with the lines after the command, and `isRefused` with its
/// status, `= ok` or `= refused`.
///
///     TranscriptReply(output: Array("right: 1 of 3\n".utf8))
///     TranscriptReply(output: Array("error: what?\n".utf8), isRefused: true)
public struct TranscriptReply: Equatable, Sendable {
  /// The greatest size of the replies that a run keeps.
  private static let largestSize = 1 << 24

  /// The output, byte for byte.
  public var output: [UInt8]
  /// `true` if the output is a picture of a screen: a line for each row, behind its gutter.
  var isScreen = false
  /// The standard error of another program, if it is not a part of the output.
  var errors: [UInt8] = []
  /// `true` if the line was an error.
  public var isRefused: Bool
  /// `true` if the session accepts no more lines.
  public var hasEnded: Bool
  /// `true` if the output is incomplete; it then matches nothing.
  public var isIncomplete = false
  /// `true` if the line exceeded its time limit.
  public var isLate = false
  /// The status of a program that has ended, as `waitpid` returns it; 0 for a proper end.
  var waitStatus: Int32 = 0
  /// `true` for the reply of another program, which has an exit status when it ends.
  var isOfProgram = false

  /// Creates a reply.
  public init(output: [UInt8], isRefused: Bool = false, hasEnded: Bool = false) {
    self.output = output
    self.isRefused = isRefused
    self.hasEnded = hasEnded
  }

  /// The status of the reply in a transcript.
  var state: ReplyState {
    // A refusal may be that of a line of the reply, or the exit status itself.
    ReplyState(
      isRefused: isRefused,
      exitStatus: isProgramEnd ? Int(waitStatus >> 8 & 0xff) : nil)
  }

  /// `true` if a program has ended by itself.
  private var isProgramEnd: Bool { hasEnded && isOfProgram && !isKilled }

  /// `true` if a signal has ended the program.
  var isKilled: Bool { waitStatus & 0x7f != 0 }

  /// The abnormal end of the program in words; `nil` if it is running or has exited normally.
  var breakdown: String? {
    guard waitStatus != 0 else { return nil }
    return isKilled
      ? "the program was ended by signal \(waitStatus & 0x7f)"
      : "the program ended with status \(waitStatus >> 8 & 0xff)"
  }

  /// The reply itself, or the beginning of a large one, which is incomplete and never blessed.
  var limited: Self {
    guard output.count + errors.count > Self.largestSize else { return self }
    var reply = self
    reply.output = Array(output.prefix(Self.largestSize))
    reply.errors = Array(errors.prefix(Self.largestSize))
    reply.isIncomplete = true
    return reply
  }

  /// The lines of the output, then those of the standard error.
  var lines: [OutputLine] {
    guard !isScreen else { return screenLines }
    return OutputLine.lines(of: output) + OutputLine.lines(of: errors, stream: .errors)
  }

  /// The rows of a screen, and the styles between them.
  private var screenLines: [OutputLine] {
    OutputLine.lines(of: output).map { line in
      OutputLine(
        text: line.text.dropFirst(2), stream: line.text.first.flatMap(ReplyStream.init) ?? .screen)
    }
  }
}

/// Returns the reply to a line that a check of a recording will get; `nil` if it is unknown.
public typealias TranscriptPrediction = ([UInt8]) -> TranscriptReply?

/// Creates the sessions in which transcripts are run.
///
/// A maker must be able to create several sessions, one after the other. Only `session(seed:)` and
/// `offers(_:)` are required:
///
///     struct Counters: TranscriptSessionMaker {
///       func session(seed: String?) -> any TranscriptSession { Counter() }
///       func offers(_ requirement: String) -> Bool { false }
///     }
public protocol TranscriptSessionMaker {
  /// Creates a session with the seed of the transcript; `nil` without one.
  ///
  /// Throws if the seed can't be used.
  func session(seed: String?) throws(TranscriptToolFault) -> any TranscriptSession

  /// Creates a session whose commands can only use files in a private folder.
  ///
  /// Without a folder, its commands may use all files.
  func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession

  /// Returns a function that predicts the replies of a later check of a recorded session; `nil` if
  /// replies depend on nothing external.
  ///
  /// By default, another session of the same seed gets the lines, too: what differs between both,
  /// such as a measured time, is recorded with holes.
  ///
  /// The function gets each line of the session. A recorded session may use files, clocks and
  /// earlier records that a check doesn't have: if the function returns `nil` for a line whose
  /// reply depends on them, the line is recorded with an open reply, which matches anything:
  ///
  ///     func prediction(
  ///       seed: String?, folder: TranscriptFolder?
  ///     ) throws(TranscriptToolFault) -> TranscriptPrediction? {
  ///       let session = try session(seed: seed, folder: folder)
  ///       return { line in line.starts(with: "load".utf8) ? nil : session.perform(line[...]) }
  ///     }
  func prediction(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> TranscriptPrediction?

  /// Returns whether the program has a feature that `@ requires WORD` names.
  ///
  /// With workers, it is called on threads of the tool, one call at a time.
  func offers(_ requirement: String) -> Bool

  /// The words that start the program on a terminal, for sessions with a screen; `nil` for a
  /// program without one.
  var screenCommand: [String]? { get }

  /// The names of all commands, for `transcript cover`.
  var commands: [String] { get }

  /// The patterns of all error messages, for `transcript cover`.
  var refusals: [String] { get }

  /// Returns the name of the command in a line; `nil` if it has none.
  func command(of line: [UInt8]) -> String?
}

extension TranscriptSessionMaker {
  /// Creates a session that needs no folder.
  public func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession { try session(seed: seed) }

  /// Returns the replies of another session.
  public func prediction(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> TranscriptPrediction? {
    let other = try session(seed: seed, folder: folder)
    // The folder is removed with the function.
    return { line in withExtendedLifetime(folder) { other.perform(line[...]) } }
  }

  /// No terminal is known.
  public var screenCommand: [String]? { nil }

  /// An empty list.
  public var commands: [String] { [] }

  /// No refusal is known.
  public var refusals: [String] { [] }

  /// Returns the first word of the line.
  public func command(of line: [UInt8]) -> String? {
    line.split(separator: 0x20).first.map { String(decoding: $0, as: UTF8.self) }
  }
}
