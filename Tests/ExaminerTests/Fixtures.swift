import Examiner

/// A board of the identifier, for tests that know it to be good.
func board(_ identifier: String) throws -> Board {
  try BoardIdentifier(identifier).board()
}

/// What becomes of the text: the identifier that is printed for it, or the words of the fault.
func reading(_ identifier: String) -> String {
  do throws(IdentifierFault) {
    switch try BoardIdentifier(identifier) {
    case .described(let board): return board.descriptiveIdentifier
    case .seeded(let identifier): return identifier.description
    }
  } catch {
    return "\(error)"
  }
}
