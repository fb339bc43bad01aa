/// An edit of a list at one index, as derived lists receive it.
enum ListStep<Element> {
  case insert(Element, at: Int)
  case remove(at: Int)
  case replace(at: Int, with: Element)
  case move(from: Int, to: Int)
  case update(at: Int, Element)
}

extension ListChange {
  /// Splits the change into edits of one index each; returns `nil` if the whole list was set.
  ///
  /// `result` is the list after the change. The change must carry its old and new values.
  func steps(to result: [Element]) -> [ListStep<Element>]? {
    switch self {
    case .insertion(let indexes, let elements?): zip(indexes, elements).map { .insert($1, at: $0) }
    case .removal(let indexes, _): indexes.reversed().map { .remove(at: $0) }
    case .replacement(let indexes, let elements?, _):
      zip(indexes, elements).map { .replace(at: $0, with: $1) }
    case .move(let from, let to, _): [.move(from: from, to: to)]
    case .update(let index, let element?): [.update(at: index, element)]
    case .batch(let changes): changes.steps(to: result)
    case .setting, .prior, .insertion, .replacement, .update: nil
    }
  }
}

extension ChangeSet {
  fileprivate func steps(to result: [Element]) -> [ListStep<Element>] {
    var steps: [ListStep<Element>] = removals.reversed().map { .remove(at: $0) }
    if moves.isEmpty {
      steps += insertions.map { .insert(result[$0], at: $0) }
    } else {
      steps += movingSteps(to: result)
    }
    return steps + updates.map { .update(at: $0, result[$0]) }
  }

  /// Returns edits that build the new list from its beginning, by insertions and moves.
  private func movingSteps(to result: [Element]) -> [ListStep<Element>] {
    let oldCount = result.count - insertions.count + removals.count
    let removed = Set(removals)
    let leaving = Set(removals + moves.map(\.from))
    var now = (0..<oldCount).filter { !removed.contains($0) }
    var stays = (0..<oldCount).lazy.filter { !leaving.contains($0) }.makeIterator()
    var arrivals: [Int: Int?] = [:]
    for index in insertions { arrivals[index] = .some(nil) }
    for move in moves { arrivals[move.to] = move.from }
    var steps: [ListStep<Element>] = []
    for position in result.indices {
      guard let origin = arrivals[position] ?? stays.next() else {
        steps.append(.insert(result[position], at: position))
        now.insert(-1, at: position)
        continue
      }
      guard now[position] != origin, let current = now.firstIndex(of: origin) else { continue }
      steps.append(.move(from: current, to: position))
      now.remove(at: current)
      now.insert(origin, at: position)
    }
    return steps
  }
}
