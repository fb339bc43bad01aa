import CSystem
import Glibc

/// A page of memory that a worker and its supervisor share: where the worker is.
///
/// Telling where it is costs the worker nothing, and outlives it.
final class WorkerPage {
  private enum Field: Int { case sequence, job, place, timeLimit, outcome, program }

  /// How large it is; what stands behind it is no part of it.
  static let size = 4096

  let descriptor: Int32
  private let numbers: OpaquePointer

  /// Maps the page behind a descriptor, which is the page's from now on; a new page is empty.
  init?(descriptor: Int32 = SharedMemory.descriptor(size: size)) {
    self.descriptor = descriptor
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_size >= Self.size,
      let numbers = chimp_map_numbers(descriptor, Self.size)
    else { return nil }
    self.numbers = numbers
  }

  deinit {
    chimp_unmap_numbers(numbers, Self.size)
    close(descriptor)
  }

  private subscript(field: Field) -> Int {
    get { chimp_number(numbers, field.rawValue) }
    set { chimp_set_number(numbers, field.rawValue, newValue) }
  }

  func begin(job: Int) {
    self[.job] = job
    step()
  }

  func begin(place: Int, timeLimit: Int?) {
    self[.place] = place + 1
    self[.timeLimit] = timeLimit ?? 0
    step()
  }

  /// Tells that no block is running.
  func end() {
    self[.place] = 0
    self[.program] = 0
    step()
  }

  private func step() { chimp_step_first_number(numbers) }

  var outcome: TranscriptOutcome? {
    get { TranscriptOutcome(rawValue: UInt8(truncatingIfNeeded: self[.outcome])) }
    set { self[.outcome] = Int(newValue?.rawValue ?? 0) }
  }

  var program: pid_t? {
    get { Self.group(self[.program]) }
    set { self[.program] = newValue.map { Int($0) } ?? 0 }
  }

  /// The same, in a worker that is being ended and can't ask for more than what stands there.
  static func program(_ descriptor: Int32) -> pid_t? {
    var number = 0
    let size = MemoryLayout<Int>.size
    let count = pread(descriptor, &number, size, off_t(Field.program.rawValue * size))
    return count == size ? group(number) : nil
  }

  private static func group(_ number: Int) -> pid_t? {
    number > 1 ? pid_t(truncatingIfNeeded: number) : nil
  }

  /// Changes with every step of the worker.
  var sequence: Int { chimp_first_number(numbers) }
  /// Which of its files the worker runs, or ran last.
  var job: Int { self[.job] }
  /// The block that is running.
  var place: Int? { self[.place] > 0 ? self[.place] - 1 : nil }
  /// What the block may take, where the transcript says so.
  var timeLimit: Int? { self[.timeLimit] > 0 ? self[.timeLimit] : nil }
}

/// Memory behind a descriptor and without a name, as processes share it.
enum SharedMemory {
  /// So much of it, behind a high number that no worker expects something else at; -1 where there
  /// is none, with the number of the error.
  static func descriptor(size: Int = 0) -> Int32 {
    let descriptor = chimp_create_memory("transcript")
    guard descriptor >= 0 else { return -1 }
    // Memory counts as a file where files have a limit.
    guard ftruncate(descriptor, off_t(size)) == 0 else {
      let number = errno
      close(descriptor)
      errno = number
      return -1
    }
    return raised(descriptor)
  }

  static func bytes(_ descriptor: Int32, from start: Int = 0) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) > start else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) - start)
    let count = max(0, pread(descriptor, &bytes, bytes.count, off_t(start)))
    return Array(bytes[..<count])
  }
}

func raised(_ descriptor: Int32) -> Int32 {
  let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
  close(descriptor)
  return moved
}

func socketPair() throws(FileFault) -> (own: Int32, other: Int32) {
  var pair: [Int32] = [-1, -1]
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw FileFault(number: errno) }
  let (own, other) = (raised(pair[0]), raised(pair[1]))
  guard own >= 0, other >= 0 else { throw FileFault(number: errno) }
  return (own, other)
}
