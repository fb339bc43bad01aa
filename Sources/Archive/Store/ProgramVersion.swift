/// The name and the version of the program, for the command `version`, stored sessions and
/// citations.
///
///     ProgramVersion.current  // chimp 1.0.0
public enum ProgramVersion: Sendable {
  /// The program's name and version.
  public static let current = "chimp 1.0.0"

  /// The text with which a paper cites the program.
  public static let citation = "\(current). The chimpanzee memory test for the terminal [software]."
}
