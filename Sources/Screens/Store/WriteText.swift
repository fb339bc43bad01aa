import Archive
import Exchange
import Shell

/// The operation that writes a text to a file, which appears only when it is complete.
private struct WriteText: StoreOperation {
  /// The store, whose own files must not be overwritten.
  let source: StoreSource
  let file: NamedFile
  let text: String
  /// `true` to replace an existing file.
  let replaces: Bool

  var targets: [NamedFile] { [file] }

  /// Writes the file.
  ///
  /// - Throws: An error if the file exists, can't be written, or the user has cancelled.
  func perform(_ run: OperationRun) throws {
    try run.checkTarget(file, of: source, replaces: replaces)
    try run.write(Array(text.utf8), to: file, replacing: replaces)
  }
}

extension StoreController {
  /// Returns the operation by which a command writes a text to a file, with the lines of its reply.
  func write(
    _ text: String, to file: NamedFile, replaces: Bool, by command: String,
    reporting content: Content = .outcomes, then lines: @escaping (Language) -> [String]
  ) throws -> QueuedOperation {
    let source = try finishedTrials(for: command, reporting: content)
    let written = WriteText(source: source, file: file, text: text, replaces: replaces)
    return queued(written) { language, _ in lines(language) }
  }
}
