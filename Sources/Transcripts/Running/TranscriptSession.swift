/// Something that answers lines: what a transcript drives.
public protocol TranscriptSession: AnyObject {
  /// Takes one line, without its line end, and replaces the reply by what came of it.
  func perform(_ line: ArraySlice<UInt8>, into reply: inout TranscriptReply)

  /// Answers in a language from now on, which a transcript names; false where it is none of its.
  func speak(_ language: String) -> Bool
}

extension TranscriptSession {
  /// No language has a name.
  public func speak(_ language: String) -> Bool { false }

  /// Takes one line, without its line end, and answers what came of it.
  public func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply {
    var reply = TranscriptReply(output: [])
    perform(line, into: &reply)
    return reply
  }
}

/// What came of one line.
public struct TranscriptReply: Equatable, Sendable {
  /// Everything that was written, byte for byte.
  public var output: [UInt8]
  /// Whether the line was refused.
  public var isRefused: Bool
  /// Whether the session takes no further line.
  public var hasEnded: Bool
  /// Whether more was written than this, which therefore matches nothing.
  public var isIncomplete = false
  /// Whether nothing more was waited for.
  public var isLate = false
  /// How the program behind the session ended, where that was no proper end.
  var breakdown: ProgramBreakdown?

  /// Makes a reply.
  public init(output: [UInt8], isRefused: Bool = false, hasEnded: Bool = false) {
    self.output = output
    self.isRefused = isRefused
    self.hasEnded = hasEnded
  }

  var lines: [OutputLine] { OutputLine.lines(of: output) }

  var statusLine: [UInt8] { Array(isRefused ? "= refused".utf8 : "= ok".utf8) }
}

/// Knows how a session answers a line, whatever the lines have done outside of it.
public protocol TranscriptForesight: AnyObject {
  /// Takes one line, and answers what comes of it; nil where that can't be known.
  func reply(to line: [UInt8]) -> TranscriptReply?
}

/// Begins sessions.
public protocol TranscriptSessionMaker {
  /// Begins a session; a seed is what the transcript says, where it says one.
  func session(seed: String?) throws(TranscriptSessionFault) -> any TranscriptSession

  /// Begins a session with a folder of its own: no line of it may get to a file elsewhere.
  ///
  /// Where there is no folder, the transcript is trusted with all files that there are.
  func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptSessionFault) -> any TranscriptSession

  /// What is known of the answers of such a session without its effects; nil where they do not
  /// depend on these.
  func foresight(seed: String?) throws(TranscriptSessionFault) -> (any TranscriptForesight)?

  /// Whether there is what a transcript requires.
  func offers(_ requirement: String) -> Bool

  /// Every command that there is.
  var commands: [String] { get }

  /// Every refusal that there is, as patterns of its line.
  var refusals: [String] { get }

  /// The command that a line gives; nil where it gives none.
  func command(of line: [UInt8]) -> String?
}

extension TranscriptSessionMaker {
  /// No line gets to a file, or each does what its author is trusted with.
  public func session(
    seed: String?, folder: TranscriptFolder?
  ) throws(TranscriptSessionFault) -> any TranscriptSession { try session(seed: seed) }

  /// Nothing depends on what was done before.
  public func foresight(
    seed: String?
  ) throws(TranscriptSessionFault) -> (any TranscriptForesight)? { nil }

  /// No command is known.
  public var commands: [String] { [] }

  /// No refusal is known.
  public var refusals: [String] { [] }

  /// The first word of the line.
  public func command(of line: [UInt8]) -> String? {
    line.split(separator: 0x20).first.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Why there is no session, in words.
public struct TranscriptSessionFault: Error, Equatable, Sendable {
  /// What went wrong, without a full stop.
  public let words: String

  /// Makes a fault.
  public init(_ words: String) { self.words = words }
}
