public import Records
import Shell

/// The claim of a participant's block by the program that shows its pages and plays it.
///
/// It is stored with the enrolment, and ends with this object or with the process, so that another
/// program can then take the block over. Until then no other program begins or continues it.
///
///     let claim = try BlockClaim.take(3, of: enrolment, environment, in: context)
///     print(claim.code, claim.block)  // P07 3
public final class BlockClaim {
  public let code: String
  public let block: Int
  /// The number of rounds that the session had begun when the pages of the block were shown; `nil`
  /// once the block itself has begun.
  public var roundCount: Int?
  private let lock: FolderLock?
  /// The text that is stored with the enrolment: the block, the locked byte, and the program.
  private let text: String

  private init(_ code: String, _ block: Int, _ lock: FolderLock?, program: String) {
    self.code = code
    self.block = block
    self.lock = lock
    text = "\(block) \(lock?.byte ?? 0) \(program)"
  }

  /// Claims a block; called within the transaction in which the block was found to be the next.
  ///
  /// Returns `own` if it is the claim of this block.
  ///
  /// - Throws: A refusal if a running program has claimed the block.
  public static func take(
    _ block: Int, of enrolment: EnrolmentRecord, after own: BlockClaim? = nil,
    _ environment: RecordsEnvironment, in context: RecordContext
  ) throws -> BlockClaim {
    if let own, own.code == enrolment.code, own.text == enrolment.claim { return own }
    if let claim = enrolment.claim,
      let program = program(of: claim, on: block, environment)
    {
      throw Refusal.goesOnElsewhere(block: block, in: program)
    }
    let lock = environment.path.flatMap { FolderLock(store: $0) }
    let claim = BlockClaim(enrolment.code, block, lock, program: environment.ownProcess())
    enrolment.claim = claim.text
    try context.save()
    return claim
  }

  /// Returns the text of the running program that holds a claim of a block; `nil` if none does.
  private static func program(
    of claim: String, on block: Int, _ environment: RecordsEnvironment
  ) -> String? {
    let words = claim.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, Int(words[0]) == block, let byte = Int(words[1]) else { return nil }
    let isHeld = environment.path.flatMap { FolderLock.isHeld(byte, store: $0) } ?? true
    // Without a lock, as in a folder that can't be read, the claim ends with the program.
    return (byte == 0 || isHeld) && environment.isRunning(words[2]) ? words[2] : nil
  }
}
