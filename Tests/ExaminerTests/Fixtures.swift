import Examiner

/// Returns the board of a valid identifier.
func board(_ identifier: String) throws -> Board {
  try BoardIdentifier(identifier).board()
}

/// Parses an identifier and returns its normal form, or the description of the error.
func normalForm(_ identifier: String) -> String {
  do throws(ExaminerError) {
    switch try BoardIdentifier(identifier) {
    case .described(let board): return board.descriptiveIdentifier
    case .seeded(let identifier): return identifier.description
    }
  } catch {
    return "\(error)"
  }
}
