/// The reason why the tool, a session or a recording can't go on: a sentence for the user.
///
/// The sentence begins with the file and the line that it is about, if there is one. A
/// `TranscriptSessionMaker` throws ``session(_:)`` with a message of its own:
///
///     func number(_ seed: String?) throws(TranscriptToolFault) -> Int {
///       guard let number = Int(seed ?? "0") else { throw .session("the seed is no number") }
///       return number
///     }
public struct TranscriptToolFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file that the sentence is about; `nil` if it is about none.
  private let path: String?
  /// The line in the file, and its column if both are told.
  private let position: String
  /// The sentence, without a full stop.
  private let words: String

  /// Creates a fault that is about no file.
  init(_ words: String) {
    path = nil
    position = ""
    self.words = words
  }

  /// Creates a fault of a file, or of a line in it.
  init(_ path: String, line: Int? = nil, column: Int? = nil, _ words: String) {
    self.path = path
    position = [line, column].compactMap { $0.map(String.init) }.joined(separator: ":")
    self.words = words
  }

  /// Returns the fault of a session, for the reason in the words of its maker.
  public static func session(_ words: String) -> Self { Self(words) }

  /// Returns the result of a call; the fault that it throws is about the file at a path.
  static func naming<Result>(
    _ path: String, _ call: @autoclosure () throws -> Result
  ) throws(Self) -> Result {
    do { return try call() } catch { throw Self(path, "\(error)") }
  }

  /// The sentence; one about a file begins with its path.
  public var description: String {
    path.map { position.isEmpty ? "\($0): \(words)" : "\($0):\(cause)" } ?? words
  }

  /// The sentence without the path, for another sentence about the same file.
  var cause: String { position.isEmpty ? words : "\(position): \(words)" }
}
