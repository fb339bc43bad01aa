extension Slot {
  /// Opens a bracket around a setting.
  func willSet() {
    let bracket = batch == nil ? settingBracket() : Bracket(observers: []) { _ in .prior(old: nil) }
    brackets.append(bracket)
    bracket.begin()
  }

  /// Closes the innermost bracket around a setting.
  func didSet() {
    guard let index = brackets.lastIndex(where: { $0.edit == nil }) else { return }
    finishSetting(brackets.remove(at: index))
  }

  /// Opens a bracket around a change of single places; an index outside of the list is refused.
  func will<Element>(_ edit: IndexedEdit) throws(ListError) where Change == ListChange<[Element]> {
    try ListError.check(ascending: edit.indexes)
    let observers = batch == nil ? observers : []
    let old = edit.kind == .insertion ? nil : try elements(at: edit.indexes)
    let bracket = Bracket<Change>(observers: observers, edit: edit, old: old) { options in
      let old = options.contains(.old) ? old.map { OneOrMany($0) } : nil
      let indexes = OneOrMany(edit.indexes)
      return switch edit.kind {
      case .insertion: .prior(.insertion(at: indexes))
      case .removal: .prior(.removal(at: indexes, old: old))
      case .replacement: .prior(.replacement(at: indexes, old: old))
      }
    }
    brackets.append(bracket)
    bracket.begin()
  }

  /// Closes the innermost bracket of the same kind and indexes, or else of the same kind.
  func did<Element>(_ edit: IndexedEdit) throws(ListError) where Change == ListChange<[Element]> {
    let exact = brackets.lastIndex { $0.edit == edit }
    guard let position = exact ?? brackets.lastIndex(where: { $0.edit?.kind == edit.kind }) else {
      return
    }
    let bracket = brackets.remove(at: position)
    let edit = bracket.edit ?? edit
    var current: [Element]?
    if edit.kind != .removal {
      do {
        current = try elements(at: edit.indexes)
      } catch {
        bracket.abandon()
        throw error
      }
    }
    bracket.finish { options in
      let new = options.contains(.new) ? current.map { OneOrMany($0) } : nil
      let old = options.contains(.old) ? bracket.old.map { OneOrMany($0) } : nil
      let indexes = OneOrMany(edit.indexes)
      return switch edit.kind {
      case .insertion: .insertion(at: indexes, new: new)
      case .removal: .removal(at: indexes, old: old)
      case .replacement: .replacement(at: indexes, new: new, old: old)
      }
    }
  }

  private func elements<Element>(
    at indexes: [Int]
  ) throws(ListError) -> [Element] where Change == ListChange<[Element]> {
    var found: [Element] = []
    for index in indexes {
      guard value.indices.contains(index) else {
        throw .indexOutOfRange(index: index, count: value.count)
      }
      found.append(value[index])
    }
    return found
  }
}

extension ListError {
  /// Refuses indexes that do not ascend.
  @usableFromInline
  static func check(ascending indexes: [Int]) throws(ListError) {
    for position in indexes.indices.dropFirst()
    where indexes[position - 1] >= indexes[position] {
      throw .indexesNotAscending(indexes)
    }
  }
}
