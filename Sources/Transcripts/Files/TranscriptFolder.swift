import ChimpSystem
import Glibc

/// The private temporary folder of a session, for the files that its commands use.
///
/// It does not exist until `path()` is called for the first time, is empty then, and is removed
/// with everything in it after the session.
///
///     let path = try folder.path() + "/store.sqlite"
public final class TranscriptFolder {
  let location: String
  private var isCreated = false

  /// Creates an instance; the folder itself is created later.
  public convenience init(in parent: String = "/tmp") {
    let number = UInt64.random(in: .min ... .max)
    self.init(location: "\(parent)/transcript-\(String(number, radix: 16))")
  }

  init(location: String) { self.location = location }

  deinit { remove() }

  /// Returns the path of the folder, and creates it at the first call.
  public func path() throws(TranscriptToolFault) -> String {
    if isCreated { return location }
    guard mkdir(location, 0o700) == 0 else {
      let reason = SystemError.last
      let parent = folderPath(of: location)
      throw TranscriptToolFault("can't make a folder in \"\(parent)\": \(reason)")
    }
    isCreated = true
    return location
  }

  /// Removes the folder with its contents; the next session may create it again.
  func remove() {
    guard isCreated else { return }
    isCreated = false
    removeTree(location)
  }
}
