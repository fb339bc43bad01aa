/// The version of the program, as `version` shows it and sessions store it.
///
///     ProgramVersion.current  // chimp 1.0.0
package enum ProgramVersion {
  /// The program's name and version.
  package static let current = "chimp 1.0.0"
}
