/// The name and the version of the program, for the command `version` and stored sessions.
///
///     ProgramVersion.current  // chimp 1.0.0
package enum ProgramVersion {
  /// The program's name and version.
  package static let current = "chimp 1.0.0"
}
