package import Archive
package import Console
package import Studies
import SystemCalls

extension StudyFile {
  /// Reads and parses a study file; returns its plan and its text.
  package static func read(_ file: NamedFile) throws(StudyFault) -> (StudyPlan, String) {
    let text = try text(of: file)
    do throws(StudyFileFault) { return (try read(text), text) } catch {
      throw .file(file.name, error)
    }
  }

  /// Returns the text of a file.
  ///
  /// - Throws: `StudyFault` if it can't be read, is too long, or is not UTF-8.
  private static func text(of file: NamedFile) throws(StudyFault) -> String {
    let bytes: FileBytes
    do throws(SystemError) { bytes = try FileBytes(file) } catch {
      throw .work(.cannotRead(file.name, error))
    }
    var text: [UInt8] = []
    while let byte = bytes.byte(at: 0) {
      guard text.count < StudyFile.longest else { throw .tooLong(file.name) }
      text.append(byte)
      bytes.consume(1)
    }
    if let fault = bytes.fault { throw .work(.cannotRead(file.name, fault)) }
    guard let valid = String(validating: text, as: UTF8.self) else { throw .notText(file.name) }
    return valid
  }
}
