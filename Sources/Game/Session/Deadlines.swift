import Examiner

/// The times at which a round changes without input, in milliseconds since the session began.
///
///     if let deadline = session.deadlines.next { print("the next event is at", deadline) }
public struct Deadlines: Equatable, Sendable {
  /// The time at which the hold ends and the numerals are masked.
  public private(set) var hold: Int?

  /// The time at which the round fails if it has not been finished.
  public private(set) var answer: Int?

  /// The earliest deadline; `nil` if there is none.
  public var next: Int? { [hold, answer].compactMap(\.self).min() }

  /// Creates an empty value, without deadlines.
  public init() {}

  /// Creates the deadlines of a round that begins, continues or is masked at a time.
  init(of examiner: ChimpanzeeExaminer, from time: Int) {
    let rule = examiner.rule
    guard examiner.finish == nil else { return }
    if !examiner.isMasked { hold = rule.hold.map { time + $0 } }
    if examiner.isMasked || !rule.masksAtFirstPress { answer = rule.limit.map { time + $0 } }
  }
}
