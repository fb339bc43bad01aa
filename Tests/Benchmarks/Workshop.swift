import Glibc

/// The temporary folder with the programs and inputs of one benchmark run.
final class Workshop {
  let folder: String
  /// The path of the release binary as a package installs it: without symbols, like the other
  /// programs.
  let chimp: String
  /// The path of the release binary as the build produces it.
  let linkedChimp: String
  private let sources: String

  /// Creates the folder; returns `nil` if the release binary is not built.
  init?() {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(
      decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    linkedChimp = own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/chimp"
    sources = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Baseline"
    var template = Array("/tmp/chimp-benchmarks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chimp = folder + "/chimp"
    run("strip", "-o", chimp, linkedChimp)
    guard access(chimp, X_OK) == 0 else { return nil }
  }

  deinit {
    run("rm", "-rf", folder)
  }

  /// Compiles a program in C with clang; returns its path, or `nil` if that fails.
  func build(_ name: String, from source: String, _ options: String...) -> String? {
    let binary = "\(folder)/\(name)"
    run(["clang", "-O2", "-o", binary, "\(sources)/\(source)"] + options)
    return access(binary, X_OK) == 0 ? binary : nil
  }

  /// Returns `true` if a program is in the search path.
  func has(_ program: String) -> Bool {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Writes a text to a file in the folder and returns its path.
  func file(_ name: String, _ text: String) -> String {
    let path = "\(folder)/\(name)"
    guard let file = fopen(path, "w") else { return path }
    _ = text.withCString { fputs($0, file) }
    fclose(file)
    return path
  }

  /// Runs a program on an input and returns its output; empty if it can't be started.
  func output(of arguments: [String], input: String) -> String {
    let path = file("input", input)
    guard let child = ChildProgram(arguments, input: .file(path), output: .pipe) else { return "" }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(child.output, &piece, piece.count), count > 0 {
      bytes += piece[..<count]
    }
    child.wait()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Runs a program until it exits; its output is discarded.
  private func run(_ arguments: String...) {
    run(arguments)
  }

  /// Runs a program until it exits; its output is discarded.
  private func run(_ arguments: [String]) {
    ChildProgram(arguments, input: .file("/dev/null"), output: .file("/dev/null"))?.wait()
  }
}
