package import ChimpSystem
import Glibc

/// Creates the missing folders of a path, accessible to the user only.
///
/// Returns the error of the first folder that is missing, such as that its own folder is read-only;
/// `nil` if all exist now.
@discardableResult
package func makeFolders(of path: String) -> SystemError? {
  var end = path.startIndex
  var error: SystemError?
  while let slash = path[end...].dropFirst().firstIndex(of: "/") {
    let isThere = mkdir(String(path[..<slash]), 0o700) == 0 || errno == EEXIST
    error = isThere ? nil : error ?? .last
    end = slash
  }
  return error
}
