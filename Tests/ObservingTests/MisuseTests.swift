import TestSupport
import Testing

/// Tests of mistakes that stop a program with the file and line of the caller.
///
/// Each is made by the program `observing-driver`. An exit test of Swift Testing would keep a
/// thread busy until its task goes on, which is behind all other tests.
struct MisuseTests {
  private let folder = TemporaryFolder()

  /// Returns the file, the line and the message with which the program stops.
  private func message(_ misuse: String) throws -> String {
    let diagnostics = folder.path + "/diagnostics"
    let program = try LiveProgram(
      ["misuse", misuse], program: builtProgram("observing-driver"), diagnostics: diagnostics)
    #expect(program.line() == nil)
    _ = program.finish()
    let text = TemporaryFolder.text(at: diagnostics)
    return text.split(separator: "\n").first { $0.contains("Fatal error") }.map(String.init) ?? text
  }

  /// Returns the message for a property of a class.
  private func expected(
    _ line: Int, _ model: String = "Careless", _ type: String = "Int"
  ) -> String {
    "observing_driver/Misuse.swift:\(line): Fatal error: this property of \(model), whose type is "
      + "\(type), can't be observed: mark it with @Observed, @ObservedList or @ObservedWeak, or "
      + "declare it in declareDependentKeys, which a subclass overrides as a class method that calls "
      + "super"
  }

  @Test func `Observing a property that is not marked stops with the file and line`() throws {
    #expect(try message("plain") == expected(1))
  }

  @Test func `Observing a lazy property stops with the file and line`() throws {
    #expect(try message("late") == expected(2))
  }

  @Test func `Observing a constant that is not declared stops with the file and line`() throws {
    #expect(try message("constant") == expected(3))
  }

  @Test func `Observing an undeclared computed property stops with the file and line`() throws {
    #expect(try message("undeclared") == expected(4))
  }

  @Test func `A path stops the program when it reaches a property that is not marked`() throws {
    #expect(try message("path") == expected(5))
  }

  @Test func `A source that is not marked stops with the place of its declaration`() throws {
    #expect(try message("source") == expected(1000))
  }

  @Test func `A subclass that does not call super can't observe inherited keys`() throws {
    #expect(try message("subclass") == expected(7, "Forgetful"))
  }

  @Test func `A watched property of the elements must be marked as well`() throws {
    #expect(try message("watched") == expected(8))
  }
}
