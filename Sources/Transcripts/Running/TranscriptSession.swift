import TranscriptSyntax

/// A session, which answers the lines of a transcript.
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
  /// Performs one line, without its line end, and returns the reply.
  func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply

  /// Changes the language of the replies to the one that a transcript names.
  ///
  /// Returns `false` if the session does not have that language.
  func speak(_ language: String) -> Bool
}

extension TranscriptSession {
  /// Returns `false`: the session has one language only.
  public func speak(_ language: String) -> Bool { false }
}

/// The reply to one line.
///
///     TranscriptReply(output: Array("right: 1 of 3\n".utf8))
///     TranscriptReply(output: Array("error: what?\n".utf8), isRefused: true)
public struct TranscriptReply: Equatable, Sendable {
  /// The whole output, byte for byte.
  public var output: [UInt8]
  /// `true` if the line was refused.
  public var isRefused: Bool
  /// `true` if the session accepts no further line.
  public var hasEnded: Bool
  /// `true` if the output is not whole; then it matches nothing.
  public var isIncomplete = false
  /// `true` if the line took longer than its limit.
  public var isLate = false
  /// The abnormal end of the session's program; `nil` if there was none.
  var breakdown: ProgramBreakdown?

  /// Creates a reply.
  public init(output: [UInt8], isRefused: Bool = false, hasEnded: Bool = false) {
    self.output = output
    self.isRefused = isRefused
    self.hasEnded = hasEnded
  }

  /// The lines of the output.
  var lines: [OutputLine] { OutputLine.lines(of: output) }
}

/// Foresees the replies of a check while a session is being recorded.
///
/// A recorded session may use files, clocks and earlier records that a check doesn't have. A line
/// whose reply depends on them is recorded with an open reply, which matches anything:
///
///     final class CounterForesight: TranscriptForesight {
///       private let session: any TranscriptSession
///
///       init(_ session: any TranscriptSession) { self.session = session }
///
///       func reply(to line: [UInt8]) -> TranscriptReply? {
///         line.starts(with: "load".utf8) ? nil : session.perform(line[...])
///       }
///     }
public protocol TranscriptForesight: AnyObject {
  /// Returns the reply to the next line in a check, or `nil` if it can't be known.
  func reply(to line: [UInt8]) -> TranscriptReply?
}

/// Makes sessions.
///
///     struct Counters: TranscriptSessionMaker {
///       func session(seed: String?) -> any TranscriptSession { Counter() }
///       func offers(_ requirement: String) -> Bool { false }
///     }
public protocol TranscriptSessionMaker {
  /// Begins a session with the seed of the transcript, if that has one.
  ///
  /// Throws if the seed can't be used.
  func session(seed: String?) throws(TranscriptToolFault) -> any TranscriptSession

  /// Begins a session with a private folder; its lines must not use files elsewhere.
  ///
  /// Without a folder, the transcript is trusted with all files.
  func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession

  /// Makes the foresight for a recorded session, or returns `nil` if its replies depend on nothing
  /// outside of it.
  func foresight(seed: String?) throws(TranscriptToolFault) -> (any TranscriptForesight)?

  /// Returns whether a requirement of a transcript is met (`@ requires WORD`).
  func offers(_ requirement: String) -> Bool

  /// The names of all commands, which `cover` looks for.
  var commands: [String] { get }

  /// The patterns of all refusals, which `cover` looks for.
  var refusals: [String] { get }

  /// Returns the command of a line, or `nil` if it has none.
  func command(of line: [UInt8]) -> String?
}

extension TranscriptSessionMaker {
  /// Begins a session that does not need its folder.
  public func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptToolFault) -> any TranscriptSession { try session(seed: seed) }

  /// Returns `nil`: replies depend on nothing outside of the session.
  public func foresight(
    seed: String?
  ) throws(TranscriptToolFault) -> (any TranscriptForesight)? { nil }

  /// No command is known.
  public var commands: [String] { [] }

  /// No refusal is known.
  public var refusals: [String] { [] }

  /// Returns the first word of the line.
  public func command(of line: [UInt8]) -> String? {
    line.split(separator: 0x20).first.map { String(decoding: $0, as: UTF8.self) }
  }
}
