/// The source of the next Update, which brings time to the event tree: a clock, the next line, or
/// `wait`.
///
///     let update = NextUpdate.wait  // a reply then says that the mode changes with `wait`
package enum NextUpdate: Sendable {
  /// The clock does so by itself, within a few milliseconds.
  case clock
  /// The clock of the machine passes, but is read before a line only, and by `wait`.
  case line
  /// Virtual time passes by `wait` only.
  case wait
}
