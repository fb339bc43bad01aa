/// How long the parts of the demonstration take, in milliseconds.
package struct DemonstrationPace: Equatable, Sendable {
  /// Before the first board.
  package let first: Int
  /// Before the next board, after somebody was there.
  package let rest: Int
  package private(set) var look = 1_600
  package private(set) var press = 800
  package private(set) var page = 3_200

  /// The pace where time is virtual: nobody has to wait long.
  package static var virtual: DemonstrationPace { DemonstrationPace(first: 2_000, rest: 2_000) }

  /// The pace on a terminal, where a person may still be reading.
  package static var real: DemonstrationPace { DemonstrationPace(first: 10_000, rest: 30_000) }

  private init(first: Int, rest: Int) {
    self.first = first
    self.rest = rest
  }

  /// Makes everything twice as fast, or half as fast, up to a limit.
  package mutating func accelerate(isFaster: Bool) {
    guard isFaster ? press > 100 : press < 6_400 else { return }
    for part in [\DemonstrationPace.look, \.press, \.page] {
      self[keyPath: part] = isFaster ? self[keyPath: part] / 2 : self[keyPath: part] * 2
    }
  }
}
