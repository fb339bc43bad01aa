package import Records

/// What can be done with the store, in words.
package enum StatusText {
  /// The words for a condition; nil is that of a store that nobody has needed yet.
  package static func words(for condition: Store.Condition?) -> String {
    switch condition {
    case nil: "not opened yet"
    case .writable?: "can be written"
    case .readOnly?: "can only be read"
    case .full?: "can only be read, because its disk is full"
    case .damaged(let detail)?: "can only be read, because it is damaged: \(detail)"
    case .lost(let error)?: "lost: \(error)"
    }
  }
}
