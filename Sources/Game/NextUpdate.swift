/// The way in which the event tree learns the time: from a clock, from the next line, or from
/// `wait`.
///
///     let update = NextUpdate.wait  // a reply then says that the mode changes with `wait`
public enum NextUpdate: Sendable {
  /// A real clock sends the time every few milliseconds, without input.
  case clock
  /// A real clock is read before each line and by the command `wait` only.
  case line
  /// Time is virtual: it only passes by the command `wait`.
  case wait
}
