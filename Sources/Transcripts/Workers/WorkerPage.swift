import CSystem
import Glibc

/// A page of memory that a worker and its supervisor share: where the worker is.
///
/// Telling where it is costs the worker nothing, and outlives it.
final class WorkerPage {
  private enum Field: Int {
    case sequence
    case isRunning
    case job
    case caseIndex
    case included
    case block
    case timeLimit
    case outcome
    case program
  }

  /// How large it is; what stands behind it is no part of it.
  static let size = 4096

  let descriptor: Int32
  private let numbers: OpaquePointer

  /// Memory for a page.
  static func newDescriptor() -> Int32 { SharedMemory.descriptor(size: size) }

  /// Maps the page behind a descriptor, which is the page's from now on.
  init?(descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size >= Self.size,
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

  /// Tells that a block begins.
  func begin(_ place: TranscriptRunner.Place, timeLimit: Int?) {
    self[.caseIndex] = place.caseIndex
    self[.included] = place.included ?? -1
    self[.block] = place.block
    self[.timeLimit] = timeLimit ?? 0
    self[.isRunning] = 1
    step()
  }

  /// Tells that no block is running.
  func end() {
    self[.isRunning] = 0
    self[.program] = 0
    step()
  }

  /// Forgets what the last worker told.
  func reset() {
    self[.job] = -1
    end()
  }

  private func step() { chimp_step_first_number(numbers) }

  /// How the worker ended, where that is told here.
  var outcome: TranscriptOutcome? {
    get { TranscriptOutcome(rawValue: UInt8(truncatingIfNeeded: self[.outcome])) }
    set { self[.outcome] = Int(newValue?.rawValue ?? 0) }
  }

  /// The group of the program that the worker drives.
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
  var job: Int { self[.job] }
  /// The block that is running.
  var place: TranscriptRunner.Place? {
    guard self[.isRunning] == 1 else { return nil }
    let included = self[.included]
    return .init(
      caseIndex: self[.caseIndex], included: included < 0 ? nil : included, block: self[.block])
  }
  /// What the block may take, where the transcript says so.
  var timeLimit: Int? {
    let limit = self[.timeLimit]
    return limit > 0 ? limit : nil
  }
}

/// Memory behind a descriptor and without a name, as processes share it.
enum SharedMemory {
  /// So much of it, behind a high number that no worker expects something else at; -1 where there
  /// is none, with the number of the error.
  static func descriptor(size: Int) -> Int32 {
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

  /// The descriptor under a high number.
  static func raised(_ descriptor: Int32) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
    close(descriptor)
    return moved
  }

  /// Everything that was written to it, from a place on.
  static func bytes(_ descriptor: Int32, from start: Int = 0) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) > start else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) - start)
    let count = max(0, pread(descriptor, &bytes, bytes.count, off_t(start)))
    return Array(bytes[..<count])
  }
}
