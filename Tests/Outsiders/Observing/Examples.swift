/// An example of the documentation, with the lines that it prints.
package struct Example: Sendable {
  /// The name of the example.
  package let name: String
  /// The lines that it prints.
  package let printed: [String]
  private let run: @MainActor (Examples) async throws -> Void

  init(
    _ name: String, _ printed: [String], _ run: @escaping @MainActor (Examples) async throws -> Void
  ) {
    self.name = name
    self.printed = printed
    self.run = run
  }

  /// Runs the example, and returns the lines that it prints.
  @MainActor package func result() async throws -> [String] {
    let examples = Examples()
    try await run(examples)
    return examples.output.lines
  }

  /// The examples of the article and of the comments.
  package static let all = articleExamples + commentExamples
}

/// The functions that contain the examples, literally, between `example` and `end`.
struct Examples {
  /// The lines that an example prints.
  final class Output {
    var lines: [String] = []
  }

  let output = Output()

  /// Records a line instead of printing it.
  func print(_ values: Any...) {
    output.lines.append(values.map { "\($0)" }.joined(separator: " "))
  }

  /// Records a line, as the screen of a program.
  func draw(_ text: String) { print(text) }
}
