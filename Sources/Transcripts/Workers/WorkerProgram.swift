/// How the tool gets the processes that sessions run in.
public enum TranscriptWorkers: Sendable {
  /// Sessions run in this process, and nothing keeps them from ending it.
  case none
  /// The program is started again.
  case program(TranscriptWorkerProgram)
  /// This process is copied, which spares the start; it must have no other thread.
  case copies
}

/// How the tool starts itself again as a worker.
public struct TranscriptWorkerProgram: Sendable {
  /// The program, as in `/proc/self/exe`.
  public var path: String
  /// Everything before the verb, the program's own name first.
  public var arguments: [String]
  /// The environment of the worker, as in `NAME=VALUE`.
  public var variables: [String]

  /// Makes a program.
  public init(path: String, arguments: [String], variables: [String]) {
    self.path = path
    self.arguments = arguments
    self.variables = variables
  }
}
