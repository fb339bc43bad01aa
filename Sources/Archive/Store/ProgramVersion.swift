package enum ProgramVersion {
  /// The program's name and version.
  package static let current = "chimp 1.0.0"
}
