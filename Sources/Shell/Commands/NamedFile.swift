public import ChimpSystem
import Glibc

/// A file argument of a command: the name that the user typed, and the path for system calls.
///
/// The two differ if file names are confined to a folder: `export data.csv` then writes to a path
/// in that folder, and the reply still says `data.csv`.
///
///     let file = invocation.file(0)
///     throw .cannotRead(file.name, error)  // the name for people, `file.path` for system calls
public struct NamedFile: Equatable, Sendable {
  /// The name as the user wrote it, for replies.
  public let name: String
  /// The folder to which the file is confined; `nil` if the name may be any path.
  private let folder: String?

  /// Creates the file of a typed name, relative to `folder` or else to the working directory.
  public init(_ name: String, in folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// The path for system calls.
  public var path: String {
    // An empty name stays empty.
    guard let folder, !name.isEmpty else { return name }
    return "\(folder)/\(name)"
  }

  /// `true` if the file is confined to the private folder of the session.
  public var isInFolder: Bool { folder != nil }

  /// Returns a file with another name in the same folder.
  public func renamed(_ name: String) -> NamedFile { NamedFile(name, in: folder) }

  /// `true` if the path points outside of the folder, through its name or a symbolic link.
  ///
  /// The file need not exist: then the nearest ancestor that exists decides. If the folder itself
  /// can't be resolved, the path counts as leading out.
  public var leadsOut: Bool {
    guard let folder else { return false }
    guard !pointsOutside(name) else { return true }
    guard let root = resolvedPath(folder) else { return true }
    var ancestor = path
    while ancestor.utf8.count > folder.utf8.count {
      if let resolved = resolvedPath(ancestor) {
        return resolved != root && !isPath(resolved, below: root)
      }
      // To create a file at a dangling link creates it where the link leads.
      if linkTarget(ancestor) != nil { return true }
      ancestor = ancestor.lastIndex(of: "/").map { String(ancestor[..<$0]) } ?? ""
    }
    return false
  }
}

/// Returns the path of a session's private folder, to which all file arguments of its commands are
/// confined, and creates the folder at the first call.
///
/// Transcripts have one, so that a golden file can't write to the disk of the person who checks it.
/// It is called when a command names a file, and throws if the folder can't be created; the command
/// then fails:
///
///     let folder: SessionFolder = { "/tmp/scratch" }
public typealias SessionFolder = () throws(Refusal) -> String

extension Invocation {
  /// Resolves a file argument of the line, and stores the result for `file(_:)`.
  ///
  /// All paths from arguments are made here, so that none can leave the private folder of the
  /// session.
  ///
  /// - Throws: `Refusal.outside` if the name leads out of the session's folder.
  mutating func resolveFile(_ name: String, word index: Int) throws(Refusal) {
    var file = NamedFile(name)
    if let folder {
      // No folder is made for a name that leads out of it.
      if !pointsOutside(name) { file = NamedFile(name, in: try folder()) }
      guard file.isInFolder, !file.leadsOut else {
        throw .outside(name, column: column(ofWord: index))
      }
    }
    files.append((index, file))
  }

  /// Returns the file that the positional argument at an index names.
  ///
  /// The parameter must be of the kind `file`: anything else is a programming error.
  public func file(_ index: Int) -> NamedFile {
    guard let file = files.first(where: { $0.word == arguments[index] })?.file else {
      preconditionFailure("the argument is no file")
    }
    return file
  }

  /// Returns the file given by `NAME=`; `nil` if the key isn't given.
  public func file(key name: String) -> NamedFile? {
    word(ofKey: name).flatMap { index in files.first { $0.word == index }?.file }
  }
}

/// Refusals about a file, by the name that the user wrote.
extension Refusal {
  public static func cannotRead(_ name: String, _ cause: SystemError) -> Refusal {
    Refusal(
      "cannot-read", "can't read \"\(name)\": \(cause)",
      "\(named(name)) を読めません: \(cause.words(in: .japanese))")
  }

  public static func cannotWrite(_ name: String, _ cause: SystemError) -> Refusal {
    Refusal(
      "cannot-write", "can't write \"\(name)\": \(cause)",
      "\(named(name)) に書けません: \(cause.words(in: .japanese))")
  }

  /// Returns the refusal of a file outside of the session's private folder.
  public static func outside(_ name: String, column: Int?) -> Refusal {
    let place = column.map { Text(" at column \($0)", "（\($0)文字目）") } ?? Text("", "")
    return Refusal(
      "outside",
      "can't use \"\(name)\"\(place.english): "
        + "the files of a transcript are in a folder of its own (see --trust)",
      "\(name) は使えません\(place.japanese)。使えるのは専用のフォルダーのファイルだけです（--trust を参照）",
      namedColumn: column)
  }

  /// Returns the refusal of a private folder that can't be made, for this reason.
  public static func noFolder(_ reason: String) -> Refusal {
    Refusal("no-folder", reason, reason)
  }

  /// Returns the refusal of a pipe or a device, whose end a reader might never reach.
  public static func notPlain(_ name: String) -> Refusal {
    Refusal("not-plain", "not a plain file: \"\(name)\"", "通常のファイルではありません: \(name)")
  }

  /// Returns the refusal of a file that is open in the program itself, for example as its store.
  public static func inUse(_ name: String) -> Refusal {
    Refusal(
      "in-use", "the program is using \"\(name)\" itself", "\(name) はこのプログラムが使っています")
  }
}
