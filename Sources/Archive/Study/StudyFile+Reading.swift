import ChimpSystem
import Glibc
public import Shell
public import Studies

extension StudyFile {
  /// Reads and parses a study file; returns its plan and its text.
  public static func read(_ file: NamedFile) throws -> (StudyPlan, String) {
    let text = try text(of: file)
    do throws(StudyError) { return (try read(text), text) } catch {
      throw error.located(in: file.name)
    }
  }

  /// Returns `true` if the first line of an existing file is that of a study, of any version.
  public static func isStudy(_ file: NamedFile) -> Bool {
    guard FileFacts(file.path)?.isPlain == true else { return false }
    let start = header.dropLast().utf8
    let bytes = try? file.beginning(of: start.count)
    return bytes.map { $0.elementsEqual(start) } ?? false
  }

  /// Returns the text of a file.
  ///
  /// - Throws: An error if it can't be read, is too long, or is not UTF-8.
  private static func text(of file: NamedFile) throws -> String {
    let bytes = try file.beginning(of: longest + 1)
    guard bytes.count <= longest else {
      throw Refusal(
        "study-too-long", "\"\(file.name)\" is too long for a study",
        "\(file.name) は研究には長すぎます")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw notUnicode(bytes).located(in: file.name)
    }
    return text
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
    return StudyError(
      "the file is not UTF-8", "ファイルが UTF-8 ではありません", column: column, line: line)
  }
}

extension NamedFile {
  /// Returns the first bytes of a file without its byte order mark, at most `size`.
  ///
  /// Doesn't wait for the writer of a pipe.
  public func beginning(of size: Int) throws -> [UInt8] {
    do throws(SystemError) { return try Self.beginning(of: size, at: path) } catch {
      throw Refusal.cannotRead(name, error)
    }
  }

  private static func beginning(of size: Int, at path: String) throws(SystemError) -> [UInt8] {
    let file = try Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    guard FileFacts(descriptor: file.number)?.isDirectory != true else {
      throw SystemError(number: EISDIR)
    }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    var bytes = [UInt8](repeating: 0, count: mark.count + size)
    var count = 0
    while count < bytes.count {
      let added = try bytes.read(file.number, from: count)
      guard added > 0 else { break }
      count += added
    }
    let text = bytes[..<count]
    return Array((text.starts(with: mark) ? text.dropFirst(mark.count) : text).prefix(size))
  }
}
