package import Archive
package import Shell
package import Studies

extension StudyFile {
  /// Reads and parses a study file; returns its plan and its text.
  package static func read(_ file: NamedFile) throws -> (StudyPlan, String) {
    let text = try text(of: file)
    do throws(StudyError) { return (try read(text), text) } catch {
      throw error.located(in: file.name)
    }
  }

  /// Returns the text of a file.
  ///
  /// - Throws: An error if it can't be read, is too long, or is not UTF-8.
  private static func text(of file: NamedFile) throws -> String {
    let bytes = try FileBytes(file)
    var text: [UInt8] = []
    while let byte = bytes.byte(at: 0) {
      guard text.count < StudyFile.longest else {
        throw Refusal(
          "study-too-long", "\"\(file.name)\" is too long for a study",
          "\(file.name) は研究には長すぎます")
      }
      text.append(byte)
      bytes.consume(1)
    }
    if let error = bytes.error { throw error }
    guard let valid = String(validating: text, as: UTF8.self) else {
      throw notUnicode(text).located(in: file.name)
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
