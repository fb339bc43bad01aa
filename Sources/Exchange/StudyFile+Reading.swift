package import Archive
package import Shell
package import Studies

extension StudyFile {
  /// Reads and parses a study file; returns its plan and its text.
  package static func read(_ file: NamedFile) throws(ArchiveError) -> (StudyPlan, String) {
    let text = try text(of: file)
    do throws(StudyError) { return (try read(text), text) } catch {
      throw .study(.file(file.name, error))
    }
  }

  /// Returns the text of a file.
  ///
  /// - Throws: `ArchiveError` if it can't be read, is too long, or is not UTF-8.
  private static func text(of file: NamedFile) throws(ArchiveError) -> String {
    let bytes = try FileBytes(file)
    var text: [UInt8] = []
    while let byte = bytes.byte(at: 0) {
      guard text.count < StudyFile.longest else { throw .study(.tooLong(file.name)) }
      text.append(byte)
      bytes.consume(1)
    }
    if let error = bytes.error { throw error }
    guard let valid = String(validating: text, as: UTF8.self) else {
      throw .study(.file(file.name, notUnicode(text)))
    }
    return valid
  }

  /// Returns the error with the line and column of the first bytes that are not UTF-8.
  private static func notUnicode(_ text: [UInt8]) -> StudyError {
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = text.makeIterator()
    var line = 1
    var column = 1
    while case .valid(let scalar) = parser.parseScalar(from: &bytes) {
      let isEnd = scalar.first == UInt8(ascii: "\n")
      line += isEnd ? 1 : 0
      column = isEnd ? 1 : column + 1
    }
    return StudyError(.file(.notUnicode), column: column, line: line)
  }
}
