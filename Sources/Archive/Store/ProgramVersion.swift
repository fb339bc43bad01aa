/// The name and the version of the program, for the command `version` and stored sessions.
///
///     ProgramVersion.current  // chimp 1.0.0
public enum ProgramVersion: Sendable {
  /// The program's name and version.
  public static let current = "chimp 1.0.0"
}
