/// The reason why the tool, a session or a recording can't go on: a sentence for the user.
///
/// The sentence begins with the file and the line that it is about, if there is one. A
/// `TranscriptSessionMaker` throws ``session(_:)`` with a message of its own:
///
///     func number(_ seed: String?) throws(TranscriptToolFault) -> Int {
///       guard let number = Int(seed ?? "0") else { throw .session("the seed is no number") }
///       return number
///     }
public struct TranscriptToolFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, without a full stop; one about a file begins with its path.
  public let description: String
  /// The sentence without the path, for another sentence about the same file.
  let cause: String

  /// Creates a fault that is about no file.
  init(_ words: String) {
    description = words
    cause = words
  }

  /// Creates a fault of a file, or of a line in it.
  init(_ path: String, line: Int? = nil, column: Int? = nil, _ words: String) {
    let position = [line, column].compactMap { $0.map(String.init) }.joined(separator: ":")
    cause = position.isEmpty ? words : "\(position): \(words)"
    description = position.isEmpty ? "\(path): \(words)" : "\(path):\(cause)"
  }

  /// Returns the fault of a session, for the reason in the words of its maker.
  public static func session(_ words: String) -> Self { Self(words) }

  /// Returns the result of a call; the fault that it throws is about the file at a path.
  static func naming<Result>(
    _ path: String, _ call: @autoclosure () throws -> Result
  ) throws(Self) -> Result {
    do { return try call() } catch { throw Self(path, "\(error)") }
  }
}
