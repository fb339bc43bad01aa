/// The source of the next Update event, which tells the event tree the time: a clock, the next
/// line, or `wait`.
///
///     let update = NextUpdate.wait  // a reply then says that the mode changes with `wait`
package enum NextUpdate: Sendable {
  /// A clock sends it without input, within a few milliseconds.
  case clock
  /// The real clock counts, but is read only before a line, and by `wait`.
  case line
  /// Virtual time passes only by `wait`.
  case wait
}
